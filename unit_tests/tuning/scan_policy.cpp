// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/tuning/scan_selector.hpp>
#include <algorithm>
#include <string>

#include "environment.hpp"
#include "types.hpp"

namespace KokkosScanTest {

using KokkosScan::DeviceScan;
using KokkosScan::ScanPolicy;
namespace tuning = KokkosScan::tuning;

TEST(ScanPolicy, IsPlainDataThatCompares) {
  constexpr ScanPolicy policy{.lanes = 32, .threads = 4, .items = 8};
  static_assert(policy.tile() == 1024);
  static_assert(!policy.is_default());
  static_assert(ScanPolicy{}.is_default());
  static_assert(policy != ScanPolicy{});
  static_assert(policy == ScanPolicy{.lanes = 32, .threads = 4, .items = 8});
}

template <class T, DeviceScan V>
void expect_sound_policy() {
  constexpr ScanPolicy policy =
      tuning::scan_policy<Exec, T>(V, {.stage_bytes = sizeof(T), .element_bytes = sizeof(T)});
  static_assert(!policy.is_default());
  static_assert(policy.tile() > 1 && policy.threads >= 1 && policy.items >= 1);
  static_assert(policy.lanes >= 1 && policy.lanes <= tuning::capabilities<Exec>.max_lanes);
  static_assert((policy.lanes & (policy.lanes - 1)) == 0);
  static_assert(policy.tile() % (policy.lanes * policy.threads) == 0);
}

template <class T>
void expect_sound_policies() {
  expect_sound_policy<T, DeviceScan::hierarchical>();
  expect_sound_policy<T, DeviceScan::look_back>();
  expect_sound_policy<T, DeviceScan::fixed_look_back>();
  expect_sound_policy<T, DeviceScan::work_ahead>();
}

TEST(ScanPolicy, EveryTypeHasATunedOne) {
  expect_sound_policies<std::int8_t>();
  expect_sound_policies<int>();
  expect_sound_policies<double>();
  expect_sound_policies<Rgb>();
  expect_sound_policies<Heisenberg>();
  struct Large {
    char bytes[1000];
  };
  expect_sound_policies<Large>();
}

/// The tiles fit together with four totals per thread and one for the kernel. Runs on any machine,
/// since shapes are plain data.
void expect_fitting_tiles(tuning::GpuLimits const& gpu) {
  for (int bytes = 1; bytes <= 1024; ++bytes)
    for (auto const v : {DeviceScan::hierarchical, DeviceScan::look_back,
                         DeviceScan::fixed_look_back, DeviceScan::work_ahead}) {
      SCOPED_TRACE(std::string(name(v)) + ", elements of " + std::to_string(bytes) +
                   " bytes, wavefronts of " + std::to_string(gpu.lanes));
      auto const policy =
          tuning::cuda::scan_policy(v, {.stage_bytes = bytes, .element_bytes = bytes}, gpu);
      int const tiles = policy.slots > 0 ? policy.slots : 1;
      int const parked = tiles * policy.tile() * bytes;
      EXPECT_LE(parked + (4 * policy.threads + 1) * bytes, gpu.team_scratch);
      EXPECT_LE(policy.teams_per_multiprocessor * parked, gpu.multiprocessor_scratch);
      if (v == DeviceScan::work_ahead && bytes <= 64) {
        EXPECT_GE(policy.slots, 2) << "teams form a chain, which is slow";
        EXPECT_GE(policy.teams_per_multiprocessor, 2);
      }
    }
}

/// The same where the operator's values have more bytes than the elements: totals are values.
void expect_room_for_totals(tuning::GpuLimits const& gpu) {
  for (int bytes : {1, 2, 4, 8, 16})
    for (int value_bytes = bytes; value_bytes <= 1024; ++value_bytes)
      for (auto const v : {DeviceScan::hierarchical, DeviceScan::look_back,
                           DeviceScan::fixed_look_back, DeviceScan::work_ahead}) {
        SCOPED_TRACE(std::string(name(v)) + ", elements of " + std::to_string(bytes) +
                     " bytes, values of " + std::to_string(value_bytes));
        auto const policy = tuning::cuda::scan_policy(
            v, {.stage_bytes = bytes, .element_bytes = bytes, .value_bytes = value_bytes}, gpu);
        int const parked = std::max(policy.slots, 1) * policy.tile() * bytes;
        EXPECT_LE(parked + (4 * policy.threads + 1) * value_bytes, gpu.team_scratch);
      }
}

TEST(ScanPolicy, TotalsOfAnySizeFitTheScratchOfATeam) {
  expect_room_for_totals(tuning::cuda::limits);
  expect_room_for_totals(tuning::hip::limits(64));
  expect_room_for_totals(tuning::hip::limits(32));
}

TEST(ScanPolicy, TilesOfElementsOfAnySizeFitTheScratchOfATeam) {
  expect_fitting_tiles(tuning::cuda::limits);
  expect_fitting_tiles(tuning::hip::limits(64));
  expect_fitting_tiles(tuning::hip::limits(32));
}

/// The choice for elements of the given number of bytes, with or without keys.
DeviceScan choose(std::size_t n, std::size_t tiles, int bytes = 4, int key_bytes = 0) {
  return tuning::choose_scan<Exec>(n,
                                   {.stage_bytes = bytes,
                                    .element_bytes = bytes,
                                    .has_heads = key_bytes > 0,
                                    .head_bytes = key_bytes},
                                   tiles);
}

TEST(ChooseScan, OneTileNeedsNoProtocol) {
  EXPECT_EQ(choose(0, 0), DeviceScan::hierarchical);
  EXPECT_EQ(choose(1000, 1), DeviceScan::hierarchical);
}

TEST(ChooseScan, IsReproducible) {
  for (std::size_t const tiles : {1u, 2u, 1000u, 1000000u}) {
    EXPECT_NE(choose(1000 * tiles, tiles), DeviceScan::automatic);
    EXPECT_TRUE(tuning::is_reproducible<float>(choose(1000 * tiles, tiles)));
  }
}

TEST(ChooseScan, ElementsAndBytesDecide) {
  auto const expect_limit = [](int log2_limit, int bytes) {
    DeviceScan const for_few = on_host ? DeviceScan::work_ahead : DeviceScan::fixed_look_back;
    std::size_t const limit = std::size_t(1) << log2_limit;
    EXPECT_EQ(choose(limit - 1, 1000, bytes), for_few) << bytes << " bytes";
    EXPECT_EQ(choose(limit, 1000, bytes), DeviceScan::work_ahead) << bytes << " bytes";
  };
  expect_limit(22, 1);
  expect_limit(22, 4);
  expect_limit(21, 8);
  EXPECT_EQ(choose(3000, 1000, 64), DeviceScan::work_ahead);
  std::size_t const n = (std::size_t(1) << 22) - 1;
  EXPECT_EQ(choose(n, 1000, 4, 4), DeviceScan::work_ahead) << "keys are bytes too";
}

TEST(Capabilities, AreConsistent) {
  constexpr auto capabilities = tuning::capabilities<Exec>;
  EXPECT_GE(capabilities.max_lanes, 32);
  EXPECT_EQ(capabilities.lanes_are_threads, !on_host);
  EXPECT_EQ(capabilities.parallel_scan_keeps_order, on_host);
}

TEST(ScanOptions, ChainInAnyOrder) {
  constexpr auto options = KokkosScan::ScanOptions<DeviceScan::hierarchical>{}.reproducible();
  static_assert(options.variant == DeviceScan::hierarchical);
  static_assert(options.is_reproducible);
  static_assert(!KokkosScan::ScanOptions<>{}.is_reproducible);
  KokkosScan::Workspace<Exec> workspace{Exec()};
  auto const first = KokkosScan::ScanOptions<>{}.with(workspace).reproducible();
  auto const second = KokkosScan::ScanOptions<>{}.reproducible().with(workspace);
  EXPECT_EQ(first.workspace, &workspace);
  EXPECT_EQ(second.workspace, &workspace);
  EXPECT_TRUE(first.is_reproducible);
  EXPECT_TRUE(second.is_reproducible);
}

}  // namespace KokkosScanTest
