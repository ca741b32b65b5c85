// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/column_ranges.hpp>
#include <KokkosScan/device/bins/count_table.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/team/bins/bins.hpp>
#include <KokkosScan/team/bins/count_batches.hpp>
#include <KokkosScan/team/bins/count_visitor.hpp>
#include <KokkosScan/team/bins/grouped_bins.hpp>
#include <KokkosScan/team/bins/hot_bins.hpp>
#include <KokkosScan/team/bins/prepared_binning.hpp>
#include <KokkosScan/team/bins/private_bins.hpp>
#include <KokkosScan/team/bins/serial_bins.hpp>
#include <KokkosScan/team/bins/visit_items.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>
#include <KokkosScan/tuning/sizes.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// Counts the bins of pieces of the items: each team counts one piece in bins of its own.
///
/// Bins that do not fit a team's scratch are cut into windows: a team counts one window of one
/// piece. The teams of a piece have neighboring ranks, so that its items come from memory once.
///
/// Gómez-Luna et al., An optimized approach to histogram computation on GPU, Machine Vision and
/// Applications 24 (2013): privatization and replication.
///
/// \tparam A            type of a team's counts
/// \tparam Destination  takes the counts: a `CountTable`, or another type with such `PieceBins`
/// \tparam Bins         a team's own, as in team/bins/bins.hpp
template <class Exec, HistogramPolicy P, class Items, class Binning, class A, class Destination,
          class Bins = std::conditional_t<P.threads == 1, team::detail::SerialBins<A>,
                                          team::detail::PrivateBins<A>>>
struct CountPieces {
  using Launch = PieceLaunch<Exec, P.threads, P.teams_per_multiprocessor>;
  static constexpr bool in_scratch = P.scratch_bytes > 0;
  using Prepared =
      team::detail::PreparedBinning<Binning, typename Items::element_type, (P.table_bytes > 0)>;
  /// Scratch for the bins, beside a table of the binning.
  static constexpr std::size_t bins_bytes = tuning::bytes_for_bins(P, Prepared::has_table);
  static constexpr int width = tuning::access_width(Items::item_bytes, P.access_bytes);
  static constexpr bool has_real_weights = Items::has_weights && std::is_floating_point_v<A>;
  static constexpr bool may_be_hot =
      in_scratch && has_real_weights && P.hot_lanes > 0 && !HasColumns<Items>;
  using Hot = team::detail::HotBins<Bins, A>;
  /// Whether items may be counted in groups. Large ones wait for memory, not for stores.
  static constexpr bool may_group = team::detail::HasSlots<Bins> && !in_scratch &&
                                    P.grouped_bytes > 0 && !Items::has_weights &&
                                    !HasColumns<Items> && Items::item_bytes <= 4;
  /// Items that a team counts in one iteration of its loop.
  static constexpr std::size_t batch = static_cast<std::size_t>(P.threads) * P.loads * width;
  /// The least items of a piece for which a sample is worth its time.
  static constexpr std::size_t least_sampled = 8 * batch;

  Items items;
  Binning binning;
  Pieces<typename Items::Size> pieces;
  int bins, window, log2_copies;
  typename Prepared::Shape table;
  typename Hot::Shape hot;
  team::detail::GroupShape groups;
  std::byte* memory;  // of the private bins, if they are not in scratch
  Destination destination;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    count(member, member.team_scratch(0).get_shmem_aligned(scratch_bytes(), 16));
  }

  /// \param scratch  scratch_bytes() of it
  template <class Member>
  KOKKOS_FUNCTION void count(Member const& member, void* scratch) const {
    static_assert(team::detail::TeamBins<Bins, A, Member, typename Destination::PieceBins>);
    int const windows = 1 + (bins - 1) / window;
    auto const piece = static_cast<std::size_t>(member.league_rank() / windows);
    int const first_bin = member.league_rank() % windows * window;
    auto const range = pieces.of(piece);
    Share const share{
        .first = range.first,
        .last = range.last,
        .first_bin = first_bin,
        .bins = window < bins - first_bin ? window : bins - first_bin,
        .scratch = static_cast<std::byte*>(scratch),
        .own = in_scratch ? scratch
                          : static_cast<void*>(memory + piece * pitch(window, log2_copies, groups)),
        .piece_bins = {destination, piece, first_bin}};
    Bins const own_counts = make_bins(member, share);
    if constexpr (team::detail::HasSlots<Bins>)
      count_slots(member, share, own_counts);
    else
      count_visits(member, share, own_counts);
  }

  /// Bytes from one team's bins in memory to those of the next team, with a gap of two pages:
  /// processors prefetch within a page, and look at the next. Two threads of a Xeon, 2^26 floats in
  /// 8 / 256 / 4096 bins: 23.7 / 21.5 / 18.9 ms with a gap of a cache line, 19.1 / 19.5 / 18.1 ms
  /// with this one.
  KOKKOS_FUNCTION static constexpr std::size_t pitch(int bins, int log2_copies,
                                                     team::detail::GroupShape const& groups = {}) {
    return grouped_offset(bins, log2_copies) + part_bytes(groups.bytes<A>(bins)) + 8192;
  }
  /// Where the table of groups begins in memory: behind the bins.
  KOKKOS_FUNCTION static constexpr std::size_t grouped_offset(int bins, int log2_copies) {
    return part_bytes(Bins::bytes_for(bins, log2_copies));
  }
  static team::detail::GroupShape groups_for(int bins, std::size_t items_of_piece) {
    if constexpr (may_group)
      return team::detail::group_shape<A>(bins, items_of_piece, P.grouped_bytes);
    return {};
  }
  /// The number of bins that fit a team's scratch.
  static constexpr std::size_t max_own_bins() { return Bins::bins_in(bins_bytes); }
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
  KOKKOS_FUNCTION std::size_t scratch_bytes() const {
    return hot.copies > 0 ? hot_offset() + hot.bytes() : own_bytes() + table.bytes();
  }
  static std::size_t memory_bytes(Pieces<typename Items::Size> const& pieces, int bins) {
    if (in_scratch) return 0;
    return pieces.count * pitch(bins, copies_for(bins), groups_for(bins, pieces.each));
  }
  /// Whether a team may count in the entries of a table: its bins are in memory, without copies.
  static bool may_be_in_place(int bins) { return !in_scratch && copies_for(bins) == 0; }
  /// The table in whose entries the teams count.
  static CountTable<A> table_in_place(std::byte* free_memory, int bins) {
    return {reinterpret_cast<A*>(free_memory), pitch(bins, 0) / sizeof(A), 1};
  }
  /// The work of a launch: items to count, and bins to clear.
  static std::size_t work(Pieces<typename Items::Size> const& pieces, int bins) {
    return pieces.size.most + pieces.count * static_cast<std::size_t>(bins);
  }
  /// \param free_memory  memory_bytes of it
  /// \param max_scratch  bytes of scratch that the bins and a table may take
  static CountPieces make(Items const& items, Binning const& binning,
                          Pieces<typename Items::Size> const& pieces, int bins,
                          std::byte* free_memory, Destination const& destination,
                          std::size_t max_scratch = P.scratch_bytes) {
    int const window = window_for(bins);
    int log2_copies = copies_for(window);
    // Counting few items takes less time than clearing many copies.
    if (are_few<Exec>(items.size.most))
      while (log2_copies > 0 && std::size_t(window) << log2_copies > items.size.most) --log2_copies;
    auto const own = [&] { return own_bytes_for(window, log2_copies); };
    std::size_t room = P.table_bytes;
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
        pieces.each >= least_sampled)
      hot = Hot::shape(P.threads, P.hot_lanes, max_scratch - used);
    return {.items = items,
            .binning = binning,
            .pieces = pieces,
            .bins = bins,
            .window = window,
            .log2_copies = log2_copies,
            .table = table,
            .hot = hot,
            .groups = groups_for(bins, pieces.each),
            .memory = free_memory,
            .destination = destination};
  }
  static void run(std::string const& label, Exec const& exec, Items const& items,
                  Binning const& binning, Pieces<typename Items::Size> const& pieces, int bins,
                  std::byte* free_memory, Destination const& destination) {
    CountPieces const count = make(items, binning, pieces, bins, free_memory, destination);
    if constexpr (Prepared::has_several_tables)
      if (!count.table.is_table()) {
        using Searching = CountPieces<Exec, without_tables, Items, Binning, A, Destination, Bins>;
        Searching::run(label, exec, items, binning, pieces, bins, free_memory, destination);
        return;
      }
    auto const windows = static_cast<std::size_t>(ceil_div(bins, count.window));
    Launch::run(label, exec, work(pieces, bins), pieces.count * windows, count.scratch_bytes() + 16,
                count);
  }

 private:
  /// What a team counts, and where.
  struct Share {
    std::size_t first, last;  ///< items
    int first_bin, bins;      ///< a window
    std::byte* scratch;
    void* own;  ///< the memory of its bins
    typename Destination::PieceBins piece_bins;
  };

  template <class Member>
  KOKKOS_FUNCTION Bins make_bins(Member const& member, Share const& share) const {
    if constexpr (Bins::spills)
      return Bins(member, share.own, share.bins, log2_copies, share.piece_bins);
    else
      return Bins(member, share.own, share.bins, log2_copies);
  }

  /// By a team of one thread, in batches.
  template <class Member>
  KOKKOS_FUNCTION void count_slots(Member const& member, Share const& share,
                                   Bins const& own_counts) const {
    static_assert(!team::detail::HasParts<Binning>);
    own_counts.clear(member);
    auto const count_by = [&]<class Unswitched>(Unswitched const& unswitched) {
      if constexpr (HasColumns<Items>)
        ColumnRanges<P, Items>::for_each(
            items, unswitched, share.first, share.last,
            [&](auto const& column, auto const& of_column, std::size_t first, std::size_t last) {
              team::detail::count_batches<P, A>(column, of_column, own_counts, bins, first, last);
            });
      else if constexpr (may_group)
        team::detail::count_groups<P>(
            groups, static_cast<std::byte*>(share.own) + grouped_offset(window, log2_copies), items,
            unswitched, own_counts, bins, share.first, share.last);
      else
        team::detail::count_batches<P, A>(items, unswitched, own_counts, bins, share.first,
                                          share.last);
    };
    // Without a table the binning itself: its search is vector code.
    if (table.is_table())
      detail::unswitch(Prepared::in_scratch(member, binning, table, share.scratch + own_bytes()),
                       count_by);
    else
      count_by(binning);
    store(member, share, own_counts);
  }

  /// By a team of any size, item by item.
  template <class Member>
  KOKKOS_FUNCTION void count_visits(Member const& member, Share const& share,
                                    Bins const& own_counts) const {
    decltype(auto) prepared =
        Prepared::in_scratch(member, binning, table, share.scratch + own_bytes());
    auto target = make_target(member, own_counts, share.scratch + hot_offset());
    using Frequent =
        team::detail::FrequentBinOf<Member, P.threads, A, Items::has_weights || Bins::spills>;
    auto const visitor_of = [&]<class Some, class Asked>(Some const& some, Asked const& asked) {
      return team::detail::CountVisitor<Some, Asked, A, decltype(target), Frequent>{
          some,
          asked,
          target,
          bins,
          share.first_bin,
          share.bins,
          Frequent(member, 1 << log2_copies)};
    };
    if constexpr (HasColumns<Items>) {
      using Ranges = ColumnRanges<P, Items>;
      target.clear(member);
      Ranges::for_each(
          items, prepared, share.first, share.last,
          [&](auto const& column, auto const& of_column, std::size_t first, std::size_t last) {
            bool const is_in_window = of_column.first < share.first_bin + share.bins &&
                                      of_column.first + of_column.bins > share.first_bin;
            if (!is_in_window) return;
            auto visitor = visitor_of(column, of_column);
            team::detail::visit_items<P.loads, Ranges::width>(member, column, first, last, visitor);
          });
    } else {
      auto visitor = visitor_of(items, prepared);
      if constexpr (may_be_hot)
        if (hot.copies > 0 && share.last - share.first >= least_sampled) {
          std::size_t const each = (share.last - share.first) / P.threads;
          std::size_t const sampled = share.first + member.team_rank() * each;
          target.find(member, visitor.bin(items.load(sampled)), share.bins,
                      static_cast<std::uint32_t*>(share.own));
          if constexpr (requires { visitor.frequent.expect_hot_bins(); })
            if (target.has_hot()) visitor.frequent.expect_hot_bins();
        }
      target.clear(member);
      team::detail::visit_items<P.loads, width>(member, items, share.first, share.last, visitor);
    }
    store(member, share, target);
  }

  template <class Member>
  KOKKOS_FUNCTION auto make_target([[maybe_unused]] Member const& member, Bins const& own_counts,
                                   [[maybe_unused]] void* of_hot) const {
    if constexpr (may_be_hot)
      return Hot(member, own_counts, of_hot, hot);
    else
      return own_counts;
  }
  /// Stores the counts of a team.
  template <class Member, class Target>
  KOKKOS_FUNCTION void store(Member const& member, Share const& share, Target const& target) const {
    auto const& piece_bins = share.piece_bins;
    if constexpr (requires { destination.template is_in_place<A>(piece_bins.piece, share.own); })
      if (destination.template is_in_place<A>(piece_bins.piece, share.own)) return;
    member.team_barrier();
    for (int b = member.team_rank(); b < share.bins; b += member.team_size()) {
      if constexpr (Bins::spills)
        piece_bins.add(b, target.total(b));
      else
        piece_bins.store(b, target.total(b));
    }
  }
  static constexpr HistogramPolicy without_tables = [] {
    HistogramPolicy policy = P;
    policy.table_bytes = 0;
    return policy;
  }();
  /// Where the hot bins begin in scratch: behind the bins and a table.
  KOKKOS_FUNCTION std::size_t hot_offset() const {
    return own_bytes() + align_up(table.bytes(), 16);
  }
  /// Bytes of the bins in scratch; a table follows them.
  KOKKOS_FUNCTION std::size_t own_bytes() const { return own_bytes_for(window, log2_copies); }
  KOKKOS_FUNCTION static constexpr std::size_t own_bytes_for(int window, int log2_copies) {
    return in_scratch ? align_up(Bins::bytes_for(window, log2_copies), 16) : 0;
  }
};

}  // namespace KokkosScan::detail
