// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/device/scan_by_key.hpp>

#include "counted_drivers.hpp"
#include "errors.hpp"
#include "generators.hpp"
#include "matchers.hpp"
#include "reference.hpp"
#include "segments.hpp"
#include "silent_calls.hpp"

/// \file Scans of as many elements as the device says.

namespace KokkosScanTest {

using KokkosScan::counted;
using KokkosScan::DeviceScan;
using KokkosScan::ScanOptions;
using KokkosScan::Sum;

template <DeviceScan V, class T>
void check_counted_scan(std::size_t n) {
  auto const input = random_elements<T>(n);
  ScanOptions<V> const options;
  GuardedArray<T> const in(input, 1);
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + describe_size(size, n));
    std::size_t const m = counted_of(size, n);
    auto const counted_in = counted(in.const_view(), on_device(size));
    auto const elements = first_of(input, m);
    Sum<T> const sum;
    GuardedArray<T> const out(n, 1), before(n), with_total(n + 1, 1), place(input);
    KokkosScan::inclusive_scan(Exec(), counted_in, out.view(), sum, options);
    EXPECT_TRUE(out.holds(untouched_behind(reference::inclusive_scan(elements, sum), n)));
    KokkosScan::exclusive_scan(Exec(), counted_in, before.view(), sum, T(5), options);
    EXPECT_TRUE(before.holds(untouched_behind(reference::exclusive_scan(elements, sum, T(5)), n)));
    KokkosScan::exclusive_scan(Exec(), counted_in, with_total.view(), sum, options);
    EXPECT_TRUE(with_total.holds(
        untouched_behind(reference::exclusive_scan_with_total(elements, sum, T(0)), n + 1)));
    KokkosScan::inclusive_scan(Exec(), counted(place.view(), on_device(long(size))), place.view(),
                               sum, options);
    auto expected = input;
    auto const scanned = reference::inclusive_scan(elements, sum);
    std::copy(scanned.begin(), scanned.end(), expected.begin());
    EXPECT_TRUE(place.holds(expected)) << "in place";
  }
}

template <DeviceScan V>
void check_counted_scan_by_key(std::size_t n) {
  auto const input = random_elements<int>(n);
  auto const keys = keys_of<short>(random_segments(n, 50));
  GuardedArray<int> const in(input, 1);
  GuardedArray<short> const key(keys);
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + describe_size(size, n));
    std::size_t const m = counted_of(size, n);
    GuardedArray<int> const out(n);
    KokkosScan::inclusive_scan_by_key(Exec(), key.const_view(),
                                      counted(in.const_view(), on_device(size)), out.view(),
                                      Sum<int>{}, ScanOptions<V>{});
    EXPECT_TRUE(out.holds(untouched_behind(
        reference::inclusive_scan_by_key(first_of(keys, m), first_of(input, m), Sum<int>{}), n)));
  }
}

template <class T>
void check_variants(std::size_t n) {
  check_counted_scan<DeviceScan::automatic, T>(n);
  check_counted_scan<DeviceScan::look_back, T>(n);
  check_counted_scan<DeviceScan::work_ahead, T>(n);
  check_counted_scan<DeviceScan::hierarchical, T>(n);
}

TEST(CountedScan, OneTileAndMany) {
  check_variants<int>(100);
  check_variants<int>(300007);
}

TEST(CountedScan, ByKey) {
  for (std::size_t const n : {100u, 300007u}) {
    check_counted_scan_by_key<DeviceScan::automatic>(n);
    check_counted_scan_by_key<DeviceScan::hierarchical>(n);
  }
}

/// The next step of a chain: nobody asks the device what the size was.
TEST(CountedScan, NeitherAllocatesNorFences) {
  Exec const exec;
  KokkosScan::Workspace workspace(exec);
  GuardedArray<int> const in(random_elements<int>(300007)), out(300007);
  auto const size = on_device(200000);
  auto const launches = expect_neither_allocation_nor_fence(exec, [&] {
    KokkosScan::inclusive_scan("counted", exec, counted(in.const_view(), size), out.view(),
                               Sum<int>{}, ScanOptions<>{}.with(workspace));
  });
  EXPECT_GE(launches, 1u);
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
}

}  // namespace KokkosScanTest
