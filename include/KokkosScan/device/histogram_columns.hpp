// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/column_bins.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/histogram.hpp>
#include <KokkosScan/team/bins/columns_at_hand.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

/// \file
/// \brief Histograms of all columns of a table in one pass.

namespace KokkosScan {

namespace detail {

/// All entries of a table of C columns, in the order they have in memory.
template <class T, int C>
struct ColumnItems : SingleItems<ColumnEntry<T>> {
  using Size = HostSize;
  using Item = ColumnEntry<T>;
  static constexpr int item_bytes = sizeof(T);

  T const* data;
  std::size_t rows;
  std::ptrdiff_t row_stride, column_stride;
  bool is_by_column;
  HostSize size;

  KOKKOS_FUNCTION Item load(std::size_t i) const {
    int column = 0;
    std::size_t row;
    if (is_by_column) {
      KOKKOSSCAN_UNROLL
      for (int c = 1; c < C; ++c) column += i >= c * rows ? 1 : 0;
      row = i - column * rows;
    } else {
      column = static_cast<int>(i % C);
      row = i / C;
    }
    return {data[static_cast<std::ptrdiff_t>(row) * row_stride + column * column_stride], column};
  }
};

/// Checks, then the histogram of a table.
/// \param binnings  those of all columns, as a kernel needs them
/// \param each      the same binnings, one by one, for the checks on the host
template <class Exec, class In, class Binnings, class Counts, class Options, class... Each>
void histogram_of_columns(std::string const& label, Exec const& exec, In const& in,
                          Binnings const& binnings, Counts const& counts, Options const& options,
                          Each const&... each) {
  constexpr int columns = sizeof...(Each);
  static_assert(columns >= 1 && columns <= 32, "binnings must be 1 to 32");
  static_assert(detail::check_histogram_types<Exec, In, Counts>());
  constexpr char const* function = "histogram_columns";
  if (in.extent(1) != columns)
    detail::refuse(function, "in has ", in.extent(1), " columns, needs ", columns,
                   " (number of binnings)");
  ColumnBins<Binnings, columns> bins{binnings, {}};
  std::size_t all = 0;
  int column = 0;
  auto const add = [&](auto const& binning) {
    static_assert(check_callable_binning<std::decay_t<decltype(binning)>,
                                         typename In::non_const_value_type>());
    detail::check_binning<Exec>(function, binning, "binnings[" + std::to_string(column) + "]");
    all += binning.bins();
    detail::check_number_of_bins(function, "binnings", all);
    bins.first[++column] = static_cast<int>(all);
  };
  (add(each), ...);
  if (counts.extent(0) != all)
    detail::refuse(function, "counts has extent ", counts.extent(0), ", needs ", all,
                   " (bins of all binnings)");
  detail::check_histogram_views(function, exec, in, counts, options);
  (detail::check_apart_from_edges(function, each, "counts", counts), ...);
  ColumnItems<typename In::non_const_value_type, columns> const items{{},
                                                                      in.data(),
                                                                      in.extent(0),
                                                                      detail::stride_of(in),
                                                                      detail::stride_of(in, 1),
                                                                      in.stride(0) < in.stride(1),
                                                                      {in.size()}};
  detail::run_histogram(label, exec, items, bins, static_cast<int>(all), counts, options);
}

}  // namespace detail

/// \brief The histograms of the columns of a table, each with a binning of its own, in one pass.
///
/// \param label     optional first argument: the name of the kernels in tools
/// \param exec      execution space instance; with a workspace the call is asynchronous in it
/// \param in        rank-2 View of C columns, any layout; a row is one record. Not `counted`
/// \param binnings  1 to 32 binnings that know their number of bins, one for each column, of one
///                  type (for several types: a std::tuple, the overload below)
/// \param[out] counts  rank-1 View of as many numbers as the binnings have bins together:
///                  the counts of column 0, then those of column 1, …
/// \param options   as for `histogram`; the cumulative form runs through all columns
/// \throw std::invalid_argument  in has another number of columns than there are binnings, or as
///                               `histogram`
/// \note Takes no weights. Reads every entry once. Otherwise as `histogram`.
template <ExecutionSpace Exec, View2D In, SizedBinning B, std::size_t C, View1D Counts,
          HistogramOptionsType Options = HistogramOptions<>>
void histogram_columns(std::string const& label, Exec const& exec, In const& in,
                       Kokkos::Array<B, C> const& binnings, Counts const& counts,
                       Options const& options = {}) {
  [&]<std::size_t... c>(std::index_sequence<c...>) {
    detail::histogram_of_columns(label, exec, in, binnings, counts, options, binnings[c]...);
  }(std::make_index_sequence<C>());
}
/// \brief The same for binnings of several types: a std::tuple of 1 to 32, one for each column.
template <ExecutionSpace Exec, View2D In, SizedBinning... B, View1D Counts,
          HistogramOptionsType Options = HistogramOptions<>>
void histogram_columns(std::string const& label, Exec const& exec, In const& in,
                       std::tuple<B...> const& binnings, Counts const& counts,
                       Options const& options = {}) {
  std::apply(
      [&](B const&... each) {
        detail::histogram_of_columns(label, exec, in, detail::device_list(each...), counts, options,
                                     each...);
      },
      binnings);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void histogram_columns(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::histogram, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::histogram_columns(std::string(), std::declval<Exec const&>(),
                                    std::declval<What const&>()...);
    };
    static_assert(fits, "histogram_columns takes [label,] exec, in, binnings, counts [, options]");
    if constexpr (fits)
      KokkosScan::histogram_columns("KokkosScan::histogram_columns", exec, what...);
  }
}

}  // namespace KokkosScan
