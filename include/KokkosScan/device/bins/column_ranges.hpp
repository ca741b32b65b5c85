// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/histogram_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace KokkosScan::detail {

/// Items that are the entries of a table, whose columns can also be had one by one.
template <class Items>
concept HasColumns = requires(Items const& items) { items.column(0); };

/// The order in which a team counts the entries of a table: some rows of the first column, the same
/// rows of the second, and so on. So the binning of an entry is known without asking for its
/// column, and weights of rows are in a cache for all columns but the first.
template <HistogramPolicy P, HasColumns Items>
struct ColumnRanges {
  using Column = decltype(std::declval<Items const&>().column(0));
  static constexpr int width =
      Items::has_contiguous_columns ? tuning::access_width(Column::item_bytes, P.access_bytes) : 1;
  static constexpr std::size_t batch = static_cast<std::size_t>(P.threads) * P.loads * width;
  /// Rows at once: whole batches. If rows are contiguous, as many as stay in the nearest cache;
  /// H200, 2^26 rows of three floats, µs: 64 KiB 301, 96 KiB 398, 128 KiB 454.
  static constexpr std::size_t rows_at_once = [] {
    constexpr std::size_t bytes_of_rows = 64 * 1024, least = 2048;
    constexpr std::size_t wanted = Items::has_contiguous_columns
                                       ? std::max(2 * batch, least)
                                       : bytes_of_rows / (Items::columns * Column::item_bytes);
    return std::max<std::size_t>(wanted / batch, 1) * batch;
  }();

  /// Calls f(column, its bins, first row, last row) for all columns of entries [first, last).
  /// \param bins  `ColumnBins`
  template <class Bins, class F>
  KOKKOS_FUNCTION static void for_each(Items const& items, Bins const& bins, std::size_t first,
                                       std::size_t last, F const& f) {
    std::size_t const last_row = row(items, last);
    for (std::size_t i = row(items, first); i < last_row; i += rows_at_once) {
      std::size_t const end = i + rows_at_once < last_row ? i + rows_at_once : last_row;
      bins.for_each_column(
          [&](int c, auto const& bins_of_column) { f(items.column(c), bins_of_column, i, end); });
    }
  }

 private:
  /// The row at which entries from \p entry on begin: a multiple of 64, so that packs are whole,
  /// except for the end of the table.
  KOKKOS_FUNCTION static std::size_t row(Items const& items, std::size_t entry) {
    std::size_t const row = entry / Items::columns;
    return entry == items.size() ? row : row / 64 * 64;
  }
};

}  // namespace KokkosScan::detail
