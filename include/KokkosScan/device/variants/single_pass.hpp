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
      std::size_t const first = first_of(claim.tile);
      T const total = tile.read(problem.source, problem.op, first, end_of(claim.tile));
      if (member.team_rank() == 0) exchange(member, state, claim.tile, total, scratch);
      if constexpr (can_claim_ahead)
        if (claims_ahead && is_first) scratch.claim = counter.claim();
      member.team_barrier();
      if constexpr (can_claim_ahead)
        if (claims_ahead) {
          std::uint32_t const next = scratch.claim.tile;
          tile.expect(first_of(next), end_of(next));
          has_claimed = true;
        }
      tile.write(problem.source, problem.sink, problem.op, first, problem.n, scratch.prefix);
    } while (P.is_persistent);
    counter.leave(member, is_first, scratch.claim.epoch);
  }

 private:
  static constexpr bool has_rows = std::is_same_v<decltype(Problem::size), RowsSize>;
  /// Tiles of a row; only if there are rows.
  KOKKOS_FUNCTION std::uint32_t tiles_of_row() const {
    return static_cast<std::uint32_t>(tiles_of(problem.size.length, P));
  }
  /// The first item of a tile.
  KOKKOS_FUNCTION std::size_t first_of(std::uint32_t t) const {
    if constexpr (has_rows)
      return t / tiles_of_row() * problem.size.pitch +
             static_cast<std::size_t>(t % tiles_of_row()) * P.tile();
    else
      return static_cast<std::size_t>(t) * P.tile();
  }
  /// The end of what the tile may have of the items: the end of its row, if there are rows.
  KOKKOS_FUNCTION std::size_t end_of(std::uint32_t t) const {
    if constexpr (has_rows)
      return t < tiles ? t / tiles_of_row() * problem.size.pitch + problem.size.length : 0;
    else
      return problem.n;
  }
  /// Whether the tile is the first, or the last one, of a scan.
  KOKKOS_FUNCTION bool starts(std::uint32_t t) const {
    if constexpr (has_rows)
      return t % tiles_of_row() == 0;
    else
      return t == 0;
  }
  KOKKOS_FUNCTION bool ends(std::uint32_t t) const {
    if constexpr (has_rows)
      return (t + 1) % tiles_of_row() == 0;
    else
      return t + 1 == tiles;
  }

  KOKKOS_FUNCTION void exchange(Member const& member, TileState<T> const& state, std::uint32_t t,
                                T const& total, Scratch& scratch) const {
    typename Team::Watchers const lanes(member);
    T const prefix =
        starts(t) ? problem.init : Exchange::find(lanes, state, t, tiles, total, problem.op);
    if (!lanes.is_first()) return;
    T const sum = problem.op(prefix, total);
    if (ends(t))
      problem.sink.store_total(sum);
    else if (Exchange::publishes_prefixes || starts(t))
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
