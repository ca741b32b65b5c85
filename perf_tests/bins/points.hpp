// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem.hpp"
#include "verify_order.hpp"

#include <Kokkos_Sort.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace perf {

/// \brief Points of three floats in the unit cube: uniform elements, a View for each coordinate.
struct PointProblem : BinProblem<float, Spread::uniform> {
  /// The coordinates as columns of one table.
  using Table =
      Kokkos::View<float* [3], Kokkos::LayoutLeft, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  explicit PointProblem(std::size_t points) : BinProblem(3 * points) {}

  std::size_t items() const { return n / 3; }
  Table table() const { return Table(in.data(), items()); }
  Array<float> coordinate(int d) const { return Array<float>(in.data() + d * items(), items()); }
};

/// The grid with as many cells, a power of 8.
inline KokkosScan::GridBins<3, float> cubic_grid(int cells) {
  int side = 1;
  while (side * side * side < cells) side *= 2;
  return {{0, 0, 0}, {1, 1, 1}, {side, side, side}};
}

/// The cell of a row, also as the operator that Kokkos::BinSort requires.
struct CellOfRow {
  KokkosScan::GridBins<3, float> grid;
  template <class Table>
  KOKKOS_FUNCTION int bin(Table const& table, std::size_t i) const {
    return grid(Kokkos::Array<float, 3>{table(i, 0), table(i, 1), table(i, 2)});
  }
  KOKKOS_FUNCTION int max_bins() const { return static_cast<int>(grid.bins()); }
  template <class Table, class A, class B>
  KOKKOS_FUNCTION bool operator()(Table const&, A const&, B const&) const {
    return false;
  }
};

/// Counts points that are not sorted by cell or, if stable, in one cell not in the order of the
/// input.
struct CountUnsortedPoints {
  PointProblem::Table table;
  CellOfRow cell;
  Kokkos::View<std::uint32_t const*, Memory> permutation;
  bool is_stable;

  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    std::size_t const here = permutation(i), before = permutation(i > 0 ? i - 1 : i);
    if (here >= table.extent(0) || before >= table.extent(0)) {
      ++wrong;
    } else if (i > 0) {
      int const a = cell.bin(table, before), b = cell.bin(table, here);
      if (a > b || (is_stable && a == b && before >= here)) ++wrong;
    }
  }
};

/// \brief Verifies a permutation of points. If it is stable, the indices of one cell ascend, so
/// none occurs twice.
inline std::string verify_points(PointProblem const& p, CellOfRow const& cell, bool is_stable,
                                 Kokkos::View<std::uint32_t const*, Memory> const& permutation) {
  return complaint_about(
      "order",
      count_wrong(p.exec, p.items(), CountUnsortedPoints{p.table(), cell, permutation, is_stable}));
}

}  // namespace perf
