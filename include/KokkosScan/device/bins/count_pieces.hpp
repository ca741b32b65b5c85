// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/team/private_bins.hpp>
#include <KokkosScan/team/visit_items.hpp>
#include <KokkosScan/tuning/bin_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace KokkosScan::detail {

/// Where the counts of (piece, bin) go.
template <class Out>
struct CountTable {
  Out* data;
  std::size_t piece_stride, bin_stride;
  KOKKOS_FUNCTION Out& operator()(std::size_t piece, int bin) const {
    return data[piece * piece_stride + bin * bin_stride];
  }
};

/// Counts the bins of one piece of the items by one team, in bins of its own.
///
/// Gómez-Luna et al., An optimized approach to histogram computation on GPU, Machine Vision and
/// Applications 24 (2013): privatization and replication.
template <class Exec, HistogramPolicy P, class Items, class Binning, class A, class Out>
struct CountPieces {
  using Launch = PieceLaunch<Exec, P.threads, P.teams_per_multiprocessor>;
  using Member = typename Launch::Member;
  static constexpr bool in_scratch = P.scratch_bytes > 0;
  using Bins = team::detail::PrivateBins<A, P.threads == 1>;
  static constexpr int width = access_width<P>(Items::item_bytes);

  Items items;
  Binning binning;
  Pieces pieces;
  int bins, log2_copies;
  A* memory;  // of the private bins, where they are not in scratch
  CountTable<Out> table;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const piece = static_cast<std::size_t>(member.league_rank());
    A* const own = in_scratch ? static_cast<A*>(member.team_scratch(0).get_shmem_aligned(
                                    copies_bytes(bins, log2_copies), alignof(A)))
                              : memory + (piece * bins << log2_copies);
    Bins const target(member, own, bins, log2_copies);
    target.clear(member);
    team::detail::CountVisitor<Items, Binning, A, Bins> const visitor{items, binning, target, bins};
    team::detail::visit_items<P.loads, width>(member, items, pieces.first(piece),
                                              pieces.last(piece), visitor);
    member.team_barrier();
    for (int b = member.team_rank(); b < bins; b += member.team_size())
      table(piece, b) = static_cast<Out>(target.total(b));
  }

  /// As many copies as the policy allows of so many bins.
  static int copies_for(int bins) {
    int log2 = 0;
    while (2 << log2 <= P.most_copies &&
           copies_bytes(bins, log2 + 1) <= static_cast<std::size_t>(P.copies_bytes))
      ++log2;
    return log2;
  }
  static constexpr std::size_t memory_bytes(std::size_t pieces, int bins) {
    return in_scratch ? 0 : round_up(pieces * copies_bytes(bins, copies_for(bins)));
  }
  static auto launch(Exec const& exec, Pieces const& pieces, int bins) {
    return Launch::policy(exec, pieces.count,
                          in_scratch ? copies_bytes(bins, copies_for(bins)) + 16 : 0);
  }

 private:
  KOKKOS_FUNCTION static constexpr std::size_t copies_bytes(int bins, int log2) {
    return (static_cast<std::size_t>(bins) << log2) * sizeof(A);
  }
};

}  // namespace KokkosScan::detail
