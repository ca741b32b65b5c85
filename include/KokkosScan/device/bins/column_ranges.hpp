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

/// The threads of a team that count one column, where neighboring threads take neighboring columns:
/// to them a team of their own. The last threads may have no column.
template <class Member>
struct ThreadsOfColumn {
  Member const& member;
  int column, rank, size;
  bool takes_part;

  KOKKOS_FUNCTION ThreadsOfColumn(Member const& team, int columns)
      : member(team),
        column(team.team_rank() % columns),
        rank(team.team_rank() / columns),
        size(team.team_size() / columns),
        takes_part(rank < size) {
    if (!takes_part) rank = 0;
  }
  KOKKOS_FUNCTION int team_rank() const { return rank; }
  KOKKOS_FUNCTION int team_size() const { return size; }
  KOKKOS_FUNCTION void team_barrier() const { member.team_barrier(); }
};

/// The order in which a team counts the entries of a table, so that the binning of an entry is
/// known without asking for its column: neighboring threads take neighboring columns
/// (`interleaves`), or columns follow each other as in memory (`follows_memory`), or some rows of
/// the first column, the same rows of the second, and so on. Then weights of rows are in a cache
/// for all columns but the first.
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

  /// Whether neighboring threads had better take neighboring columns of contiguous rows: whole
  /// sectors of memory are read then. It needs one type of binnings, and wide rows. With \p MustSum
  /// lanes sum what is in a frequent bin first, which few lanes of a column cannot. H200, 256 bins
  /// a column, 2^26 floats or 2^25 doubles, us, column by column and interleaved:
  ///
  ///     columns       2         3         8        32
  ///     float    95 / 83  107 / 86  250 / 87  991 / 96
  ///     double   85 / 94   98 / 94  271 / 98  623 / 108
  template <class Bins, bool MustSum>
  static constexpr bool interleaves =
      !Items::has_contiguous_columns && Bins::threads_may_differ && P.threads >= Items::columns &&
      Items::columns * Column::item_bytes >= (Column::item_bytes > 4 ? 24 : 8) &&
      (!MustSum || Items::columns >= 8);
  /// Accesses of a thread at once, then.
  static constexpr int interleaved_loads =
      P.loads * tuning::access_width(Column::item_bytes, P.access_bytes);

  /// Whether a team had better count entries as they follow each other in memory, so that it has
  /// long ranges of few columns. Weights would be read anew for each column.
  static constexpr bool follows_memory = Items::has_contiguous_columns && !Items::has_weights;

  /// The row at which entries from \p entry on begin: a multiple of 64, so that packs are whole,
  /// except for the end of the table.
  KOKKOS_FUNCTION static std::size_t row(Items const& items, std::size_t entry) {
    std::size_t const row = entry / Items::columns;
    return entry == items.size() ? row : row / 64 * 64;
  }
  /// The row of column c at which the entries begin that are at \p entry or after it in memory.
  KOKKOS_FUNCTION static std::size_t row_in(int c, Items const& items, std::size_t entry) {
    std::size_t const before = static_cast<std::size_t>(c) * items.rows;
    if (entry <= before) return 0;
    return entry - before >= items.rows ? items.rows : (entry - before) / 64 * 64;
  }

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
  /// The same for entries [first, last) as they are in memory; rows of a column are neighbors.
  template <class Bins, class F>
  KOKKOS_FUNCTION static void for_each_in_memory(Items const& items, Bins const& bins,
                                                 std::size_t first, std::size_t last, F const& f) {
    bins.for_each_column([&](int c, auto const& bins_of_column) {
      std::size_t const begin = row_in(c, items, first), end = row_in(c, items, last);
      if (begin < end) f(items.column(c), bins_of_column, begin, end);
    });
  }
};

}  // namespace KokkosScan::detail
