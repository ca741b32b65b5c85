// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include "errors.hpp"
#include "scan_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

TEST(ScanErrors, InclusiveExtents) {
  for (std::size_t const wrong : {9, 11, 0}) {
    GuardedArray<int> const in(std::vector<int>(10, 1)), out(wrong);
    EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view()); },
                        "inclusive_scan", "out has extent ", {std::to_string(wrong), "10"}));
    EXPECT_TRUE(out.is_untouched());
  }
}

TEST(ScanErrors, TheWholeText) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), nine(9), twelve(12);
  EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan(Exec(), in.const_view(), nine.view()); },
                      "inclusive_scan", "out has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::exclusive_scan(Exec(), in.const_view(), twelve.view()); }, "exclusive_scan",
      "out has extent 12, needs 10 or 11 (extent of in, or one more for the total)"));
}

template <DeviceScan V>
void expect_extents_are_checked() {
  SCOPED_TRACE(KokkosScan::name(V));
  GuardedArray<int> const in(std::vector<int>(10, 1)), out(9);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), Sum<int>{},
                                   ScanOptions<V>{});
      },
      "inclusive_scan", "out has extent 9, needs 10"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), Sum<int>{}, 0,
                                   ScanOptions<V>{});
      },
      "exclusive_scan", "out has extent 9, needs 10 or 11"));
  EXPECT_TRUE(out.is_untouched());
}

TEST(ScanErrors, EveryVariantChecks) {
  expect_extents_are_checked<DeviceScan::automatic>();
  expect_extents_are_checked<DeviceScan::parallel_scan>();
  expect_extents_are_checked<DeviceScan::hillis_steele>();
  expect_extents_are_checked<DeviceScan::hierarchical>();
  expect_extents_are_checked<DeviceScan::look_back>();
  expect_extents_are_checked<DeviceScan::work_ahead>();
}

TEST(ScanErrors, LabelledCallsNameTheFunctionToo) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), out(9);
  EXPECT_TRUE(
      rejects([&] { KokkosScan::inclusive_scan("my label", Exec(), in.const_view(), out.view()); },
              "inclusive_scan", "out has extent ", {"9", "10"}));
}

Array<int> part(GuardedArray<int> const& array, std::size_t first, std::size_t last) {
  return Kokkos::subview(array.view(), std::pair<std::size_t, std::size_t>(first, last));
}

TEST(ScanErrors, PartialOverlap) {
  std::vector<int> const values(20, 1);
  GuardedArray<int> const array(values);
  for (std::size_t const shift : {1, 5, 9}) {
    SCOPED_TRACE(shift);
    EXPECT_TRUE(rejects(
        [&] {
          KokkosScan::inclusive_scan(Exec(), part(array, 0, 10), part(array, shift, 10 + shift));
        },
        "inclusive_scan", "in and out overlap partially"));
    EXPECT_TRUE(rejects(
        [&] {
          KokkosScan::inclusive_scan(Exec(), part(array, shift, 10 + shift), part(array, 0, 10));
        },
        "inclusive_scan", "in and out overlap partially"));
    EXPECT_TRUE(rejects(
        [&] {
          KokkosScan::exclusive_scan(Exec(), part(array, 0, 10), part(array, shift, 11 + shift));
        },
        "exclusive_scan", "in and out overlap partially"));
  }
  EXPECT_TRUE(array.holds(values));
}

TEST(ScanErrors, NeighboursDoNotOverlap) {
  std::vector<int> expected(20, 1);
  GuardedArray<int> const array(expected);
  KokkosScan::inclusive_scan(Exec(), part(array, 0, 10), part(array, 10, 20));
  for (int i = 0; i < 10; ++i) expected[10 + i] = i + 1;
  EXPECT_TRUE(array.holds(expected));
}

TEST(ScanErrors, SameDataOtherStrideIsAPartialOverlap) {
  std::vector<int> const values(20, 1);
  GuardedArray<int> const array(values);
  GuardedArray<int>::Strided const every_other(array.view().data(), Kokkos::LayoutStride(10, 2));
  EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan(Exec(), every_other, part(array, 0, 10)); },
                      "inclusive_scan", "in and out overlap partially"));
  EXPECT_TRUE(array.holds(values));
}

/// The even entries into the odd ones: the spans overlap, the elements do not. Accepted or
/// rejected, never wrong.
TEST(ScanErrors, InterleavedViewsAreRightOrRejected) {
  GuardedArray<int> const array(std::vector<int>(20, 1));
  GuardedArray<int>::Strided const even(array.view().data(), Kokkos::LayoutStride(10, 2));
  GuardedArray<int>::Strided const odd(array.view().data() + 1, Kokkos::LayoutStride(10, 2));
  std::vector<int> expected(20, 1);
  try {
    KokkosScan::inclusive_scan(Exec(), even, odd);
    for (int i = 0; i < 10; ++i) expected[2 * i + 1] = i + 1;
  } catch (std::invalid_argument const&) {
  }
  EXPECT_TRUE(array.holds(expected));
}

}  // namespace KokkosScanTest
