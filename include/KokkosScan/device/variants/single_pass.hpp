// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/size.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/device/protocol/tile_state.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/team/tiles/tile.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// Common to protocols with one state per tile that in the end holds the total up to the tile's
/// end.
struct ExchangeOfPrefixes {
  static constexpr bool publishes_prefixes = true;
  template <int Lanes>
  static constexpr std::size_t states(std::size_t tiles) {
    return tiles;
  }
};

/// One launch: each team claims a tile, finds its total, gets its prefix from the other teams, and
/// writes the scan. Exchange is the protocol: `find(lanes, state, tile, tiles, total, op)`, called
/// by the lanes of one thread, publishes the total if the protocol needs that, and returns the
/// prefix of a tile > 0. `publishes_prefixes` says whether other tiles need the sum up to the
/// tile's end, and `states` gives the number of states. The first tile has nothing to find: its
/// state is set to complete at once.
template <class Exec, ScanPolicy P, class Problem, class Exchange>
struct SinglePassScan {
  using Team = TeamTile<Exec, P, Problem>;
  using Member = typename Team::Member;
  using T = typename Problem::T;
  struct Scratch {
    T prefix;
    TileCounter::Claim claim;
  };

  /// Whether a tile can be told which tile follows while it writes this one (`expect`): then teams
  /// claim ahead. Not where lanes are hardware threads: one of them could read the claim so late
  /// that the first lane has already replaced it by the next.
  static constexpr bool can_claim_ahead = P.is_persistent && !Team::lanes_are_threads &&
                                          team::detail::ExpectingTile<typename Team::Tile>;

  Problem problem;
  TileCounter counter;
  std::uint64_t* state_words;
  std::uint32_t tiles;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    detail::run_sized<P>(*this, member);
  }

  KOKKOS_FUNCTION void run(Member const& member) const {
    auto tile = Team::tile(member);
    auto& scratch = Team::template scratch<Scratch>(member);
    bool const is_first = Team::is_first_lane(member);
    [[maybe_unused]] bool const claims_ahead =
        can_claim_ahead && member.league_size() <= tuning::max_teams_that_claim_ahead;
    [[maybe_unused]] bool has_claimed = false;
    do {
      if (is_first && !has_claimed) scratch.claim = counter.claim();
      member.team_barrier();
      auto const claim = scratch.claim;
      if (claim.tile >= tiles) break;
      TileState<T> const state(state_words, claim.epoch);
      auto const items = items_of(claim.tile);
      T const total = tile.read(problem.source, problem.op, items.first, items.last);
      if (member.team_rank() == 0) exchange(member, state, claim.tile, items, total, scratch);
      if constexpr (can_claim_ahead)
        if (claims_ahead && is_first) scratch.claim = counter.claim();
      member.team_barrier();
      if constexpr (can_claim_ahead)
        if (claims_ahead) {
          auto const next = items_of(scratch.claim.tile);
          tile.expect(next.first, next.last);
          has_claimed = true;
        }
      tile.write(problem.source, problem.sink, problem.op, items.first, problem.n, scratch.prefix);
    } while (P.is_persistent);
    counter.leave(member, is_first, scratch.claim.epoch);
  }

 private:
  /// A tile: the items from \p first on, as many as a tile has, of those before \p last.
  struct Items {
    std::size_t first, last;
    bool starts, ends;  ///< the scan, or that of a row
  };
  KOKKOS_FUNCTION Items items_of(std::uint32_t t) const {
    if constexpr (std::is_same_v<decltype(Problem::size), RowsSize>) {
      if (t >= tiles) return {0, 0, true, true};
      auto const of_row = static_cast<std::uint32_t>(tiles_of(problem.size.length, P));
      std::size_t const row = t / of_row * problem.size.pitch;
      std::uint32_t const k = t % of_row;
      return {row + static_cast<std::size_t>(k) * P.tile(), row + problem.size.length, k == 0,
              k + 1 == of_row};
    } else {
      return {static_cast<std::size_t>(t) * P.tile(), problem.n, t == 0, t + 1 == tiles};
    }
  }

  KOKKOS_FUNCTION void exchange(Member const& member, TileState<T> const& state, std::uint32_t t,
                                Items const& items, T const& total, Scratch& scratch) const {
    typename Team::Watchers const lanes(member);
    T const prefix =
        items.starts ? problem.init : Exchange::find(lanes, state, t, tiles, total, problem.op);
    if (!lanes.is_first()) return;
    T const sum = problem.op(prefix, total);
    if (items.ends)
      problem.sink.store_total(sum);
    else if (Exchange::publishes_prefixes || items.starts)
      state.set_complete(t, sum);
    scratch.prefix = prefix;
  }
};

/// The launch of a single-pass scan, and the protocol memory it needs.
template <class Exec, ScanPolicy P, class Problem, class Exchange>
struct SinglePass {
  using T = typename Problem::T;
  using Scan = SinglePassScan<Exec, P, Problem, Exchange>;

  static void check(char const* function, std::size_t n) {
    Scan::Team::template check<typename Scan::Scratch>(function, n);
  }

  static WorkspaceNeed need(std::size_t n) {
    std::size_t const states =
        Exchange::template states<Scan::Team::Watchers::size>(tiles_of(n, P));
    return {.words = ProtocolMemory::words + TileState<T>::words_for(states)};
  }

  static void run(std::string const& label, Exec const& exec, Problem const& problem,
                  Workspace<Exec> const& workspace, std::size_t) {
    std::size_t const tiles = std::max<std::size_t>(tiles_of(problem.n, P), 1);
    std::size_t const teams =
        P.is_persistent ? std::min(tiles, Scan::Team::concurrent_teams(exec)) : tiles;
    ProtocolMemory const memory(workspace);
    Kokkos::parallel_for(
        label, Scan::Team::template league<typename Scan::Scratch>(exec, teams),
        Scan{problem, memory.counter, memory.states, static_cast<std::uint32_t>(tiles)});
  }
};

}  // namespace KokkosScan::detail
