// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/device/scan_by_key.hpp>

#include "counted_drivers.hpp"
#include "errors.hpp"
#include "scan_drivers.hpp"
#include "segments.hpp"
#include "silent_calls.hpp"

/// \file Scans whose number of elements is on the device.

namespace KokkosScanTest {

using KokkosScan::counted;
using KokkosScan::Sum;

template <DeviceScan V, ScanPolicy P = tuned, class Op>
void check_counted_scan(std::size_t n, Op const& op, typename Op::value_type const& init,
                        std::vector<int> const& sizes) {
  using T = typename Op::value_type;
  auto const input = random_elements<T>(n);
  ScanOptions<V, P> const options;
  GuardedArray<T> const in(input, 1);
  for (int const size : sizes) {
    SCOPED_TRACE((describe<V, P>(n)) + ", " + describe_size(size, n));
    std::size_t const m = counted_of(size, n);
    auto const counted_in = counted(in.const_view(), on_device(size));
    auto const elements = first_of(input, m);
    GuardedArray<T> const out(n, 1), with_total(n + 1, 1), place(input);
    KokkosScan::inclusive_scan(Exec(), counted_in, out.view(), op, options);
    EXPECT_TRUE(out.holds(untouched_behind(reference::inclusive_scan(elements, op), n)));
    KokkosScan::exclusive_scan(Exec(), counted_in, with_total.view(), op, init, options);
    EXPECT_TRUE(with_total.holds(
        untouched_behind(reference::exclusive_scan_with_total(elements, op, init), n + 1)));
    KokkosScan::exclusive_scan(Exec(), counted(place.view(), on_device<long>(size)), place.view(),
                               op, init, options);
    auto expected = input;
    auto const scanned = reference::exclusive_scan(elements, op, init);
    std::copy(scanned.begin(), scanned.end(), expected.begin());
    EXPECT_TRUE(place.holds(expected)) << "in place";
  }
}

template <ScanPolicy P = tuned, class Op>
void check_variants(std::size_t n, Op const& op, typename Op::value_type const& init,
                    std::vector<int> const& sizes) {
  check_counted_scan<DeviceScan::look_back, P>(n, op, init, sizes);
  check_counted_scan<DeviceScan::fixed_look_back, P>(n, op, init, sizes);
  check_counted_scan<DeviceScan::work_ahead, P>(n, op, init, sizes);
  check_counted_scan<DeviceScan::hierarchical, P>(n, op, init, sizes);
}

TEST(CountedScan, OneTileAndMany) {
  for (std::size_t const n : {0u, 100u, 300007u}) {
    check_variants(n, Sum<int>{}, 5, sizes_up_to(n));
    check_counted_scan<DeviceScan::automatic>(n, Sum<int>{}, 5, sizes_up_to(n));
  }
}

/// The last element ends a tile, or is one before or after its end; the order is kept.
TEST(CountedScan, EndsOfTiles) {
  constexpr int tile = small_tiles.tile();
  check_variants<small_tiles>(
      5 * tile + 3, HeisenbergProduct{}, Heisenberg{7, 11, 13},
      {0, tile - 1, tile, tile + 1, 3 * tile, 3 * tile + 1, 5 * tile, 5 * tile + 3});
}

/// The same at the ends of groups of tiles.
TEST(CountedScan, EndsOfGroups) {
  constexpr int tile = small_tiles.tile(), group = small_tiles.lanes * tile;
  check_variants<small_tiles>(
      100 * tile, HeisenbergProduct{}, Heisenberg{7, 11, 13},
      {group - 1, group, group + tile, small_tiles.lanes * group, small_tiles.lanes * group + tile,
       (small_tiles.lanes + 1) * group, (small_tiles.lanes + 1) * group + 1});
}

template <DeviceScan V>
void check_counted_scan_by_key(std::size_t n) {
  auto const input = random_elements<int>(n);
  auto const keys = keys_of<short>(random_segments(n, 50));
  GuardedArray<int> const in(input, 1);
  GuardedArray<short> const key(keys);
  Sum<int> const sum;
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE(describe(V, n) + ", " + describe_size(size, n));
    std::size_t const m = counted_of(size, n);
    auto const counted_in = counted(in.const_view(), on_device(size));
    auto const elements = first_of(input, m);
    auto const their_keys = first_of(keys, m);
    GuardedArray<int> const out(n), before(n);
    KokkosScan::inclusive_scan_by_key(Exec(), key.const_view(), counted_in, out.view(), sum,
                                      ScanOptions<V>{});
    EXPECT_TRUE(out.holds(
        untouched_behind(reference::inclusive_scan_by_key(their_keys, elements, sum), n)));
    KokkosScan::exclusive_scan_by_key(Exec(), key.const_view(), counted_in, before.view(), sum, 5,
                                      ScanOptions<V>{});
    EXPECT_TRUE(before.holds(
        untouched_behind(reference::exclusive_scan_by_key(their_keys, elements, sum, 5), n)));
  }
}

TEST(CountedScan, ByKey) {
  for (std::size_t const n : {100u, 300007u}) {
    check_counted_scan_by_key<DeviceScan::automatic>(n);
    check_counted_scan_by_key<DeviceScan::hierarchical>(n);
  }
}

/// As a step of a chain: the host does not read the size from the device.
TEST(CountedScan, NeitherAllocatesNorFences) {
  Exec const exec;
  KokkosScan::Workspace workspace(exec);
  GuardedArray<int> const in(random_elements<int>(300007)), out(300007);
  auto const size = on_device(200000);
  auto const launches = expect_neither_allocation_nor_fence(exec, [&] {
    KokkosScan::inclusive_scan("counted", exec, counted(in.const_view(), size), out.view(),
                               Sum<int>{}, ScanOptions<>{}.with(workspace));
  });
  if constexpr (KokkosScan::tuning::capabilities<Exec>.forward_progress) {
    EXPECT_EQ(launches, 1u);
  }
}

TEST(CountedScan, TheSizeIsOneNumberThatTheOutputDoesNotHold) {
  GuardedArray<int> const in(10), out(10), sizes(2);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan(Exec(), counted(in.const_view(), Kokkos::subview(out.view(), 3)),
                                   out.view());
      },
      "inclusive_scan", "the count of the input and out overlap partially"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::exclusive_scan(Exec(), counted(in.const_view(), sizes.view()), out.view());
      },
      "exclusive_scan", "the count of the input has 2 entries, needs 1"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan_by_key(Exec(), in.const_view(),
                                          counted(in.const_view(), Kokkos::subview(out.view(), 3)),
                                          out.view());
      },
      "inclusive_scan_by_key", "the count of the input and out overlap partially"));
}

}  // namespace KokkosScanTest
