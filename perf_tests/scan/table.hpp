// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/problem.hpp"

#include <cstddef>

namespace perf {

template <class T, class Layout>
using Table = Kokkos::View<T**, Layout, Memory>;

/// \brief The same memory as a table; an incomplete last row is left out.
template <class Layout, class T>
Table<T, Layout> as_table(Array<T> const& array, std::size_t columns) {
  return Table<T, Layout>(array.data(), array.extent(0) / columns, columns);
}

/// \brief Entries of \p out that are not the entry before in their chain plus that of \p in.
/// \tparam Axis  0: chains are columns, 1: rows
template <int Axis, class T, class Layout>
struct CountWrongInTable {
  Table<T, Layout> in, out;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    std::size_t const row = i / in.extent(1), column = i % in.extent(1);
    bool const is_first = (Axis == 0 ? row : column) == 0;
    T const before = is_first ? T{} : Axis == 0 ? out(row - 1, column) : out(row, column - 1);
    T const expected = static_cast<T>(before + in(row, column));
    if (!(out(row, column) == expected)) ++wrong;
  }
};

}  // namespace perf
