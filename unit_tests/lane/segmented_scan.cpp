// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "segmented_drivers.hpp"

/// \file Scans of segments and by key, one element per lane and of ranges.

namespace KokkosScanTest {

using KokkosScan::Sum;

template <int W, class Key = int, class Op>
void check_groups_by(Op const& op) {
  for (std::size_t const n : lane_sizes(W)) {
    auto const input = random_elements<typename Op::value_type>(n, n + W);
    for (auto const& offsets : ways_to_cut(n))
      check_segmented_groups<W>(input, flags_of(offsets), keys_of<Key>(offsets), op);
  }
}

TEST(LaneSegmentedScanValues, Int32ByEveryWidth) {
  check_groups_by<1>(Sum<int>{});
  check_groups_by<2>(Sum<int>{});
  check_groups_by<4>(Sum<int>{});
  check_groups_by<8>(Sum<int>{});
  check_groups_by<16>(Sum<int>{});
  check_groups_by<32>(Sum<int>{});
  check_groups_by<64>(Sum<int>{});
}

TEST(LaneSegmentedScanValues, OtherTypes) {
  check_groups_by<4, std::int64_t>(Sum<float>{});
  check_groups_by<8, double>(Sum<double>{});
  check_groups_by<16, std::int8_t>(RgbSum{});
  check_groups_by<32, float>(KokkosScan::Max<std::int8_t>{});
  check_groups_by<8>(SumFromInt<Number>{});
}

TEST(LaneSegmentedScanValues, KeepTheOrder) {
  check_groups_by<1>(BicyclicProduct{});
  check_groups_by<8>(HeisenbergProduct{});
  check_groups_by<32>(BicyclicProduct{});
  check_groups_by<64>(BicyclicProduct{});
}

TEST(LaneSegmentedScanValues, NoOperandsOfDifferentSegments) {
  for (std::size_t const n : lane_sizes(16))
    for (auto const& offsets : ways_to_cut(n)) {
      Violations const violations("violations");
      check_segmented_groups<16>(intervals_of(offsets), flags_of(offsets), keys_of<int>(offsets),
                                 counting_operator(violations));
      EXPECT_EQ(value_of(violations), 0);
    }
}

template <int W, class Key = int, class Offset = int, class Op>
void check_ranges(Op const& op) {
  for (std::size_t const n : lane_sizes(W)) {
    auto const input = random_elements<typename Op::value_type>(n, n + W);
    for (auto const& offsets : ways_to_cut(n)) {
      GuardedArray<Offset> const some(std::vector<Offset>(offsets.begin(), offsets.end()), 1);
      GuardedArray<Key> const keys(keys_of<Key>(offsets), 1, 2);
      check_segmented_range<Form::inclusive, W>(input, offsets, some.const_view(), op);
      check_segmented_range<Form::exclusive, W>(input, offsets, some.const_view(), op);
      check_segmented_range<Form::inclusive_by_key, W>(input, offsets, keys.strided_view(), op);
      check_segmented_range<Form::exclusive_by_key, W>(input, offsets, keys.strided_view(), op);
    }
  }
}

TEST(LaneSegmentedScanRange, Int32) {
  check_ranges<1>(Sum<int>{});
  check_ranges<8>(Sum<int>{});
  check_ranges<32>(Sum<int>{});
  check_ranges<64>(Sum<int>{});
}

TEST(LaneSegmentedScanRange, OtherTypes) {
  check_ranges<4, std::int8_t, std::uint64_t>(Sum<double>{});
  check_ranges<16, double, std::int16_t>(RgbSum{});
  check_ranges<8>(SumFromInt<Number>{});
}

TEST(LaneSegmentedScanRange, KeepsTheOrder) {
  check_ranges<2>(BicyclicProduct{});
  check_ranges<32>(HeisenbergProduct{});
}

TEST(LaneSegmentedScanRange, NoOperandsOfDifferentSegments) {
  for (std::size_t const n : lane_sizes(32))
    for (auto const& offsets : ways_to_cut(n)) {
      Violations const violations("violations");
      Concatenate const op = counting_operator(violations);
      GuardedArray<std::size_t> const some(offsets);
      GuardedArray<int> const keys(keys_of<int>(offsets));
      auto const input = intervals_of(offsets);
      check_segmented_range<Form::inclusive, 32>(input, offsets, some.const_view(), op);
      check_segmented_range<Form::exclusive_by_key, 32>(input, offsets, keys.const_view(), op);
      EXPECT_EQ(value_of(violations), 0);
    }
}

TEST(LaneSegmentedScanRange, OffsetsThatDoNotCoverTheRange) {
  auto const input = random_elements<int>(200, 2);
  auto const check = [&](std::vector<int> const& given, std::vector<std::size_t> const& meant) {
    GuardedArray<int> const some(given);
    check_segmented_range<Form::inclusive, 8>(input, meant, some.const_view(), Sum<int>{});
    check_segmented_range<Form::exclusive, 32>(input, meant, some.const_view(), Sum<int>{});
  };
  check({}, {0, 200});
  check({70}, {0, 70, 200});
  check({3, 3, 3, 50, 51, 199}, {0, 3, 50, 51, 199, 200});
  check({0, 100, 200, 200, 300}, {0, 100, 200});
}

}  // namespace KokkosScanTest
