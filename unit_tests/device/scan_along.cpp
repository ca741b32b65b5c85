// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include "errors.hpp"
#include "scan_along_drivers.hpp"

namespace KokkosScanTest {

using Kokkos::LayoutLeft, Kokkos::LayoutRight, Kokkos::LayoutStride;
using KokkosScan::Sum;

template <class T, class LayoutIn, class LayoutOut>
void check_sums_along_both_axes() {
  for (TableShape const& shape : table_shapes()) {
    check_along<0, T, LayoutIn, LayoutOut>(shape, Sum<T>{}, T(3), ScanOptions<>{});
    check_along<1, T, LayoutIn, LayoutOut>(shape, Sum<T>{}, T(3), ScanOptions<>{});
  }
}

template <class T, class Layout>
void check_sums_in_place() {
  for (TableShape const& shape : table_shapes()) {
    check_along_in_place<0, T, Layout>(shape, Sum<T>{});
    check_along_in_place<1, T, Layout>(shape, Sum<T>{});
  }
}

TEST(ScanAlong, LayoutRight) { check_sums_along_both_axes<int, LayoutRight, LayoutRight>(); }
TEST(ScanAlong, LayoutLeft) { check_sums_along_both_axes<int, LayoutLeft, LayoutLeft>(); }
TEST(ScanAlong, LayoutStride) { check_sums_along_both_axes<double, LayoutStride, LayoutStride>(); }
TEST(ScanAlong, FromRightToLeft) { check_sums_along_both_axes<int, LayoutRight, LayoutLeft>(); }

TEST(ScanAlong, InPlace) {
  check_sums_in_place<int, LayoutRight>();
  check_sums_in_place<int, LayoutLeft>();
  check_sums_in_place<double, LayoutStride>();
}

/// Long thin tables: 2^16 x 4 down the columns, in place, in both layouts.
TEST(ScanAlong, LongAndThin) {
  check_along_in_place<0, float, LayoutRight>({1u << 16, 4}, Sum<float>{});
  check_along_in_place<0, float, LayoutLeft>({1u << 16, 4}, Sum<float>{});
  check_along_in_place<1, float, LayoutRight>({1u << 16, 4}, Sum<float>{});
  check_along_in_place<1, float, LayoutLeft>({4, 1u << 16}, Sum<float>{});
  // More columns than are scanned together, and not a multiple of their number.
  check_along_in_place<0, float, LayoutRight>({(1u << 16) + 3, 6}, Sum<float>{});
  check_along_in_place<1, float, LayoutLeft>({5, (1u << 16) + 1}, Sum<float>{});
  // So long that GPUs read it in pieces, twice.
  check_along_in_place<0, float, LayoutRight>({(1u << 18) + 3, 6}, Sum<float>{});
}

/// Rows that a CPU scans in tiles: in one and in several, more rows than threads, with gaps between
/// them, and initial values, for which it matters where a row starts.
TEST(ScanAlong, LongRows) {
  for (TableShape const& shape :
       std::vector<TableShape>{{70, 1u << 14}, {3, (1u << 18) + 5}, {1, 100003}}) {
    check_along<1, int, LayoutRight, LayoutRight>(shape, Sum<int>{}, 7, ScanOptions<>{});
    check_along<1, double, LayoutStride, LayoutStride>(shape, Sum<double>{}, 7, ScanOptions<>{});
    check_along<1, int, LayoutStride, LayoutRight>(shape, Sum<int>{}, 7, ScanOptions<>{});
    check_along<0, float, LayoutLeft, LayoutLeft>({shape.columns, shape.rows}, Sum<float>{}, 7,
                                                  ScanOptions<>{});
  }
  check_along_in_place<1, float, LayoutRight>({5, 1u << 18}, Sum<float>{});
}

/// So many that a CPU stores the results around its caches, and few threads claim tiles ahead.
TEST(ScanAlong, LongRowsThatAreStreamed) {
  TableShape const shape{5, (1u << 21) + 5};
  check_along<1, int, LayoutRight, LayoutRight>(shape, Sum<int>{}, 7, ScanOptions<>{});
  check_along<1, int, LayoutStride, LayoutStride>(shape, Sum<int>{}, 7, ScanOptions<>{});
}

/// Enough for a CPU to store the result around its caches: in pieces of rows, with few and many
/// columns, without and with gaps; and in whole chains.
TEST(ScanAlong, MoreThanTheCachesHold) {
  check_along<0, double, LayoutRight, LayoutRight>({(1u << 20) + 3, 5}, Sum<double>{}, 3.0,
                                                   ScanOptions<>{});
  check_along<0, double, LayoutRight, LayoutRight>({(1u << 17) + 3, 33}, Sum<double>{}, 3.0,
                                                   ScanOptions<>{});
  check_along<0, double, LayoutRight, LayoutStride>({(1u << 15) + 3, 131}, Sum<double>{}, 3.0,
                                                    ScanOptions<>{});
  check_along<0, double, LayoutStride, LayoutStride>({61, 70001}, Sum<double>{}, 3.0,
                                                     ScanOptions<>{});
}

TEST(ScanAlong, TwoToThe25RowsOfFour) {
  if (!environment_flag("KOKKOSSCAN_LARGE")) GTEST_SKIP() << "set KOKKOSSCAN_LARGE=1";
  check_along_in_place<0, float, LayoutRight>({1u << 25, 4}, Sum<float>{});
  check_along_in_place<0, float, LayoutLeft>({1u << 25, 4}, Sum<float>{});
}

TEST(ScanAlong, ShorterForms) {
  std::vector<int> const input{1, 2, 3, 4, 5, 6};  // two rows of three
  GuardedTable<int, LayoutRight> const in(2, 3, input), out(2, 3);
  KokkosScan::inclusive_scan_along<0>(Exec(), in.const_view(), out.view());
  EXPECT_TRUE(out.holds({1, 2, 3, 5, 7, 9}));
  KokkosScan::inclusive_scan_along<1>("a label", Exec(), in.const_view(), out.view(),
                                      KokkosScan::Max<int>{});
  EXPECT_TRUE(out.holds({1, 2, 3, 4, 5, 6}));
  KokkosScan::exclusive_scan_along<1>(Exec(), in.const_view(), out.view());
  EXPECT_TRUE(out.holds({0, 1, 3, 0, 4, 9}));
  KokkosScan::exclusive_scan_along<0>("a label", Exec(), in.const_view(), out.view(), Sum<int>{},
                                      1);
  EXPECT_TRUE(out.holds({1, 1, 1, 2, 3, 4}));
}

TEST(ScanAlongErrors, Extents) {
  GuardedTable<int, LayoutRight> const in(4, 3, std::vector<int>(12, 1)), out(3, 4);
  EXPECT_TRUE(
      rejects([&] { KokkosScan::inclusive_scan_along<0>(Exec(), in.const_view(), out.view()); },
              "inclusive_scan_along", "out has extents 3 x 4, needs 4 x 3 (extents of in)"));
  EXPECT_TRUE(
      rejects([&] { KokkosScan::exclusive_scan_along<1>(Exec(), in.const_view(), out.view()); },
              "exclusive_scan_along", "out has extents 3 x 4, needs 4 x 3"));
  EXPECT_TRUE(out.is_untouched());
}

TEST(ScanAlongErrors, PartialOverlap) {
  std::vector<int> const values(200, 1);
  GuardedArray<int> const array(values);
  using Table = Kokkos::View<int**, LayoutRight, Memory>;
  Table const in(array.view().data(), 10, 10), out(array.view().data() + 50, 10, 10);
  EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan_along<0>(Exec(), in, out); },
                      "inclusive_scan_along", "in and out overlap partially"));
  EXPECT_TRUE(array.holds(values));
}

}  // namespace KokkosScanTest
