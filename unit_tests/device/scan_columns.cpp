// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans down interleaved columns as GPUs run them, in all shapes that exec's teams can have: hosts
// do not scan tables in this way, but can.
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/detail/scan_columns.hpp>
#include <KokkosScan/operators.hpp>
#include <string>
#include <utility>
#include <vector>

#include "scan_along_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::ScanMode, KokkosScan::Sum;
using KokkosScan::detail::ColumnShape;

/// \param rows  of a piece: several tiles
ColumnShape shape_of(int width, int blocks, int tiles, int height, TableShape const& table) {
  std::size_t const rows = static_cast<std::size_t>(blocks * height * tiles);
  return {.width = width,
          .blocks = blocks,
          .groups = static_cast<int>((table.columns + width - 1) / width),
          .rows = rows,
          .pieces = static_cast<int>((table.rows + rows - 1) / rows)};
}

/// In pieces and in one pass, from one table to another and in place. Tables have gaps between
/// their rows if their layout is LayoutStride.
template <ScanMode Mode, class Layout, class T, class Op>
void check_columns(KokkosScan::Workspace<Exec>& workspace, int width, int blocks,
                   TableShape const& table, Op const& op, T const& init) {
  auto const [rows, columns] = table;
  SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + ", " +
               std::to_string(blocks) + " blocks of " + std::to_string(width));
  using Columns = KokkosScan::detail::Columns<T, T, Op, 256>;
  auto const input = random_elements<T>(rows * columns, rows + columns);
  auto expected = reference::exclusive_scan_along(0, rows, columns, input, op, init);
  if (Mode == ScanMode::inclusive)
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = op(expected[i], input[i]);
  auto const scan = [&](auto const& in, auto const& out, bool in_one_pass) {
    Columns const whole{.in = in.data(),
                        .out = out.data(),
                        .in_step = KokkosScan::detail::stride_of(in, 0),
                        .in_across = KokkosScan::detail::stride_of(in, 1),
                        .out_step = KokkosScan::detail::stride_of(out, 0),
                        .out_across = KokkosScan::detail::stride_of(out, 1),
                        .length = rows,
                        .chains = columns,
                        .shape = shape_of(width, blocks, 2, Columns::height, table),
                        .op = op};
    if (in_one_pass)
      KokkosScan::detail::scan_columns_in_one_pass<Mode>("test", "columns", Exec(), workspace,
                                                         whole, init);
    else
      KokkosScan::detail::scan_columns_in_pieces<Mode>("test", "columns", Exec(), workspace, whole,
                                                       init);
  };
  for (bool const in_one_pass : {false, true}) {
    SCOPED_TRACE(in_one_pass ? "in one pass" : "in pieces");
    GuardedTable<T, Kokkos::LayoutRight> const in(rows, columns, input);
    GuardedTable<T, Layout> const out(rows, columns), both(rows, columns, input);
    scan(in.const_view(), out.view(), in_one_pass);
    EXPECT_TRUE(out.holds(expected));
    scan(both.const_view(), both.view(), in_one_pass);
    EXPECT_TRUE(both.holds(expected)) << "in place";
  }
}

template <class T, class Op>
void check_all_shapes(Op const& op, T const& init) {
  using KokkosScan::tuning::capabilities;
  int const most = capabilities<Exec>.lanes_are_threads ? 256 : Exec().concurrency();
  KokkosScan::Workspace<Exec> workspace;  // of all: it holds words of earlier launches
  for (auto const& [width, blocks] : std::vector<std::pair<int, int>>{
           {1, 1}, {2, 1}, {1, 2}, {2, 2}, {1, 4}, {4, 1}, {5, 32}, {32, 8}, {256, 1}}) {
    if (width * blocks > most) continue;
    for (TableShape const& table :
         std::vector<TableShape>{{1, 1}, {3, 7}, {16, 2}, {17, 5}, {300, 33}, {2049, 6}}) {
      check_columns<ScanMode::inclusive, Kokkos::LayoutStride>(workspace, width, blocks, table, op,
                                                               init);
      check_columns<ScanMode::exclusive, Kokkos::LayoutRight>(workspace, width, blocks, table, op,
                                                              init);
    }
  }
}

TEST(ScanColumns, Sums) { check_all_shapes(Sum<int>{}, 3); }
TEST(ScanColumns, SumsOfSmallIntegers) {
  check_all_shapes(Sum<signed char>{}, static_cast<signed char>(3));
}
TEST(ScanColumns, KeepsTheOrder) { check_all_shapes(BicyclicProduct{}, Bicyclic{1, 3}); }

/// One workspace serves many calls, one after the other.
TEST(ScanColumns, SmallAndLargeInTurn) {
  KokkosScan::Workspace<Exec> workspace;
  auto const options = ScanOptions<>{}.with(workspace);
  for (TableShape const& shape :
       std::vector<TableShape>{{16, 4000}, {3000, 200}, {20000, 9}, {5, 5}, {3000, 200}})
    check_along<0, int, Kokkos::LayoutRight, Kokkos::LayoutRight>(shape, Sum<int>{}, 3, options);
}

}  // namespace KokkosScanTest
