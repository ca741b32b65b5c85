// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file One variant and one input, compared with the oracle: out of place, in place, misaligned,
/// guarded.

#include <gtest/gtest.h>

#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/tuning/scan_selector.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "environment.hpp"
#include "generators.hpp"
#include "matchers.hpp"
#include "reference.hpp"
#include "sizes.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

using KokkosScan::DeviceScan;
using KokkosScan::ScanMode;
using KokkosScan::ScanOptions;
using KokkosScan::ScanPolicy;
using KokkosScan::TileStorage;

/// The tuned policy.
inline constexpr ScanPolicy tuned{};

/// Tiles so small that a few thousand elements make hundreds of them and several levels of
/// recursion.
inline constexpr ScanPolicy small_tiles = on_host
                                              ? ScanPolicy{.lanes = 4,
                                                           .threads = 1,
                                                           .items = 4,
                                                           .storage = TileStorage::cache,
                                                           .is_persistent = true}
                                              : ScanPolicy{.lanes = 8, .threads = 2, .items = 2};

/// The number of elements in a tile of the tuned policy for T.
template <class T, DeviceScan V = DeviceScan::look_back>
inline constexpr std::size_t tile_of =
    KokkosScan::tuning::scan_policy<Exec, T>(V,
                                             {.stage_bytes = sizeof(T), .element_bytes = sizeof(T)})
        .tile();

/// The awkward sizes, and sizes around one and several tiles of T.
template <class T>
std::vector<std::size_t> all_sizes() {
  auto sizes = awkward_sizes();
  for (std::size_t const tiles : {1, 2, 3}) {
    for (std::size_t const tile : {tile_of<T>, tile_of<T, DeviceScan::fixed_look_back>,
                                   tile_of<T, DeviceScan::work_ahead>}) {
      sizes.insert(sizes.end(), {tiles * tile - 1, tiles * tile, tiles * tile + 1});
    }
  }
  return sorted(sizes);
}

/// A shorter list, for combinations that are not the main subject of a test.
template <class T>
std::vector<std::size_t> some_sizes() {
  auto sizes = few_sizes();
  sizes.insert(sizes.end(), {tile_of<T>, tile_of<T> + 1, 3 * tile_of<T> - 1});
  return sorted(sizes);
}

/// Kokkos::parallel_scan keeps the order of its operands on hosts only.
template <DeviceScan V, class Op>
inline constexpr bool is_supported =
    V != DeviceScan::parallel_scan || Op::is_commutative || on_host;

/// An offset that changes with the size, so that most arrays start unaligned.
inline std::size_t misalignment(std::size_t n) { return n % 5; }

inline std::string describe(DeviceScan variant, std::size_t n) {
  return std::string(KokkosScan::name(variant)) + ", n = " + std::to_string(n);
}

template <DeviceScan V, ScanPolicy P>
std::string describe(std::size_t n) {
  return describe(V, n) + (P == tuned ? "" : ", tiles of " + std::to_string(P.tile()));
}

template <DeviceScan V, ScanPolicy P = tuned, class T, class Op>
void check_inclusive(std::vector<T> const& input, Op const& op) {
  if constexpr (is_supported<V, Op>) {
    std::size_t const n = input.size();
    SCOPED_TRACE((describe<V, P>(n)));
    auto const expected = reference::inclusive_scan_as<T>(input, op);
    GuardedArray<T> const in(input, misalignment(n));
    GuardedArray<T> const out(n, misalignment(n + 3));
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), op, ScanOptions<V, P>{});
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(in.holds(input)) << "the input was changed";
    KokkosScan::inclusive_scan(Exec(), in.const_view(), in.view(), op, ScanOptions<V, P>{});
    EXPECT_TRUE(in.holds(expected)) << "in place";
  }
}

/// Out of place with and without the total in an additional entry, and in place.
template <DeviceScan V, ScanPolicy P = tuned, class T, class Op>
void check_exclusive(std::vector<T> const& input, Op const& op,
                     typename Op::value_type const& init) {
  if constexpr (is_supported<V, Op>) {
    std::size_t const n = input.size();
    SCOPED_TRACE((describe<V, P>(n)));
    auto const with_total = reference::exclusive_scan_with_total(input, op, init);
    auto const expected = reference::exclusive_scan(input, op, init);
    GuardedArray<T> const in(input, misalignment(n));
    for (bool const total : {false, true}) {
      SCOPED_TRACE(total ? "total in the last entry" : "no total");
      GuardedArray<T> const out(n + (total ? 1 : 0), misalignment(n + 3));
      KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), op, init,
                                 ScanOptions<V, P>{});
      EXPECT_TRUE(out.holds(total ? with_total : expected));
      EXPECT_TRUE(in.holds(input)) << "the input was changed";
    }
    KokkosScan::exclusive_scan(Exec(), in.const_view(), in.view(), op, init, ScanOptions<V, P>{});
    EXPECT_TRUE(in.holds(expected)) << "in place";
  }
}

/// Inclusive scans by every variant for every size. `generate(n)` makes the input.
template <class Op, class Generate>
void check_inclusive_variants(Op const& op, Generate const& generate,
                              std::vector<std::size_t> const& sizes) {
  for (std::size_t const n : sizes) {
    auto const input = generate(n);
    check_inclusive<DeviceScan::automatic>(input, op);
    check_inclusive<DeviceScan::parallel_scan>(input, op);
    check_inclusive<DeviceScan::hillis_steele>(input, op);
    check_inclusive<DeviceScan::hierarchical>(input, op);
    check_inclusive<DeviceScan::look_back>(input, op);
    check_inclusive<DeviceScan::fixed_look_back>(input, op);
    check_inclusive<DeviceScan::work_ahead>(input, op);
  }
}

/// Inclusive scans only by the variants that work in tiles: for types and operators that differ
/// little from others whose scans are tested in full.
template <class Op, class Generate>
void check_inclusive_tiles(Op const& op, Generate const& generate,
                           std::vector<std::size_t> const& sizes) {
  for (std::size_t const n : sizes) {
    auto const input = generate(n);
    check_inclusive<DeviceScan::hierarchical>(input, op);
    check_inclusive<DeviceScan::look_back>(input, op);
    check_inclusive<DeviceScan::fixed_look_back>(input, op);
    check_inclusive<DeviceScan::work_ahead>(input, op);
  }
}

/// The same with hundreds of tiles.
template <class Op, class Generate>
void check_inclusive_small_tiles(Op const& op, Generate const& generate,
                                 std::vector<std::size_t> const& sizes) {
  for (std::size_t const n : sizes) {
    auto const input = generate(n);
    check_inclusive<DeviceScan::hierarchical, small_tiles>(input, op);
    check_inclusive<DeviceScan::look_back, small_tiles>(input, op);
    check_inclusive<DeviceScan::fixed_look_back, small_tiles>(input, op);
    check_inclusive<DeviceScan::work_ahead, small_tiles>(input, op);
  }
}

template <class Op, class Generate>
void check_exclusive_variants(Op const& op, typename Op::value_type const& init,
                              Generate const& generate, std::vector<std::size_t> const& sizes) {
  for (std::size_t const n : sizes) {
    auto const input = generate(n);
    check_exclusive<DeviceScan::automatic>(input, op, init);
    check_exclusive<DeviceScan::parallel_scan>(input, op, init);
    check_exclusive<DeviceScan::hillis_steele>(input, op, init);
    check_exclusive<DeviceScan::hierarchical>(input, op, init);
    check_exclusive<DeviceScan::look_back>(input, op, init);
    check_exclusive<DeviceScan::fixed_look_back>(input, op, init);
    check_exclusive<DeviceScan::work_ahead>(input, op, init);
  }
}

template <class T>
std::vector<T> random_input(std::size_t n) {
  return random_elements<T>(n, n);
}

}  // namespace KokkosScanTest
