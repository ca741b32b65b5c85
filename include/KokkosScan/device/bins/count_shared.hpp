// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/team/bins/count_visitor.hpp>
#include <KokkosScan/team/bins/shared_bins.hpp>
#include <KokkosScan/team/bins/visit_items.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>

#include <cstddef>
#include <string>

namespace KokkosScan::detail {

/// Counts pieces in bins that all teams share. Each team caches the bins that it finds in a sample
/// of its piece, so that the elements of a frequent bin do not queue at one address in memory.
template <class Exec, HistogramPolicy P, class Items, class Binning, class A>
struct CountShared {
  using Launch = TeamLaunch<Exec, P.threads, P.teams_per_multiprocessor>;
  using Bins = team::detail::CachedBins<A, P.cached_bins, P.threads>;
  static constexpr int width = tuning::access_width(Items::item_bytes, P.access_bytes);

  Items items;
  Binning binning;
  Pieces<typename Items::Size> pieces;
  int bins;
  A* totals;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const piece = static_cast<std::size_t>(member.league_rank());
    auto const [first, last] = pieces.of(piece);
    Bins const target(member, totals);
    target.clear(member);
    using Frequent = team::detail::FrequentBinOf<Member, P.threads, A, Items::has_weights>;
    team::detail::CountVisitor<Items, Binning, A, Bins, Frequent> visitor{
        items, binning, target, bins, 0, bins, Frequent(member, 1)};
    if constexpr (P.cached_bins > 0) {
      // The sample: elements spread over the piece, a few for each slot of the cache.
      constexpr int samples = 2 * P.cached_bins;
      std::size_t const step = (last - first) / samples + 1;
      for (int s = member.team_rank(); s < samples; s += P.threads) {
        std::size_t const i = first + s * step;
        int bin;
        if (i < last && visitor.find(binning, items.load(i), bin)) target.claim(bin);
      }
      member.team_barrier();
    }
    team::detail::visit_items<P.loads, width>(member, items, first, last, visitor);
    member.team_barrier();
    target.flush(member);
  }

  static void run(std::string const& label, Exec const& exec, CountShared const& count) {
    Launch::run(label, exec, count.pieces.size.most, count.pieces.count, Bins::scratch_bytes + 16,
                count);
  }
};

}  // namespace KokkosScan::detail
