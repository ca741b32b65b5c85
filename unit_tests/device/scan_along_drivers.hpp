// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file One table, one axis, compared with the oracle.

#include <KokkosScan/device/scan_along.hpp>
#include <string>

#include "scan_drivers.hpp"
#include "table.hpp"

namespace KokkosScanTest {

struct TableShape {
  std::size_t rows, columns;
};

/// Tables without rows or columns, one line, short and long lines, few and many lines, around the
/// sizes of lane groups and tiles; the last ones in pieces of rows on a CPU.
inline std::vector<TableShape> const& table_shapes() {
  static std::vector<TableShape> const shapes{
      {0, 0},    {0, 3},     {3, 0},     {1, 1},     {1, 7},     {7, 1},    {2, 3},
      {4, 32},   {33, 4},    {31, 33},   {64, 64},   {255, 3},   {3, 257},  {1025, 5},
      {2, 4099}, {300, 301}, {40009, 3}, {2, 40009}, {16411, 9}, {2053, 65}};
  return shapes;
}

template <int Axis, class T, class LayoutIn, class LayoutOut, class Op, class Options>
void check_along(TableShape const& shape, Op const& op, typename Op::value_type const& init,
                 Options const& options) {
  auto const [rows, columns] = shape;
  SCOPED_TRACE("axis " + std::to_string(Axis) + ", " + std::to_string(rows) + " x " +
               std::to_string(columns));
  auto const input = random_elements<T>(rows * columns, rows + columns);
  auto const inclusive = reference::inclusive_scan_along(Axis, rows, columns, input, op);
  auto const exclusive = reference::exclusive_scan_along(Axis, rows, columns, input, op, init);
  GuardedTable<T, LayoutIn> const in(rows, columns, input);
  GuardedTable<T, LayoutOut> const out(rows, columns);
  KokkosScan::inclusive_scan_along<Axis>(Exec(), in.const_view(), out.view(), op, options);
  EXPECT_TRUE(out.holds(inclusive)) << "inclusive";
  KokkosScan::exclusive_scan_along<Axis>(Exec(), in.const_view(), out.view(), op, init, options);
  EXPECT_TRUE(out.holds(exclusive)) << "exclusive";
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
}

template <int Axis, class T, class Layout, class Op>
void check_along_in_place(TableShape const& shape, Op const& op) {
  auto const [rows, columns] = shape;
  SCOPED_TRACE("in place, axis " + std::to_string(Axis) + ", " + std::to_string(rows) + " x " +
               std::to_string(columns));
  auto const input = random_elements<T>(rows * columns, rows + columns);
  GuardedTable<T, Layout> const table(rows, columns, input);
  KokkosScan::inclusive_scan_along<Axis>(Exec(), table.const_view(), table.view(), op);
  EXPECT_TRUE(table.holds(reference::inclusive_scan_along(Axis, rows, columns, input, op)));
}

}  // namespace KokkosScanTest
