// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/column_ranges.hpp>
#include <KokkosScan/device/bins/count_table.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/shared_table.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/team/bins/bins.hpp>
#include <KokkosScan/team/bins/grouped_bins.hpp>
#include <KokkosScan/team/bins/hot_bins.hpp>
#include <KokkosScan/team/bins/prepared_binning.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>
#include <KokkosScan/tuning/sizes.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// What a team of `CountPieces` keeps beside its items, and where.
///
/// In scratch: its bins, a table of the binning, hot bins. If the bins are not in scratch, each
/// piece has a part of memory: its bins, a table of groups.
template <class Exec, HistogramPolicy P, class Items, class Binning, class A, class Bins>
struct CountLayout {
  static constexpr bool in_scratch = P.scratch_bytes > 0;
  using Prepared =
      team::detail::PreparedBinning<Binning, typename Items::element_type, (P.table_bytes > 0)>;
  /// Whether all teams share a table of the binning, in memory.
  static constexpr bool shares_table =
      !in_scratch && Prepared::has_table && !Prepared::has_several_tables;
  using Hot = team::detail::HotBins<Bins, A>;
  static constexpr bool has_real_weights = Items::has_weights && std::is_floating_point_v<A>;
  static constexpr bool may_be_hot =
      in_scratch && has_real_weights && P.hot_lanes > 0 && !HasColumns<Items>;
  /// Whether items may be counted in groups. Large ones wait for memory, not for stores.
  static constexpr bool may_group = team::detail::HasSlots<Bins> && !in_scratch &&
                                    P.grouped_bytes > 0 && !Items::has_weights &&
                                    !HasColumns<Items> && Items::item_bytes <= 4;

  int window, log2_copies;  // the number of bins that a team counts at once, and of their copies
  typename Prepared::Shape table;
  typename Hot::Shape hot;
  team::detail::GroupShape groups;

  /// \param max_scratch  bytes of scratch that the bins, a table and hot bins may take
  /// \param least_for_hot_bins  the least items of a piece for which hot bins are worth their time
  static CountLayout make(Binning const& binning, Pieces<typename Items::Size> const& pieces,
                          int bins, std::size_t max_scratch, std::size_t least_for_hot_bins) {
    int const window = window_for(bins);
    int log2_copies = copies_for(window);
    // Counting few items takes less time than clearing many copies.
    if (runs_on_caller<Exec>(pieces.size.most))
      while (log2_copies > 0 && std::size_t(window) << log2_copies > pieces.size.most)
        --log2_copies;
    auto const own = [&] { return own_bytes_for(window, log2_copies); };
    std::size_t room = shares_table ? 0 : P.table_bytes;
    if constexpr (in_scratch) {
      while (log2_copies > 0 && own() + Prepared::max_bytes(binning, pieces.each) > max_scratch)
        --log2_copies;
      room = std::max(max_scratch, own()) - own();
    }
    auto table = Prepared::shape(binning, room, pieces.each);
    if (!in_scratch && !table.is_table()) table = Prepared::shape(binning, 0, pieces.each);
    typename Hot::Shape hot;
    std::size_t const used = own() + align_up(table.bytes(), 16);
    if (may_be_hot && log2_copies <= tuning::max_log2_copies_beside_hot && used < max_scratch &&
        pieces.each >= least_for_hot_bins)
      hot = Hot::shape(P.threads, P.hot_lanes, max_scratch - used);
    return {.window = window,
            .log2_copies = log2_copies,
            .table = table,
            .hot = hot,
            .groups = groups_for(bins, pieces.each)};
  }

  /// The number of bins that fit a team's scratch, beside a table of the binning.
  static constexpr std::size_t max_own_bins() {
    return Bins::bins_in(tuning::bytes_for_bins(P, Prepared::has_table));
  }

  KOKKOS_FUNCTION std::size_t scratch_bytes() const {
    return hot.copies > 0 ? hot_offset() + hot.bytes() : table_offset() + table.bytes();
  }
  /// Where the table of the binning begins in scratch.
  KOKKOS_FUNCTION std::size_t table_offset() const { return own_bytes_for(window, log2_copies); }
  /// Where the hot bins begin in scratch.
  KOKKOS_FUNCTION std::size_t hot_offset() const {
    return table_offset() + align_up(table.bytes(), 16);
  }

  /// Bytes in memory for the bins of all pieces, and a table.
  static std::size_t memory_bytes(Pieces<typename Items::Size> const& pieces, int bins) {
    return table_memory_offset(pieces, bins) + table_memory_bytes(pieces, bins);
  }
  /// The same, enough for any smaller number of bins too, which may have more copies; without a
  /// table.
  static std::size_t most_memory_bytes(std::size_t pieces, int bins) {
    if (in_scratch) return 0;
    std::size_t const own =
        std::max(Bins::bytes_for(bins, copies_for(bins)), static_cast<std::size_t>(P.copies_bytes));
    std::size_t const of_groups = part_bytes(static_cast<std::size_t>(P.grouped_bytes));
    return part_bytes(pieces * (part_bytes(own) + of_groups + gap_bytes));
  }
  /// Where the table that all teams share begins in memory.
  static std::size_t table_memory_offset(Pieces<typename Items::Size> const& pieces, int bins) {
    if (in_scratch) return 0;
    return part_bytes(pieces.count * pitch_for(pieces, bins));
  }
  /// Where the part of a piece begins in memory.
  KOKKOS_FUNCTION std::size_t part_offset(std::size_t piece) const {
    return piece * pitch(window, log2_copies, groups);
  }
  /// Where the table of groups begins in such a part.
  KOKKOS_FUNCTION std::size_t groups_offset() const { return groups_offset(window, log2_copies); }

  /// Whether a team may count in the entries of a table: its bins are in memory, without copies.
  static bool may_be_in_place(int bins) { return !in_scratch && copies_for(bins) == 0; }
  /// The table in whose entries the teams count: an entry for each part of memory.
  static CountTable<A> table_in_place(std::byte* memory, Pieces<typename Items::Size> const& pieces,
                                      int bins) {
    return {reinterpret_cast<A*>(memory), pitch_for(pieces, bins) / sizeof(A), 1};
  }

 private:
  static std::size_t table_memory_bytes(Pieces<typename Items::Size> const& pieces, int bins) {
    if constexpr (shares_table) return shared_table_bytes<Prepared, Exec>(bins, pieces.size.most);
    return 0;
  }
  /// The number of bins of a window.
  static int window_for(int bins) {
    if constexpr (!Bins::has_windows) return bins;
    auto const most = static_cast<int>(max_own_bins());
    int const each = ceil_div(bins, ceil_div(bins, most));
    return Bins::spills ? align_up(each, 2) : each;  // two of 16 bits share a word
  }
  /// Log2 of the number of copies that the policy allows of \p bins bins.
  static int copies_for(int bins) {
    if constexpr (Bins::spills) return 0;
    int log2 = 0;
    while (2 << log2 <= P.max_copies &&
           Bins::bytes_for(bins, log2 + 1) <= static_cast<std::size_t>(P.copies_bytes))
      ++log2;
    return log2;
  }
  static team::detail::GroupShape groups_for(int bins, std::size_t items_of_piece) {
    if constexpr (may_group)
      return team::detail::group_shape<A>(bins, items_of_piece, P.grouped_bytes);
    return {};
  }
  /// Bytes of the bins in scratch.
  KOKKOS_FUNCTION static constexpr std::size_t own_bytes_for(int window, int log2_copies) {
    return in_scratch ? align_up(Bins::bytes_for(window, log2_copies), 16) : 0;
  }
  KOKKOS_FUNCTION static constexpr std::size_t groups_offset(int bins, int log2_copies) {
    return part_bytes(Bins::bytes_for(bins, log2_copies));
  }
  /// Two pages between the parts of pieces: processors prefetch within a page, and look at the
  /// next. Two threads of a Xeon, 2^26 floats in 8 / 256 / 4096 bins: 23.7 / 21.5 / 18.9 ms with a
  /// gap of a cache line, 19.1 / 19.5 / 18.1 ms with this one.
  static constexpr std::size_t gap_bytes = 8192;
  /// Bytes from one piece's part of memory to the next.
  KOKKOS_FUNCTION static constexpr std::size_t pitch(int bins, int log2_copies,
                                                     team::detail::GroupShape const& groups) {
    return groups_offset(bins, log2_copies) + part_bytes(groups.bytes<A>(bins)) + gap_bytes;
  }
  static std::size_t pitch_for(Pieces<typename Items::Size> const& pieces, int bins) {
    return pitch(bins, copies_for(bins), groups_for(bins, pieces.each));
  }
};

}  // namespace KokkosScan::detail
