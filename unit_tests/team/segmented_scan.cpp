// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "segmented_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

template <class Op>
void check_values_of_variants(Op const& op, int lanes = 1) {
  for (int const size : possible_team_sizes()) {
    std::size_t const n = 2 * static_cast<std::size_t>(size) + 1;
    auto const input = random_elements<typename Op::value_type>(n, n);
    for (auto const& offsets : ways_to_cut(n)) {
      auto const check = [&]<TeamScan V>() {
        check_segmented_values<V, Cut::by_heads>(input, offsets, flags_of(offsets), op, size,
                                                 lanes);
      };
      check.template operator()<TeamScan::hillis_steele>();
      check.template operator()<TeamScan::double_buffer>();
      check.template operator()<TeamScan::blelloch>();
      check.template operator()<TeamScan::raking>();
      check.template operator()<TeamScan::lane_first>();
    }
  }
}

TEST(TeamSegmentedScanValues, Int32) { check_values_of_variants(Sum<int>{}); }
TEST(TeamSegmentedScanValues, SeveralLanesAThread) {
  check_values_of_variants(Sum<int>{}, 4);
  check_values_of_variants(Sum<int>{}, 32);
}
TEST(TeamSegmentedScanValues, OtherTypes) {
  check_values_of_variants(Sum<double>{});
  check_values_of_variants(RgbSum{});
  check_values_of_variants(SumFromInt<Number>{});
}
TEST(TeamSegmentedScanValues, KeepTheOrder) {
  check_values_of_variants(BicyclicProduct{});
  check_values_of_variants(HeisenbergProduct{}, 8);
}

/// A result that depends on another segment is `Concatenate::broken`. Combinations without a result
/// are not counted on a GPU: lanes without a group's total to scan there combine the last one with
/// itself.
TEST(TeamSegmentedScanValues, NoOperandsOfDifferentSegments) {
  for (int const size : possible_team_sizes()) {
    std::size_t const n = 2 * static_cast<std::size_t>(size) + 1;
    for (auto const& offsets : ways_to_cut(n)) {
      Violations const violations("violations");
      auto const check = [&]<TeamScan V>() {
        check_segmented_values<V, Cut::by_heads>(intervals_of(offsets), offsets, flags_of(offsets),
                                                 counting_operator(violations), size);
      };
      check.template operator()<TeamScan::blelloch>();
      check.template operator()<TeamScan::raking>();
      check.template operator()<TeamScan::lane_first>();
      if (on_host) {
        EXPECT_EQ(value_of(violations), 0);
      }
    }
  }
}

TEST(TeamSegmentedScanValues, NoFlagSet) {
  std::vector<int> const input{1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (int const size : possible_team_sizes())
    check_segmented_values<TeamScan::lane_first, Cut::by_heads>(
        input, {0, input.size()}, std::vector<int>(input.size(), 0), Sum<int>{}, size);
}

TEST(TeamSegmentedScanValues, KnownTeamSize) {
  int const size = on_host ? possible_team_sizes().back() : 256;
  auto const input = random_elements<double>(1000, 1);
  for (auto const& offsets : ways_to_cut(input.size())) {
    auto const flags = flags_of(offsets);
    check_segmented_values<TeamScan::lane_first, Cut::by_heads, 256>(input, offsets, flags,
                                                                     Sum<double>{}, size);
    check_segmented_values<TeamScan::raking, Cut::by_heads, 256>(input, offsets, flags,
                                                                 Sum<double>{}, size);
  }
}

inline std::vector<std::size_t> lengths_around(int team_size) {
  auto const s = static_cast<std::size_t>(team_size);
  return {0, 1, s - 1, s, s + 1, 3 * s - 1, 5 * s + 1, 1009};
}

/// \tparam Offset  the type of the offsets
template <TeamScan V, class Offset, class Op>
void check_rows_of(std::size_t n, Op const& op, int size, int lanes) {
  constexpr std::size_t rows = 3;
  auto const input = random_elements<typename Op::value_type>(rows * n, n);
  for (auto const& offsets : ways_to_cut(n)) {
    GuardedArray<Offset> const cuts(std::vector<Offset>(offsets.begin(), offsets.end()), 1);
    check_segmented_rows<V, ScanMode::inclusive, Cut::by_heads>(input, rows, offsets,
                                                                cuts.const_view(), op, size, lanes);
    check_segmented_rows<V, ScanMode::exclusive, Cut::by_heads>(input, rows, offsets,
                                                                cuts.const_view(), op, size, lanes);
  }
}
template <class Offset = int, class Op>
void check_lengths(Op const& op, int lanes = 1) {
  for (int const size : possible_team_sizes({1, 2, 3, 8, 33, 64}))
    for (std::size_t const n : lengths_around(size)) {
      check_rows_of<TeamScan::lane_first, Offset>(n, op, size, lanes);
      check_rows_of<TeamScan::raking, Offset>(n, op, size, lanes);
      check_rows_of<TeamScan::blelloch, Offset>(n, op, size, lanes);
    }
}

TEST(TeamSegmentedScanRange, Int32) { check_lengths(Sum<int>{}); }
TEST(TeamSegmentedScanRange, Double) { check_lengths<std::uint64_t>(Sum<double>{}); }
TEST(TeamSegmentedScanRange, ThreeBytes) { check_lengths<std::int16_t>(RgbSum{}); }
TEST(TeamSegmentedScanRange, KeepsTheOrder) { check_lengths(BicyclicProduct{}); }
TEST(TeamSegmentedScanRange, SeveralLanesAThread) { check_lengths(HeisenbergProduct{}, 4); }

TEST(TeamSegmentedScanRange, NoOperandsOfDifferentSegments) {
  for (int const size : possible_team_sizes({1, 2, 3, 8, 33, 64}))
    for (std::size_t const n : lengths_around(size))
      for (auto const& offsets : ways_to_cut(n)) {
        Violations const violations("violations");
        GuardedArray<std::size_t> const cuts(offsets);
        check_segmented_rows<TeamScan::lane_first, ScanMode::inclusive, Cut::by_heads>(
            intervals_of(offsets), 1, offsets, cuts.const_view(), counting_operator(violations),
            size);
        if (on_host) {
          EXPECT_EQ(value_of(violations), 0);
        }
      }
}

/// Elements before the first offset, and from the last one on, are a segment each; offsets past the
/// end have no effect; without an offset there is one segment.
TEST(TeamSegmentedScanRange, OffsetsThatDoNotCoverTheRange) {
  auto const input = random_elements<int>(200, 2);
  auto const check = [&](std::vector<int> const& given, std::vector<std::size_t> const& meant) {
    GuardedArray<int> const cuts(given);
    for (int const size : possible_team_sizes({1, 2, 7, 32, 100})) {
      check_segmented_rows<TeamScan::lane_first, ScanMode::inclusive, Cut::by_heads>(
          input, 1, meant, cuts.const_view(), Sum<int>{}, size);
      check_segmented_rows<TeamScan::lane_first, ScanMode::exclusive, Cut::by_heads>(
          input, 1, meant, cuts.const_view(), Sum<int>{}, size);
    }
  };
  check({}, {0, 200});
  check({70}, {0, 70, 200});
  check({3, 3, 3, 50, 51, 199}, {0, 3, 50, 51, 199, 200});
  check({0, 100, 200, 200, 300}, {0, 100, 200});
}

TEST(TeamSegmentedScanRange, KnownTeamSize) {
  int const size = on_host ? possible_team_sizes().back() : 256;
  auto const input = random_elements<int>(1000, 3);
  for (auto const& offsets : ways_to_cut(input.size())) {
    GuardedArray<std::size_t> const cuts(offsets);
    check_segmented_rows<TeamScan::lane_first, ScanMode::exclusive, Cut::by_heads, 256>(
        input, 1, offsets, cuts.const_view(), Sum<int>{}, size);
  }
}

}  // namespace KokkosScanTest
