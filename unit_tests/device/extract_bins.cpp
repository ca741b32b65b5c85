// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/extract_bin.hpp>
#include <cstdint>

#include "errors.hpp"
#include "extraction_drivers.hpp"
#include "silent_calls.hpp"

namespace KokkosScanTest {

using KokkosScan::DeviceScan;
using KokkosScan::ScanOptions;
using KokkosScan::ScanPolicy;

/// Tiles and pieces so small that a few thousand elements make many of each.
inline constexpr ExtractionPolicy small_tiles =
    on_host ? ExtractionPolicy{.threads = 1, .items = 5, .pieces_per_team = 3, .digit_bits = 3}
            : ExtractionPolicy{.threads = 64,
                               .items = 3,
                               .teams_per_multiprocessor = 1,
                               .pieces_per_team = 1,
                               .digit_bits = 3,
                               .sorts_tiles = true};

/// Elements of four bytes are also tested strided and with ranks.
template <class T>
void check_spreads() {
  constexpr double range = sizeof(T) == 1 ? 100 : 1e4;
  for (Spread const spread : all_spreads) {
    SCOPED_TRACE(name(spread));
    for (std::size_t const bins : {1u, 2u, 8u, 255u, 256u, 257u, 4096u}) {
      auto const input = spread_elements<T>(spread, 20011, range);
      UniformBins const binning(T(0), static_cast<T>(range), bins);
      if constexpr (sizeof(T) == 4)
        check_extraction(input, binning, bins);
      else
        check_moves(input, binning, bins);
    }
  }
}
TEST(ExtractBins, FloatSpreads) { check_spreads<float>(); }
TEST(ExtractBins, DoubleSpreads) { check_spreads<double>(); }
TEST(ExtractBins, Int8Spreads) { check_spreads<std::int8_t>(); }

TEST(ExtractBins, AwkwardSizes) {
  for (std::size_t const n : awkward_sizes()) {
    auto const in = spread_elements<float>(Spread::uniform, n, 1);
    check_extraction(in, UniformBins(0.0f, 1.0f, 16), 16);
    check_extraction<small_tiles>(in, UniformBins(0.1f, 0.8f, 8), 8);
    check_extraction<small_tiles>(in, UniformBins(0.1f, 0.8f, 100), 100);
  }
}

TEST(ExtractBins, ManyBins) {
  for (std::size_t const bins : {1u << 16, 70000u, 1u << 20})
    for (Spread const spread : {Spread::uniform, Spread::power_law, Spread::half_outside})
      check_extraction(spread_elements<double>(spread, 50021, 1), UniformBins(0.0, 1.0, bins),
                       bins);
  // So many bins that the digits are not all counted at once.
  std::size_t const most = std::size_t(1) << 22;
  check_moves(spread_elements<float>(Spread::half_outside, 5003, 1), UniformBins(0.0f, 1.0f, most),
              most);
}

/// The elements of out may be smaller than those of in, or larger.
template <class In, class Out>
void check_conversion() {
  for (std::size_t const bins : {5u, 200u, 3000u}) {
    std::size_t const n = 20011;
    SCOPED_TRACE(std::to_string(bins) + " bins");
    auto const input = spread_elements<In>(Spread::uniform, n, 100);
    UniformBins const binning(In(0), In(100), bins);
    auto const expected = reference::extract(input, binning, bins);
    std::vector<Out> elements;
    for (std::size_t const i : expected.permutation) elements.push_back(static_cast<Out>(input[i]));
    GuardedArray<In> const in(input, 1);
    GuardedArray<Out> const out(n, 1);
    GuardedArray<int> const offsets(bins + 1);
    KokkosScan::extract_bins(Exec(), in.const_view(), binning, out.view(), offsets.view());
    EXPECT_TRUE(offsets.holds(as<int>(expected.offsets)));
    EXPECT_TRUE(out.holds(elements));
  }
}
TEST(ExtractBins, IntoAnotherType) {
  check_conversion<double, float>();
  check_conversion<std::int64_t, std::int16_t>();
  check_conversion<float, double>();
}

struct Modulus {
  template <class T>
  KOKKOS_FUNCTION int operator()(T const& x) const {
    return static_cast<int>(x.a % 40) - 4;
  }
};
TEST(ExtractBins, StructsByACallable) {
  auto const input = random_elements<Heisenberg>(20011);
  check_extraction(input, Modulus{}, 30);
  check_moves<small_tiles>(input, Modulus{}, 30);
}
struct Truncated {
  KOKKOS_FUNCTION int operator()(float x) const { return static_cast<int>(x); }
};
struct RedOf {
  KOKKOS_FUNCTION int operator()(Rgb const& x) const { return x.r; }
};
TEST(ExtractBins, ThreeByteElements) { check_extraction(random_elements<Rgb>(5003), RedOf{}, 256); }

TEST(BinPermutation, PointsOfAGrid) {
  constexpr std::size_t n = 3001;
  KokkosScan::GridBins<3, float> const grid({0, 0, 0}, {1, 1, 1}, {20, 20, 20});
  Kokkos::View<float* [3], Memory> const points("points", n);
  auto const host = Kokkos::create_mirror_view(points);
  std::vector<Kokkos::Array<float, 3>> input(n);
  for (std::size_t i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d)
      input[i][d] = host(i, d) = static_cast<float>(random_unit(3 * i, d));
  Kokkos::deep_copy(points, host);
  auto const expected = reference::extract(input, grid, grid.bins());
  GuardedArray<std::uint32_t> const permutation(n);
  GuardedArray<int> const offsets(grid.bins() + 1);
  KokkosScan::bin_permutation(Exec(), points, grid, permutation.view(), offsets.view());
  EXPECT_TRUE(permutation.holds(as<std::uint32_t>(expected.permutation)));
  EXPECT_TRUE(offsets.holds(as<int>(expected.offsets)));
}

TEST(ExtractBin, OneBinInOrder) {
  for (std::size_t const n : few_sizes())
    for (Spread const spread : all_spreads) {
      SCOPED_TRACE(name(spread) + ", n = " + std::to_string(n));
      auto const input = spread_elements<float>(spread, n, 1);
      UniformBins const binning(0.0f, 1.0f, 5);
      for (int bin = 0; bin < 5; ++bin) {
        std::vector<float> expected;
        for (float const x : input)
          if (reference::bin(binning, x, 5) == bin) expected.push_back(x);
        GuardedArray<float> const in(input, 1), out(n, 1);
        Kokkos::View<long, Memory> const count("count");
        Kokkos::deep_copy(count, -1);
        KokkosScan::extract_bin(Exec(), in.const_view(), binning, bin, out.view(), count);
        long found = -1;
        Kokkos::deep_copy(found, count);
        ASSERT_EQ(found, static_cast<long>(expected.size()));
        auto elements = to_vector(out.view());
        for (std::size_t j = expected.size(); j < n; ++j) EXPECT_TRUE(is_poison(elements[j]));
        elements.resize(expected.size());
        EXPECT_TRUE(equal_lists(elements, expected));
      }
    }
}

/// The size of one bin is not known in advance: out may be too short, and the number of input
/// elements may be on the device.
TEST(ExtractBin, WhatFitsOfTheFirstOnes) {
  constexpr std::size_t n = 5003, live = 4000, room = 100;
  auto const input = spread_elements<float>(Spread::uniform, n, 1);
  UniformBins const binning(0.0f, 1.0f, 5);
  std::vector<float> expected;
  for (std::size_t i = 0; i < live; ++i)
    if (reference::bin(binning, input[i], 5) == 2) expected.push_back(input[i]);
  ASSERT_GT(expected.size(), room);
  GuardedArray<float> const in(input, 1), out(room, 1);
  Kokkos::View<int, Memory> const size("size"), count("count");
  Kokkos::deep_copy(size, static_cast<int>(live));
  KokkosScan::extract_bin(Exec(), KokkosScan::counted(in.const_view(), size), binning, 2,
                          out.view(), count);
  int found = -1;
  Kokkos::deep_copy(found, count);
  EXPECT_EQ(found, static_cast<int>(expected.size()));
  EXPECT_TRUE(out.holds(std::vector<float>(expected.begin(), expected.begin() + room)));
}
/// Extraction of one bin by any variant of the scan.
inline constexpr ScanPolicy small_scan_tiles =
    on_host ? ScanPolicy{.lanes = 1,
                         .items = 16,
                         .storage = KokkosScan::TileStorage::cache,
                         .is_persistent = true}
            : ScanPolicy{.lanes = 8, .threads = 2, .items = 2};
template <DeviceScan V, ScanPolicy P>
void check_one_bin() {
  SCOPED_TRACE(KokkosScan::name(V));
  auto const input = spread_elements<float>(Spread::half_outside, 20011, 1);
  UniformBins const binning(0.0f, 1.0f, 5);
  std::vector<float> expected;
  for (float const x : input)
    if (reference::bin(binning, x, 5) == 3) expected.push_back(x);
  GuardedArray<float> const in(input, 1), out(expected.size(), 1);
  Kokkos::View<int, Memory> const count("count");
  KokkosScan::extract_bin(Exec(), in.const_view(), binning, 3, out.view(), count,
                          ScanOptions<V, P>{});
  int found = -1;
  Kokkos::deep_copy(found, count);
  EXPECT_EQ(found, static_cast<int>(expected.size()));
  EXPECT_TRUE(out.holds(expected));
}
TEST(ExtractBin, ByEveryVariant) {
  check_one_bin<DeviceScan::look_back, small_scan_tiles>();
  check_one_bin<DeviceScan::work_ahead, small_scan_tiles>();
  check_one_bin<DeviceScan::hierarchical, small_scan_tiles>();
  check_one_bin<DeviceScan::parallel_scan, ScanPolicy{}>();
  check_one_bin<DeviceScan::hillis_steele, ScanPolicy{}>();
}

/// The input array, of many tiles, may also be the output.
TEST(ExtractBin, InPlace) {
  auto const input = spread_elements<float>(Spread::uniform, 200003, 1);
  UniformBins const binning(0.0f, 1.0f, 5);
  std::vector<float> expected;
  for (float const x : input)
    if (reference::bin(binning, x, 5) == 4) expected.push_back(x);
  GuardedArray<float> const array(input, 1);
  Kokkos::View<int, Memory> const count("count");
  KokkosScan::extract_bin(Exec(), array.view(), binning, 4, array.view(), count);
  auto elements = to_vector(array.view());
  elements.resize(expected.size());
  EXPECT_TRUE(equal_lists(elements, expected));
  EXPECT_TRUE(array.guards_hold());
}

struct WithoutBins : Truncated {
  static std::size_t bins() { return 0; }
};

TEST(ExtractionErrors, AreNamedBeforeTheLaunch) {
  GuardedArray<float> const in(std::vector<float>(10, 0.5f)), out(10), nine(9);
  GuardedArray<int> const offsets(9), eight(8), one(1), permutation(9);
  UniformBins const binning(0.0f, 1.0f, 8);
  auto const extract = [&](auto const& how, auto const& to, auto const& starts) {
    return [=, &in] { KokkosScan::extract_bins(Exec(), in.const_view(), how, to, starts); };
  };
  EXPECT_TRUE(rejects(extract(UniformBins(1.0f, 0.0f, 8), out.view(), offsets.view()),
                      "extract_bins", "binning has lo 1 and hi 0"));
  EXPECT_TRUE(rejects(extract(binning, nine.view(), offsets.view()), "extract_bins",
                      "out has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(extract(binning, out.view(), eight.view()), "extract_bins",
                      "offsets has extent 8, needs 9 (bins of binning, and one more)"));
  EXPECT_TRUE(rejects(extract(Truncated{}, out.view(), one.view()), "extract_bins",
                      "offsets has extent 1, needs at least 2"));
  EXPECT_TRUE(rejects(extract(WithoutBins{}, out.view(), one.view()), "extract_bins",
                      "binning has 0 bins (bins() is 0), needs at least 1"));
  EXPECT_TRUE(rejects(extract(binning, in.view(), offsets.view()), "extract_bins",
                      "in and out start at the same address"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::bin_permutation(Exec(), in.const_view(), binning, permutation.view(),
                                    offsets.view());
      },
      "bin_permutation", "permutation has extent 9, needs 10"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::bin_ranks(Exec(), in.const_view(), binning, permutation.view(), offsets.view());
      },
      "bin_ranks", "ranks has extent 9, needs 10"));
  Kokkos::View<int, Memory> const count("count");
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::extract_bin(Exec(), in.const_view(), binning, 8, out.view(), count); },
      "extract_bin", "bin is 8, needs to be in 0 … 7"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::extract_bin(Exec(), in.const_view(), binning, std::size_t(1) << 32, out.view(),
                                count);
      },
      "extract_bin", "bin is 4294967296, needs to be in 0 … 7"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::extract_bin(Exec(), in.const_view(), WithoutBins{}, 0, out.view(), count);
      },
      "extract_bin", "binning has 0 bins (bins() is 0), needs at least 1"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::extract_bin(Exec(), Kokkos::subview(in.view(), std::pair<int, int>(0, 9)),
                                binning, 0, Kokkos::subview(in.view(), std::pair<int, int>(1, 10)),
                                count);
      },
      "extract_bin", "in and out overlap"));
  Kokkos::View<float*, Memory> const edges("edges", 10);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::extract_bins(
            Exec(), in.const_view(),
            KokkosScan::EdgeBins(Kokkos::subview(edges, std::pair<int, int>(1, 10))), edges,
            offsets.view());
      },
      "extract_bins", "edges of binning and out overlap partially"));
  EXPECT_TRUE(out.is_untouched());
  EXPECT_TRUE(offsets.is_untouched());
}

TEST(ExtractBins, GrownWorkspaceNeitherAllocatesNorFences) {
  Exec const exec;
  GuardedArray<float> const in(spread_elements<float>(Spread::uniform, 100003, 1)), out(100003);
  GuardedArray<int> const permutation(100003);
  Kokkos::View<int, Memory> const count("count");
  for (std::size_t const bins : {8u, 5000u}) {
    SCOPED_TRACE(bins);
    UniformBins const binning(0.0f, 1.0f, bins);
    GuardedArray<int> const offsets(bins + 1);
    KokkosScan::Workspace<Exec> workspace(exec);
    auto const call = [&] {
      KokkosScan::extract_bins("counted", exec, in.const_view(), binning, out.view(),
                               offsets.view(), ExtractionOptions<>{}.with(workspace));
      KokkosScan::bin_permutation("counted", exec, in.const_view(), binning, permutation.view(),
                                  offsets.view(), ExtractionOptions<>{}.with(workspace));
      KokkosScan::bin_ranks("counted", exec, in.const_view(), binning, permutation.view(),
                            offsets.view(), ExtractionOptions<>{}.with(workspace));
      KokkosScan::extract_bin("counted", exec, in.const_view(), binning, 3, out.view(), count,
                              KokkosScan::ScanOptions<>{}.with(workspace));
    };
    expect_neither_allocation_nor_fence(exec, call);
  }
}

}  // namespace KokkosScanTest
