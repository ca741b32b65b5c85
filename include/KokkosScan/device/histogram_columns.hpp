// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/column_bins.hpp>
#include <KokkosScan/device/bins/column_items.hpp>
#include <KokkosScan/device/histogram.hpp>
#include <KokkosScan/team/bins/prepared_columns.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

/// \file
/// \brief Histograms of all columns of a table in one pass.

namespace KokkosScan {

namespace detail {

/// Checks, then the histogram of a table.
/// \param items     its entries, with weights or without
/// \param binnings  those of all columns, as a kernel needs them
/// \param each      the same binnings, one by one, for the checks on the host
template <class Exec, class In, class Items, class Binnings, class Counts, class Options,
          class... Each>
void histogram_of_columns(std::string const& label, Exec const& exec, In const& in,
                          Items const& items, Binnings const& binnings, Counts const& counts,
                          Options const& options, Each const&... each) {
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
  detail::run_histogram(label, exec, items, bins, static_cast<int>(all), counts, options);
}

/// Calls f(binnings as a kernel needs them, binning of column 0, binning of column 1, …).
template <class B, std::size_t C, class F>
void with_binnings(Kokkos::Array<B, C> const& binnings, F const& f) {
  [&]<std::size_t... c>(std::index_sequence<c...>) {
    f(binnings, binnings[c]...);
  }(std::make_index_sequence<C>());
}
template <class... B, class F>
void with_binnings(std::tuple<B...> const& binnings, F const& f) {
  std::apply([&](B const&... each) { f(detail::device_list(each...), each...); }, binnings);
}

template <class T>
inline constexpr bool are_binnings = false;
template <SizedBinning B, std::size_t C>
inline constexpr bool are_binnings<Kokkos::Array<B, C>> = true;
template <SizedBinning... B>
inline constexpr bool are_binnings<std::tuple<B...>> = true;

}  // namespace detail

/// \brief One binning for each column: a Kokkos::Array of one type of binnings, or a std::tuple of
/// several types. Each knows its number of bins.
template <class B>
concept ColumnBinnings = detail::are_binnings<B>;

/// \brief The histograms of the columns of a table, each with a binning of its own, in one pass.
///
/// \param label     optional first argument: the name of the kernels in tools
/// \param exec      execution space instance; with a workspace the call is asynchronous in it
/// \param in        rank-2 View of C columns, any layout; a row is one record. Not `counted`
/// \param binnings  1 to 32 binnings, one for each column (`ColumnBinnings`)
/// \param[out] counts  rank-1 View of as many numbers as the binnings have bins together:
///                  the counts of column 0, then those of column 1, …
/// \param options   as for `histogram`; the cumulative form runs through all columns
/// \throw std::invalid_argument  in has another number of columns than there are binnings, or as
///                               `histogram`
/// \note Reads every entry once. Otherwise as `histogram`.
template <ExecutionSpace Exec, View2D In, ColumnBinnings Binnings, View1D Counts,
          HistogramOptionsType Options = HistogramOptions<>>
void histogram_columns(std::string const& label, Exec const& exec, In const& in,
                       Binnings const& binnings, Counts const& counts,
                       Options const& options = {}) {
  detail::with_binnings(binnings, [&](auto const& all, auto const&... each) {
    detail::histogram_of_columns(label, exec, in, detail::columns_of<sizeof...(each)>(in), all,
                                 counts, options, each...);
  });
}

/// \brief The same with weights: a row counts as much as its weight says, in every column.
/// \param weights  rank-1 View of one number for each row; types and sums as for `histogram`
/// \throw std::invalid_argument  weights have another extent than in has rows or overlap counts, or
///                               as without weights
/// \note Reads every weight once for each column; where a row is contiguous, mostly from a cache.
template <ExecutionSpace Exec, View2D In, ColumnBinnings Binnings, View1D Counts, View1D Weights,
          HistogramOptionsType Options = HistogramOptions<>>
void histogram_columns(std::string const& label, Exec const& exec, In const& in,
                       Binnings const& binnings, Counts const& counts, Weights const& weights,
                       Options const& options = {}) {
  if constexpr (detail::check_weight_types<Exec, Weights, Counts>()) {
    detail::check_extent("histogram_columns", "weights", weights.extent(0), in.extent(0));
    detail::check_disjoint("histogram_columns", "weights", weights, "counts", counts);
    detail::with_binnings(binnings, [&](auto const& all, auto const&... each) {
      auto const columns = detail::columns_of<sizeof...(each)>(in);
      using Items = detail::WeightedColumnItems<std::remove_const_t<decltype(columns)>,
                                                typename Weights::non_const_value_type,
                                                detail::is_contiguous<Weights>>;
      detail::histogram_of_columns(label, exec, in, Items{{columns, detail::items_of(weights)}},
                                   all, counts, options, each...);
    });
  }
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void histogram_columns(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::histogram, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::histogram_columns(std::string(), std::declval<Exec const&>(),
                                    std::declval<What const&>()...);
    };
    static_assert(
        fits,
        "histogram_columns takes [label,] exec, in, binnings, counts [, weights] [, options]");
    if constexpr (fits)
      KokkosScan::histogram_columns("KokkosScan::histogram_columns", exec, what...);
  }
}

}  // namespace KokkosScan
