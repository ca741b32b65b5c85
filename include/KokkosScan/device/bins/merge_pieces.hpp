// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/count_table.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace KokkosScan::detail {

/// Sums a table of counts over its pieces, in an order that depends only on the number of pieces,
/// and hands each bin's total to the sink. A team takes a block of neighboring bins, which are
/// neighbors in the table, too. On GPUs each row of its threads sums every `rows`-th piece.
template <class Exec, class Out, class Total, class Sink>
struct MergePieces {
  static constexpr bool many_threads = tuning::capabilities<Exec>.lanes_are_threads;
  /// The most bins of a team. A row reads whole cache lines. On hosts the sums take 16 KiB of a
  /// team's scratch, or less.
  static constexpr int columns =
      many_threads ? 32 : std::min(2048, 16384 / static_cast<int>(sizeof(Total)));
  static constexpr int rows = many_threads ? 16 : 1;
  static constexpr int threads = many_threads ? columns * rows : 1;
  using Launch = TeamLaunch<Exec, threads, 1>;
  struct Scratch {
    Total sum[rows][columns];
  };

  CountTable<Out> table;
  std::size_t pieces;
  int bins;
  Sink sink;
  int bins_of_team = columns;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto& scratch = *static_cast<Scratch*>(
        member.team_scratch(0).get_shmem_aligned(sizeof(Scratch), alignof(Total)));
    int const each = many_threads ? columns : bins_of_team;
    int const first = member.league_rank() * each;
    int const here = bins - first < each ? bins - first : each;
    if constexpr (many_threads)
      sum_by_rows(member, scratch, first, here);
    else
      sum_by_pieces(scratch.sum[0], first, here);
  }

  static void run(std::string const& label, Exec const& exec, MergePieces merge) {
    auto const bins = static_cast<std::size_t>(merge.bins);
    std::size_t each = columns;
    if constexpr (!many_threads)  // as few as give all threads some
      each = std::clamp<std::size_t>(
          align_up(ceil_div(bins, Launch::teams(exec)), tuning::min_bins_merged),
          tuning::min_bins_merged, columns);
    merge.bins_of_team = static_cast<int>(each);
    Launch::run(label, exec, merge.pieces * bins, ceil_div(bins, each), sizeof(Scratch) + 16,
                merge);
  }

 private:
  template <class Member>
  KOKKOS_FUNCTION void sum_by_rows(Member const& member, Scratch& scratch, int first,
                                   int here) const {
    int const row = member.team_rank() / columns, own = member.team_rank() % columns;
    Total sum = Total(0);
    if (own < here)
      for (std::size_t p = row; p < pieces; p += rows)
        sum += static_cast<Total>(table(p, first + own));
    scratch.sum[row][own] = sum;
    member.team_barrier();
    if (row != 0 || own >= here) return;
    for (int r = 1; r < rows; ++r) sum += scratch.sum[r][own];
    sink.store(first + own, sum);
  }
  /// Vector code.
  KOKKOS_FUNCTION void sum_by_pieces(Total* sum, int first, int here) const {
    for (int c = 0; c < here; ++c) sum[c] = Total(0);
    for (std::size_t p = 0; p < pieces; ++p) {
      Out const* const of_piece = &table(p, first);
      for (int c = 0; c < here; ++c) sum[c] += static_cast<Total>(of_piece[c]);
    }
    for (int c = 0; c < here; ++c) sink.store(first + c, sum[c]);
  }
};

}  // namespace KokkosScan::detail
