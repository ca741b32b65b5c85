// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "team_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

template <ScanMode Mode, class Op>
void check_variants(std::size_t n, Op const& op, int team_size, int lanes) {
  check_rows<TeamScan::parallel_scan, Mode>(n, op, team_size, lanes);
  check_rows<TeamScan::hillis_steele, Mode>(n, op, team_size, lanes);
  check_rows<TeamScan::double_buffer, Mode>(n, op, team_size, lanes);
  check_rows<TeamScan::blelloch, Mode>(n, op, team_size, lanes);
  check_rows<TeamScan::raking, Mode>(n, op, team_size, lanes);
  check_rows<TeamScan::lane_first, Mode>(n, op, team_size, lanes);
}

template <class Op>
void check_lengths(Op const& op, int lanes = 1) {
  for (int const size : possible_team_sizes({1, 2, 3, 8, 33, 64})) {
    auto const s = static_cast<std::size_t>(size);
    for (std::size_t const n : {std::size_t(0), std::size_t(1), s - 1, s, s + 1, 3 * s - 1,
                                5 * s + 1, std::size_t(1009)}) {
      check_variants<ScanMode::inclusive>(n, op, size, lanes);
      check_variants<ScanMode::exclusive>(n, op, size, lanes);
    }
  }
}

TEST(TeamScanRange, Int32) { check_lengths(Sum<int>{}); }
TEST(TeamScanRange, SeveralLanesAThread) { check_lengths(Sum<int>{}, 8); }
TEST(TeamScanRange, Double) { check_lengths(Sum<double>{}); }
TEST(TeamScanRange, ThreeBytes) { check_lengths(RgbSum{}); }
TEST(TeamScanRange, KeepsTheOrder) { check_lengths(BicyclicProduct{}); }
TEST(TeamScanRange, TwentyFourBytesKeepTheOrder) { check_lengths(HeisenbergProduct{}, 4); }

/// Strided rows: the table is stored column by column.
TEST(TeamScanRange, StridedRows) {
  std::size_t const n = 103;
  auto const input = random_elements<int>(n, 5);
  using Table = Kokkos::View<int**, Kokkos::LayoutLeft, Memory>;
  GuardedArray<int> const in(input, 0), out(n), total(1);
  // In a table with only one row, the row has stride 1; with three rows it has stride 3.
  Table const table("table", 3, n), result("result", 3, n);
  auto const mirror = Kokkos::create_mirror_view(table);
  for (std::size_t j = 0; j < n; ++j) mirror(0, j) = input[j];
  Kokkos::deep_copy(table, mirror);
  using Kernel = ScanRows<TeamScan::lane_first, ScanMode::inclusive, KokkosScan::any_team_size,
                          Sum<int>, Table, Table>;
  Kernel const kernel{table, result, total.view(), Sum<int>{}};
  Kokkos::parallel_for("team test", make_policy<int>(kernel, 1, 8, 1), kernel);
  auto const expected = reference::inclusive_scan(input, Sum<int>{});
  EXPECT_TRUE(matches(Kokkos::subview(result, 0, Kokkos::ALL), expected));
  EXPECT_TRUE(total.holds({expected.back()}));
}

}  // namespace KokkosScanTest
