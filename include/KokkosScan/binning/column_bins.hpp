// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/device_list.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

/// \file
/// \brief One binning of all columns of a table, made of the binnings of the columns.

namespace KokkosScan::detail {

/// An entry of a table, and its column.
template <class T>
struct ColumnEntry {
  T value;
  int column;
};

/// Calls f(c, binning) for the column c = \p column.
template <class B, std::size_t C, class F>
KOKKOS_FUNCTION void with_binning(Kokkos::Array<B, C> const& binnings, int column, F const& f) {
  KOKKOSSCAN_UNROLL
  for (int c = 0; c < static_cast<int>(C); ++c)
    if (c == column) f(c, binnings[c]);
}
template <int C = 0, class... B, class F>
KOKKOS_FUNCTION void with_binning(DeviceList<B...> const& binnings, int column, F const& f) {
  if (C == column) f(C, binnings.first);
  if constexpr (sizeof...(B) > 1) detail::with_binning<C + 1>(binnings.rest, column, f);
}

/// The binning of column C.
template <int C, class B, std::size_t N>
KOKKOS_FUNCTION B const& binning_of(Kokkos::Array<B, N> const& binnings) {
  return binnings[C];
}
template <int C, class... B>
KOKKOS_FUNCTION auto const& binning_of(DeviceList<B...> const& binnings) {
  return detail::get<C>(binnings);
}

/// The bins of all columns, numbered column by column: those of column c begin at first[c].
template <class Binnings, int C>
struct ColumnBins {
  using find_of = ColumnBins;
  Binnings binnings;
  int first[C + 1];

  template <class T>
  KOKKOS_FUNCTION bool find(ColumnEntry<T> const& x, int& bin) const {
    bool is_found = false;
    bin = 0;
    detail::with_binning(binnings, x.column, [&](int c, auto const& binning) {
      int own;
      is_found = detail::find_bin(binning, x.value, first[c + 1] - first[c], own);
      // For an element in no bin a callable may return any number.
      bin = is_found ? first[c] + own : 0;
    });
    return is_found;
  }
};

}  // namespace KokkosScan::detail
