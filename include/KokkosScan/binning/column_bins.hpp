// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/binning/overflow_bin.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/device_list.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

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

/// The bins of one column of a table, numbered from `first` on.
template <class B>
struct BinsOfColumn : UnswitchesOf<B> {
  using find_of = BinsOfColumn;
  B const& binning;
  int first, bins;

  template <class X>
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    int own;
    bool const is_found = detail::find_bin(binning, x, bins, own);
    // For an element in no bin a callable may return any number.
    bin = static_cast<int>(static_cast<unsigned>(first) + static_cast<unsigned>(own));
    return is_found;
  }
  template <class F>
    requires Unswitches<B>
  KOKKOS_FUNCTION void unswitch(F const& f) const {
    binning.unswitch(
        [&]<class Inner>(Inner const& inner) { f(BinsOfColumn<Inner>{{}, inner, first, bins}); });
  }
};

/// The bins of a column for a thread that may have none of its items. The binning is its own copy.
template <class B>
struct BinsOfThread : UnswitchesOf<B> {
  using find_of = BinsOfThread;
  B binning;
  int first, bins;
  bool has_items;

  KOKKOS_FUNCTION BinsOfColumn<B> of_column() const { return {{}, binning, first, bins}; }
  template <class X>
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    return of_column().find(x, bin) && has_items;
  }
  template <class F>
    requires Unswitches<B>
  KOKKOS_FUNCTION void unswitch(F const& f) const {
    binning.unswitch([&]<class Inner>(Inner const& inner) {
      f(BinsOfThread<Inner>{{}, inner, first, bins, has_items});
    });
  }
};

/// Whether a thread can keep any one of the binnings.
template <class Binnings>
inline constexpr bool can_keep_any_of = false;
template <class B, std::size_t C>
inline constexpr bool can_keep_any_of<Kokkos::Array<B, C>> = std::is_copy_assignable_v<B>;

/// The bins of all columns, numbered column by column: those of column c begin at first[c].
template <class Binnings, int C>
struct ColumnBins {
  using find_of = ColumnBins;
  static constexpr bool threads_may_differ = can_keep_any_of<Binnings>;
  Binnings binnings;
  int first[C + 1];

  /// Column c, by a thread that may have none of its items. On GPUs arguments of a kernel are
  /// memory that serves one address at a time: threads that read different columns there would wait
  /// for each other (H200, 32 columns of floats: 205 us, as here 96). So all read all columns.
  KOKKOS_FUNCTION auto of_thread(int c, bool has_items) const
    requires threads_may_differ
  {
    using B = std::remove_cvref_t<decltype(binnings[0])>;
    BinsOfThread<B> own{{}, binnings[0], first[0], first[1] - first[0], has_items};
    for (int k = 1; k < C; ++k)
      if (k == c) own = {{}, binnings[k], first[k], first[k + 1] - first[k], has_items};
    return own;
  }
  /// Calls f(c, bins of column c) for every column. Binnings of one type are one piece of code.
  template <class F>
  KOKKOS_FUNCTION void for_each_column(F const& f) const {
    for_each_of(binnings, f);
  }

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

 private:
  template <class B>
  KOKKOS_FUNCTION BinsOfColumn<B> of_column(int c, B const& binning) const {
    return {{}, binning, first[c], first[c + 1] - first[c]};
  }
  template <class B, class F>
  KOKKOS_FUNCTION void for_each_of(Kokkos::Array<B, C> const& all, F const& f) const {
    for (int c = 0; c < C; ++c) f(c, of_column(c, all[c]));
  }
  template <int c = 0, class... B, class F>
  KOKKOS_FUNCTION void for_each_of(DeviceList<B...> const& all, F const& f) const {
    f(c, of_column(c, all.first));
    if constexpr (sizeof...(B) > 1) for_each_of<c + 1>(all.rest, f);
  }
};

}  // namespace KokkosScan::detail
