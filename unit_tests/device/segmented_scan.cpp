// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/segmented_scan.hpp>
#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "scan_drivers.hpp"
#include "segments.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

template <DeviceScan V, ScanPolicy P = tuned, class Offset, class T, class Op>
void check_segmented(std::vector<T> const& input, std::vector<Offset> const& offsets, Op const& op,
                     typename Op::value_type const& init) {
  if constexpr (is_supported<V, Op>) {
    SCOPED_TRACE((describe<V, P>(input.size())) + ", segments " +
                 std::to_string(offsets.size() - 1));
    GuardedArray<T> const in(input, 1), out(input.size(), 3);
    GuardedArray<Offset> const segments(offsets);
    KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), segments.const_view(), out.view(),
                                         op, ScanOptions<V, P>{});
    EXPECT_TRUE(out.holds(reference::segmented_inclusive_scan(input, offsets, op))) << "inclusive";
    KokkosScan::segmented_exclusive_scan(Exec(), in.const_view(), segments.const_view(), out.view(),
                                         op, init, ScanOptions<V, P>{});
    EXPECT_TRUE(out.holds(reference::segmented_exclusive_scan(input, offsets, op, init)))
        << "exclusive";
    EXPECT_TRUE(in.holds(input)) << "the input was changed";
    EXPECT_TRUE(segments.holds(offsets)) << "the offsets were changed";
    KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), segments.const_view(), in.view(),
                                         op, ScanOptions<V, P>{});
    EXPECT_TRUE(in.holds(reference::segmented_inclusive_scan(input, offsets, op))) << "in place";
  }
}

template <class Offset, class Op>
void check_segmented_variants(std::size_t n, std::vector<std::size_t> const& wide_offsets,
                              Op const& op, typename Op::value_type const& init) {
  std::vector<Offset> const offsets(wide_offsets.begin(), wide_offsets.end());
  auto const input = random_elements<typename Op::value_type>(n, n);
  check_segmented<DeviceScan::automatic>(input, offsets, op, init);
  // The pair operator never commutes, and Kokkos::parallel_scan keeps the order on hosts only.
  if constexpr (on_host) check_segmented<DeviceScan::parallel_scan>(input, offsets, op, init);
  check_segmented<DeviceScan::hillis_steele>(input, offsets, op, init);
  check_segmented<DeviceScan::hierarchical>(input, offsets, op, init);
  check_segmented<DeviceScan::look_back>(input, offsets, op, init);
  check_segmented<DeviceScan::fixed_look_back>(input, offsets, op, init);
  check_segmented<DeviceScan::work_ahead>(input, offsets, op, init);
}

TEST(SegmentedScan, OneSegment) {
  for (std::size_t const n : few_sizes())
    check_segmented_variants<std::int32_t>(n, {0, n}, Sum<int>{}, 5);
}

TEST(SegmentedScan, NoSegmentAndNoElement) {
  check_segmented_variants<std::int32_t>(0, {0}, Sum<int>{}, 5);
  check_segmented_variants<std::int32_t>(0, {0, 0, 0}, Sum<int>{}, 5);
}

TEST(SegmentedScan, AllOfLengthOne) {
  for (std::size_t const n : {1u, 257u, 20011u}) {
    check_segmented_variants<std::int32_t>(n, equal_segments(n, 1), Sum<int>{}, 5);
  }
}

TEST(SegmentedScan, EqualSegmentsAcrossTiles) {
  for (std::size_t const length : {2u, 31u, 256u, 1000u, 4096u, 10007u}) {
    check_segmented_variants<std::int32_t>(50021, equal_segments(50021, length), Sum<int>{}, 5);
  }
}

TEST(SegmentedScan, RandomSegmentsSomeEmpty) {
  for (std::size_t const mean : {3u, 40u, 3000u}) {
    check_segmented_variants<std::int32_t>(70001, random_segments(70001, mean), Sum<int>{}, 5);
  }
}

TEST(SegmentedScan, ManyEmptyOnesAtBothEnds) {
  std::vector<std::size_t> offsets(100, 0);
  offsets.insert(offsets.end(), {300, 300, 300, 5000});
  offsets.insert(offsets.end(), 100, 9001);
  check_segmented_variants<std::int32_t>(9001, offsets, Sum<int>{}, 5);
}

TEST(SegmentedScan, SixtyFourBitAndUnsignedOffsets) {
  auto const offsets = random_segments(20011, 50);
  std::vector<std::uint64_t> const wide(offsets.begin(), offsets.end());
  std::vector<std::int16_t> const narrow{0, 5, 5, 300, 999};
  check_segmented<DeviceScan::automatic>(random_elements<int>(20011, 1), wide, Sum<int>{}, 0);
  check_segmented<DeviceScan::automatic>(random_elements<int>(999, 1), narrow, Sum<int>{}, 0);
}

TEST(SegmentedScan, ManySmallTilesKeepTheOrder) {
  auto const input = random_elements<Bicyclic>(20011, 9);
  for (std::size_t const mean : {1u, 15u, 300u, 30000u}) {
    auto const offsets = random_segments(20011, mean);
    BicyclicProduct const op;
    check_segmented<DeviceScan::hierarchical, small_tiles>(input, offsets, op, Bicyclic{1, 2});
    check_segmented<DeviceScan::look_back, small_tiles>(input, offsets, op, Bicyclic{1, 2});
    check_segmented<DeviceScan::fixed_look_back, small_tiles>(input, offsets, op, Bicyclic{1, 2});
    check_segmented<DeviceScan::work_ahead, small_tiles>(input, offsets, op, Bicyclic{1, 2});
  }
}

TEST(SegmentedScan, KeepsTheOrder) {
  check_segmented_variants<std::int64_t>(20011, random_segments(20011, 300), BicyclicProduct{},
                                         Bicyclic{1, 2});
}

TEST(SegmentedScan, OtherTypes) {
  auto const offsets = random_segments(20011, 300);
  check_segmented<DeviceScan::automatic>(random_elements<Rgb>(20011), offsets, RgbSum{},
                                         Rgb{1, 2, 3});
  check_segmented<DeviceScan::automatic>(random_elements<double>(20011), offsets, Sum<double>{},
                                         2.0);
  check_segmented<DeviceScan::automatic>(random_elements<Heisenberg>(20011), offsets,
                                         HeisenbergProduct{}, Heisenberg{1, 2, 3});
}

/// Input, offsets and output in combinations of strided and packed, and strided in place.
template <DeviceScan V, class T>
void check_strided_segments(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  auto const wide_offsets = random_segments(n, 40);
  std::vector<int> const offsets(wide_offsets.begin(), wide_offsets.end());
  auto const input = random_elements<T>(n, n);
  Sum<T> const sum;
  auto const inclusive = reference::segmented_inclusive_scan(input, offsets, sum);
  auto const exclusive = reference::segmented_exclusive_scan(input, offsets, sum, T(5));
  GuardedArray<T> const in(input, 1), spaced_in(input, 2, 3), out(n, 1), spaced_out(n, 0, 2);
  GuardedArray<int> const segments(offsets, 1), spaced_segments(offsets, 1, 2);
  ScanOptions<V> const options;
  KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), segments.const_view(),
                                       spaced_out.strided_view(), sum, options);
  EXPECT_TRUE(spaced_out.holds(inclusive)) << "packed to strided, inclusive";
  KokkosScan::segmented_exclusive_scan(Exec(), spaced_in.strided_view(),
                                       spaced_segments.strided_view(), spaced_out.strided_view(),
                                       sum, T(5), options);
  EXPECT_TRUE(spaced_out.holds(exclusive)) << "strided to strided, exclusive";
  KokkosScan::segmented_inclusive_scan(Exec(), spaced_in.strided_view(),
                                       spaced_segments.strided_view(), out.view(), sum, options);
  EXPECT_TRUE(out.holds(inclusive)) << "strided to packed, inclusive";
  KokkosScan::segmented_exclusive_scan(Exec(), spaced_in.strided_view(), segments.const_view(),
                                       spaced_in.strided_view(), sum, T(5), options);
  EXPECT_TRUE(spaced_in.holds(exclusive)) << "strided in place, exclusive";
}

TEST(SegmentedScan, Strided) {
  for (std::size_t const n : some_sizes<int>()) {
    check_strided_segments<DeviceScan::automatic, int>(n);
    check_strided_segments<DeviceScan::hillis_steele, int>(n);
    check_strided_segments<DeviceScan::hierarchical, double>(n);
    check_strided_segments<DeviceScan::look_back, int>(n);
    check_strided_segments<DeviceScan::fixed_look_back, int>(n);
    check_strided_segments<DeviceScan::work_ahead, double>(n);
  }
}

TEST(SegmentedScan, ShorterForms) {
  GuardedArray<int> const in(std::vector<int>{3, 1, 4, 1, 5, 9}),
      offsets(std::vector<int>{0, 2, 5, 6}), out(6);
  KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), offsets.const_view(), out.view());
  EXPECT_TRUE(out.holds({3, 4, 4, 5, 10, 9}));
  KokkosScan::segmented_inclusive_scan("a label", Exec(), in.const_view(), offsets.const_view(),
                                       out.view(), KokkosScan::Max<int>{});
  EXPECT_TRUE(out.holds({3, 3, 4, 4, 5, 9}));
  KokkosScan::segmented_exclusive_scan(Exec(), in.const_view(), offsets.const_view(), out.view());
  EXPECT_TRUE(out.holds({0, 3, 0, 4, 5, 0}));
  KokkosScan::segmented_exclusive_scan("a label", Exec(), in.const_view(), offsets.const_view(),
                                       out.view(), Sum<int>{}, 1);
  EXPECT_TRUE(out.holds({1, 4, 1, 5, 6, 1}));
}

TEST(SegmentedScan, Int8IntoInt32) {
  std::vector<std::int8_t> const input(1000, 100);
  std::vector<int> const offsets{0, 700, 1000};
  GuardedArray<std::int8_t> const in(input);
  GuardedArray<int> const segments(offsets), out(1000);
  KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), segments.const_view(), out.view());
  EXPECT_TRUE(out.holds(reference::segmented_inclusive_scan(input, offsets, Sum<int>{})));
}

}  // namespace KokkosScanTest
