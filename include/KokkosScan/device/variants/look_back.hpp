// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/tile_counter.hpp>
#include <KokkosScan/detail/tile_state.hpp>
#include <KokkosScan/device/scan_problem.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/lane/scan.hpp>

#include <string>

namespace KokkosScan::detail {

#ifndef LBK
#define LBK 4
#endif
/// Windows of predecessors that are asked for at once. A walk of windows one after the other moves
/// at most one window per latency of the L2 cache, which is slower than tiles come at full speed.
template <class T>
inline constexpr int windows_in_flight = TileState<T>::words <= 2 ? LBK : 1;

/// What lies before \p tile (> 0): the lanes look at windows of predecessors, combine what is
/// there back to the nearest complete one, or go on to the windows before.
template <class Lanes, class T, class Op>
KOKKOS_FUNCTION T look_back(Lanes const& lanes, TileState<T> const& state, std::size_t tile,
                            Op const& op) {
  constexpr int windows = windows_in_flight<T>;
  T before = op.identity();
  for (auto end = static_cast<std::ptrdiff_t>(tile);; end -= windows * Lanes::size) {
    T value[windows];
    TileStatus status[windows];
    auto const look = [&](int w) {
      std::ptrdiff_t const t =
          lanes.generate([&](int lane) { return end - (w + 1) * Lanes::size + lane; });
      value[w] = op.identity();
      status[w] = t < 0 ? TileStatus::partial : state.get(static_cast<std::size_t>(t), value[w]);
    };
    KOKKOSSCAN_UNROLL
    for (int w = 0; w < windows; ++w) look(w);
    KOKKOSSCAN_UNROLL
    for (int w = 0; w < windows; ++w) {
      int complete;
      while (true) {
        complete = lanes.last_where(status[w] == TileStatus::complete);
        if (lanes.last_where(status[w] == TileStatus::empty) <= complete) break;
        arch::relax();
        look(w);
      }
      bool const is_needed = lanes.generate([&](int lane) { return lane >= complete; });
      before =
          op(lane::reduce(lanes, is_needed ? value[w] : T(op.identity()), op), before);
      if (complete >= 0) return before;
    }
  }
}

/// One launch: each team claims a tile, scans it, publishes its total, looks back for its prefix,
/// publishes the sum of both, writes.
template <class Exec, ScanPolicy P, class Problem>
struct LookBackScan {
  using Team = TeamTile<Exec, P, Problem>;
  using T = typename Problem::T;
  struct Scratch {
    T prefix;
    TileCounter::Claim claim;
  };

  Problem problem;
  TileCounter counter;
  std::uint64_t* state_words;
  std::uint32_t tiles;

  KOKKOS_FUNCTION void operator()(typename Team::Member const& member) const {
    auto tile = Team::tile(member);
    auto& scratch = Team::template scratch<Scratch>(member);
    bool const is_first = Team::is_first_lane(member);
    if (is_first) scratch.claim = counter.claim();
    member.team_barrier();
    for (auto claim = scratch.claim; claim.tile < tiles; claim = scratch.claim) {
      TileState<T> const state(state_words, claim.epoch);
      T const total = tile.read(problem.source, problem.op,
                                static_cast<std::size_t>(claim.tile) * P.tile(), problem.n);
      if (member.team_rank() == 0) {
        // The next claim is under way while this tile waits for its prefix.
        if (is_first)
          scratch.claim = P.persistent ? counter.claim() : TileCounter::Claim{tiles, claim.epoch};
#ifndef NO_LB
        find_prefix(member, state, claim.tile, total, scratch);
#else
        scratch.prefix = total;
#endif
      }
      member.team_barrier();
      tile.write(problem.source, problem.sink, problem.op, scratch.prefix);
    }
    if (is_first) counter.leave(member.league_size());
  }

 private:
  KOKKOS_FUNCTION void find_prefix(typename Team::Member const& member,
                                   TileState<T> const& state, std::uint32_t t, T const& total,
                                   Scratch& scratch) const {
    typename Team::Watchers const lanes(member);
    T prefix = problem.init;
    if (t > 0) {
      if (lanes.is_first() && t + 1 < tiles) state.set_partial(t, total);
      prefix = look_back(lanes, state, t, problem.op);
    }
    if (!lanes.is_first()) return;
    T const sum = problem.op(prefix, total);
    if (t + 1 < tiles)
      state.set_complete(t, sum);
    else
      problem.sink.store_total(sum);
    scratch.prefix = prefix;
  }
};

/// The single-pass scan with decoupled look-back. 2n traffic, one launch; needs forward progress of
/// started teams. Float results depend on timing: how far a tile looks back is a matter of luck.
///
/// Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVR-2016-002.
template <ScanPolicy Wanted, class Exec, class Problem>
struct LookBack {
  using T = typename Problem::T;
  static constexpr ScanPolicy policy = policy_for<Exec, Problem, Wanted>();

  static WorkspaceNeed need(std::size_t n) {
    return {TileCounter::words + TileState<T>::words_for(tiles_of(n, policy)), 0};
  }

  static void run(std::string const& label, Exec const& exec, Problem const& problem,
                  Workspace<Exec> const& workspace) {
    std::size_t const tiles = std::max<std::size_t>(tiles_of(problem.n, policy), 1);
    using Scan = LookBackScan<Exec, policy, Problem>;
    std::size_t const teams =
        policy.persistent ? std::min(tiles, Scan::Team::concurrent_teams(exec)) : tiles;
    std::uint64_t* const words = workspace.words();
    std::uint64_t* const state = words + TileCounter::words;
    Kokkos::parallel_for(
        label, Scan::Team::template launch<typename Scan::Scratch>(exec, teams),
        Scan{problem, TileCounter(words, state, workspace.word_capacity() - TileCounter::words),
             state, static_cast<std::uint32_t>(tiles)});
  }
};

}  // namespace KokkosScan::detail
