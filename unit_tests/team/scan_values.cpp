// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "team_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

template <ScanMode Mode, class Op>
void check_variants(std::vector<typename Op::value_type> const& input, Op const& op, int team_size,
                    int lanes) {
  check_values<TeamScan::parallel_scan, Mode>(input, op, team_size, lanes);
  check_values<TeamScan::hillis_steele, Mode>(input, op, team_size, lanes);
  check_values<TeamScan::double_buffer, Mode>(input, op, team_size, lanes);
  check_values<TeamScan::blelloch, Mode>(input, op, team_size, lanes);
  check_values<TeamScan::raking, Mode>(input, op, team_size, lanes);
  check_values<TeamScan::lane_first, Mode>(input, op, team_size, lanes);
}

template <class Op>
void check_team_sizes(Op const& op, int lanes = 1) {
  for (int const size : possible_team_sizes()) {
    auto const input = random_elements<typename Op::value_type>(2 * size + 1, size);
    check_variants<ScanMode::inclusive>(input, op, size, lanes);
    check_variants<ScanMode::exclusive>(input, op, size, lanes);
  }
}

TEST(TeamScanValues, Int32) { check_team_sizes(Sum<int>{}); }

TEST(TeamScanValues, SeveralLanesAThread) {
  check_team_sizes(Sum<int>{}, 4);
  check_team_sizes(Sum<int>{}, 32);
}

TEST(TeamScanValues, OtherTypes) {
  check_team_sizes(Sum<double>{});
  check_team_sizes(RgbSum{});
  check_team_sizes(KokkosScan::Max<std::int8_t>{});
}

TEST(TeamScanValues, KeepTheOrder) {
  check_team_sizes(BicyclicProduct{});
  check_team_sizes(HeisenbergProduct{});
  check_team_sizes(BicyclicProduct{}, 8);
}

TEST(TeamScanValues, NoPaddingButTheIdentity) {
  for (int const size : possible_team_sizes()) {
    auto const input = unit_intervals(2 * size + 1);
    // Every team starts a new scan; the elements of a team touch.
    check_values<TeamScan::hillis_steele, ScanMode::inclusive>(input, Concatenate{}, size);
    check_values<TeamScan::double_buffer, ScanMode::inclusive>(input, Concatenate{}, size);
    check_values<TeamScan::blelloch, ScanMode::exclusive>(input, Concatenate{}, size);
    check_values<TeamScan::raking, ScanMode::inclusive>(input, Concatenate{}, size);
    check_values<TeamScan::lane_first, ScanMode::exclusive>(input, Concatenate{}, size);
  }
}

TEST(TeamScanWorkedExamples, ZeroToSevenInOneTeam) {
  check_variants<ScanMode::inclusive>({0, 1, 2, 3, 4, 5, 6, 7}, Sum<int>{}, 8, 1);
  check_variants<ScanMode::exclusive>({0, 1, 2, 3, 4, 5, 6, 7}, Sum<int>{}, 8, 1);
}

TEST(TeamScanWorkedExamples, FifteenElementsInTeamsOfEight) {
  std::vector<int> const input{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  check_variants<ScanMode::inclusive>(input, Sum<int>{}, 8, 1);
  check_variants<ScanMode::exclusive>(input, Sum<int>{}, 8, 1);
}

}  // namespace KokkosScanTest
