// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/column_ranges.hpp>
#include <KokkosScan/device/bins/count_layout.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/team/bins/bins.hpp>
#include <KokkosScan/team/bins/count_batches.hpp>
#include <KokkosScan/team/bins/count_visitor.hpp>
#include <KokkosScan/team/bins/frequent_bin.hpp>
#include <KokkosScan/team/bins/private_bins.hpp>
#include <KokkosScan/team/bins/serial_bins.hpp>
#include <KokkosScan/team/bins/visit_items.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>

#include <cstddef>
#include <cstdint>
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
  using Launch = TeamLaunch<Exec, P.threads, P.teams_per_multiprocessor>;
  using Layout = CountLayout<Exec, P, Items, Binning, A, Bins>;
  using Prepared = typename Layout::Prepared;
  static constexpr int width = tuning::access_width(Items::item_bytes, P.access_bytes);
  /// Items that a team counts in one iteration of its loop.
  static constexpr std::size_t batch = static_cast<std::size_t>(P.threads) * P.loads * width;
  /// The least items of a piece for which a sample is worth its time.
  static constexpr std::size_t least_sampled = 8 * batch;

  Items items;
  Binning binning;
  Pieces<typename Items::Size> pieces;
  int bins;
  Layout layout;
  std::byte* memory;  // of the private bins, if they are not in scratch
  Destination destination;
  typename Prepared::Shared shared_table{};

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    count(member, member.team_scratch(0).get_shmem_aligned(layout.scratch_bytes(), 16));
  }

  /// \param scratch  layout.scratch_bytes() of it
  template <class Member>
  KOKKOS_FUNCTION void count(Member const& member, void* scratch) const {
    static_assert(team::detail::TeamBins<Bins, A, Member, typename Destination::PieceBins>);
    int const window = layout.window;
    int const windows = 1 + (bins - 1) / window;
    auto const piece = static_cast<std::size_t>(member.league_rank() / windows);
    int const first_bin = member.league_rank() % windows * window;
    auto const range = pieces.of(piece);
    Share const share{.first = range.first,
                      .last = range.last,
                      .first_bin = first_bin,
                      .bins = window < bins - first_bin ? window : bins - first_bin,
                      .scratch = static_cast<std::byte*>(scratch),
                      .own = Layout::in_scratch ? scratch : memory + layout.part_offset(piece),
                      .piece_bins = {destination, piece, first_bin}};
    Bins const own_counts = make_bins(member, share);
    if constexpr (team::detail::HasSlots<Bins>)
      count_slots(member, share, own_counts);
    else
      count_visits(member, share, own_counts);
  }

  /// The work of a launch: items to count, and bins to clear.
  static std::size_t work(Pieces<typename Items::Size> const& pieces, int bins) {
    return pieces.size.most + pieces.count * static_cast<std::size_t>(bins);
  }
  /// \param memory       Layout::memory_bytes of it
  /// \param max_scratch  bytes of scratch that a team may take
  static CountPieces make(Items const& items, Binning const& binning,
                          Pieces<typename Items::Size> const& pieces, int bins, std::byte* memory,
                          Destination const& destination,
                          std::size_t max_scratch = P.scratch_bytes) {
    return {.items = items,
            .binning = binning,
            .pieces = pieces,
            .bins = bins,
            .layout = Layout::make(binning, pieces, bins, max_scratch, least_sampled),
            .memory = memory,
            .destination = destination};
  }
  static void run(std::string const& label, Exec const& exec, Items const& items,
                  Binning const& binning, Pieces<typename Items::Size> const& pieces, int bins,
                  std::byte* memory, Destination const& destination) {
    CountPieces count = make(items, binning, pieces, bins, memory, destination);
    if constexpr (Layout::shares_table)
      count.shared_table =
          detail::make_shared_table<Prepared>(label, exec, binning, bins, pieces.size.most,
                                              memory + Layout::table_memory_offset(pieces, bins));
    if constexpr (Prepared::has_several_tables)
      if (!count.layout.table.is_table()) {
        using Searching = CountPieces<Exec, without_tables, Items, Binning, A, Destination, Bins>;
        Searching::run(label, exec, items, binning, pieces, bins, memory, destination);
        return;
      }
    auto const windows = static_cast<std::size_t>(ceil_div(bins, count.layout.window));
    Launch::run(label, exec, work(pieces, bins), pieces.count * windows,
                count.layout.scratch_bytes() + 16, count);
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
      return Bins(member, share.own, share.bins, layout.log2_copies, share.piece_bins);
    else
      return Bins(member, share.own, share.bins, layout.log2_copies);
  }

  /// The binning, with its table if it has one.
  template <class Member>
  KOKKOS_FUNCTION decltype(auto) prepared(Member const& member, Share const& share) const {
    if constexpr (Layout::shares_table)
      return Prepared::in_memory(binning, shared_table);
    else
      return Prepared::in_scratch(member, binning, layout.table,
                                  share.scratch + layout.table_offset());
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
      else if constexpr (Layout::may_group)
        team::detail::count_groups<P>(member, layout.groups,
                                      static_cast<std::byte*>(share.own) + layout.groups_offset(),
                                      items, unswitched, own_counts, bins, share.first, share.last);
      else
        team::detail::count_batches<P, A>(items, unswitched, own_counts, bins, share.first,
                                          share.last);
    };
    bool const has_table =
        Layout::shares_table ? shared_table.shape.is_table() : layout.table.is_table();
    // Without a table the binning itself: its search is vector code.
    if (has_table)
      detail::unswitch(prepared(member, share), count_by);
    else
      count_by(binning);
    store(member, share, own_counts);
  }

  /// By a team of any size, item by item.
  template <class Member>
  KOKKOS_FUNCTION void count_visits(Member const& member, Share const& share,
                                    Bins const& own_counts) const {
    decltype(auto) asked = prepared(member, share);
    auto target = make_target(member, own_counts, share.scratch + layout.hot_offset());
    constexpr bool must_sum = Items::has_weights || Bins::spills;
    using Frequent = team::detail::FrequentBinOf<Member, P.threads, A, must_sum>;
    auto const visitor_of = [&]<class Some, class By>(Some const& some, By const& by) {
      return team::detail::CountVisitor<Some, By, A, decltype(target), Frequent>{
          some,
          by,
          target,
          bins,
          share.first_bin,
          share.bins,
          Frequent(member, 1 << layout.log2_copies)};
    };
    if constexpr (HasColumns<Items>) {
      using Ranges = ColumnRanges<P, Items>;
      using AllBins = std::remove_cvref_t<decltype(asked)>;
      target.clear(member);
      if constexpr (Ranges::template interleaves<AllBins, must_sum>)
        if (share.bins == bins && !items.is_by_column) {
          ThreadsOfColumn<Member> const threads(member, Items::columns);
          auto const column = items.column(threads.column);
          auto const of_thread = asked.of_thread(threads.column, threads.takes_part);
          auto visitor = visitor_of(column, of_thread);
          team::detail::visit_items<Ranges::interleaved_loads, 1>(
              threads, column, Ranges::row(items, share.first), Ranges::row(items, share.last),
              visitor);
          return store(member, share, target);
        }
      auto const count_rows = [&](auto const& column, auto const& of_column, std::size_t first,
                                  std::size_t last) {
        bool const is_in_window = of_column.first < share.first_bin + share.bins &&
                                  of_column.first + of_column.bins > share.first_bin;
        if (!is_in_window) return;
        auto visitor = visitor_of(column, of_column);
        team::detail::visit_items<P.loads, Ranges::width>(member, column, first, last, visitor);
      };
      // With several windows, most teams would have nothing to count in theirs.
      if (Ranges::follows_memory && share.bins == bins)
        Ranges::for_each_in_memory(items, asked, share.first, share.last, count_rows);
      else
        Ranges::for_each(items, asked, share.first, share.last, count_rows);
    } else {
      auto visitor = visitor_of(items, asked);
      if constexpr (Layout::may_be_hot)
        if (layout.hot.copies > 0 && share.last - share.first >= least_sampled) {
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
    if constexpr (Layout::may_be_hot)
      return typename Layout::Hot(member, own_counts, of_hot, layout.hot);
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
};

}  // namespace KokkosScan::detail
