// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/segmented_scan.hpp>

#include "errors.hpp"
#include "event_counter.hpp"
#include "scan_drivers.hpp"

namespace KokkosScanTest {

TEST(SegmentedScanErrors, OutExtent) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), offsets(std::vector<int>{0, 10}), out(9);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), offsets.const_view(),
                                             out.view());
      },
      "segmented_inclusive_scan", "out has extent 9", {"10"}));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::segmented_exclusive_scan(Exec(), in.const_view(), offsets.const_view(),
                                             out.view());
      },
      "segmented_exclusive_scan", "out has extent 9", {"10"}));
  EXPECT_TRUE(out.is_untouched());
}

TEST(SegmentedScanErrors, NoOffsets) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), offsets(0), out(10);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), offsets.const_view(),
                                             out.view());
      },
      "segmented_inclusive_scan", "segment_offsets has extent 0, needs at least 1"));
  EXPECT_TRUE(out.is_untouched());
}

TEST(SegmentedScanErrors, PartialOverlap) {
  std::vector<int> const values(20, 1);
  GuardedArray<int> const array(values), offsets(std::vector<int>{0, 10});
  Array<int> const in = Kokkos::subview(array.view(), std::pair<std::size_t, std::size_t>(0, 10));
  Array<int> const shift =
      Kokkos::subview(array.view(), std::pair<std::size_t, std::size_t>(4, 14));
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::segmented_inclusive_scan(Exec(), in, offsets.const_view(), shift); },
      "segmented_inclusive_scan", "in and out overlap partially"));
  EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan_by_key(Exec(), in, in, shift); },
                      "inclusive_scan_by_key", "in and out overlap partially"));
  EXPECT_TRUE(array.holds(values));
}

/// The call is refused before the heads are marked.
TEST(SegmentedScanErrors, VariantsThatAreNotReproducible) {
  GuardedArray<double> const in(std::vector<double>(10, 1)), out(10);
  GuardedArray<int> const offsets(std::vector<int>{0, 10});
  Kokkos::fence();
  EventCounter const events;
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::segmented_inclusive_scan(
            Exec(), in.const_view(), offsets.const_view(), out.view(),
            KokkosScan::ScanOptions<KokkosScan::DeviceScan::look_back>{}.reproducible());
      },
      "segmented_inclusive_scan", "options ask for reproducible results of look_back"));
  EXPECT_TRUE(EventCounter::kernels().empty());
}

TEST(ScanByKeyErrors, Extents) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), keys(std::vector<int>(3, 1)), out(10),
      short_out(9);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view());
      },
      "inclusive_scan_by_key", "keys has extent 3, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::exclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view());
      },
      "exclusive_scan_by_key", "keys has extent 3, needs 10"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan_by_key(Exec(), in.const_view(), in.const_view(),
                                          short_out.view());
      },
      "inclusive_scan_by_key", "out has extent 9, needs 10"));
  EXPECT_TRUE(out.is_untouched());
  EXPECT_TRUE(short_out.is_untouched());
}

}  // namespace KokkosScanTest
