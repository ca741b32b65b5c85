// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <string>

namespace KokkosScan::detail {

/// Whether tile \p t lies past the last item, as some tiles do where only the device knows the
/// number of items. Never true for the first tile: without items it still stores the total.
template <ScanPolicy P, class Problem>
KOKKOS_FUNCTION bool is_past_end(Problem const& problem, std::size_t t) {
  return Problem::is_sized_on_device && t > 0 && t * P.tile() >= problem.n;
}

/// First pass: the total of each tile.
template <class Exec, ScanPolicy P, class Problem>
struct TileTotals {
  using Team = TeamTile<Exec, P, Problem>;
  using T = typename Problem::T;

  Problem problem;
  T* totals;

  KOKKOS_FUNCTION void operator()(typename Team::Member const& member) const {
    detail::run_sized<P>(*this, member);
  }

  KOKKOS_FUNCTION void run(typename Team::Member const& member) const {
    auto const t = static_cast<std::size_t>(member.league_rank());
    if (detail::is_past_end<P>(problem, t)) {
      if (Team::is_first_lane(member)) totals[t] = problem.op.identity();
      return;
    }
    auto tile = Team::tile(member);
    T const total = tile.read(problem.source, problem.op, t * P.tile(), problem.n);
    if (Team::is_first_lane(member)) totals[t] = total;
  }
};

/// Last pass: scans each tile, starting from its prefix. With a single tile, the whole scan.
template <class Exec, ScanPolicy P, class Problem>
struct TileScan {
  using Team = TeamTile<Exec, P, Problem>;
  using T = typename Problem::T;

  Problem problem;
  T const* prefixes;  // nullptr: there is one tile

  KOKKOS_FUNCTION void operator()(typename Team::Member const& member) const {
    detail::run_sized<P>(*this, member);
  }

  KOKKOS_FUNCTION void run(typename Team::Member const& member) const {
    auto const t = static_cast<std::size_t>(member.league_rank());
    if (detail::is_past_end<P>(problem, t)) return;
    auto tile = Team::tile(member);
    bool const is_last = (t + 1) * P.tile() >= problem.n;
    T const prefix = prefixes == nullptr ? problem.init : prefixes[t];
    if (Team::Tile::reads_before_write || (is_last && problem.sink.wants_total())) {
      T const total = tile.read(problem.source, problem.op, t * P.tile(), problem.n);
      if (is_last && Team::is_first_lane(member))
        problem.sink.store_total(problem.op(prefix, total));
    } else if constexpr (!Team::Tile::reads_before_write) {
      tile.skip(problem.op, t * P.tile(), problem.n);
    }
    tile.write(problem.source, problem.sink, problem.op, t * P.tile(), problem.n, prefix);
  }
};

/// The whole scan where there is one tile: one launch, no workspace.
template <class Exec, ScanPolicy Wanted, class Problem>
struct OneTeam {
  static constexpr ScanPolicy policy = policy_for<Exec, Wanted, Problem>(DeviceScan::hierarchical);

  static void check(char const* function, std::size_t n) {
    TeamTile<Exec, policy, Problem>::check(function, n);
  }
  static WorkspaceNeed need(std::size_t) { return {}; }

  static void run(std::string const& label, Exec const& exec, Problem const& problem,
                  Workspace<Exec> const&, std::size_t) {
    using Scan = TileScan<Exec, policy, Problem>;
    Kokkos::parallel_for(label, Scan::Team::league(exec, 1), Scan{problem, nullptr});
  }
};

/// The multi-team scan: tile totals, a recursive scan of the totals, tile scan. As many levels as
/// the size needs, without synchronizing with the host. 3n traffic; 2 launches per level, 1 for the
/// last.
///
/// Sengupta, Harris, Zhang, Owens, Scan primitives for GPU computing, Graphics Hardware (2007).
template <class Exec, ScanPolicy Wanted, class Problem>
struct Hierarchical {
  using T = typename Problem::T;
  static constexpr ScanPolicy policy = policy_for<Exec, Wanted, Problem>(DeviceScan::hierarchical);
  using Upper = ScanProblem<ScanMode::exclusive, ViewSource<T, T, true>, ViewSink<T, T, true>,
                            typename Problem::Op>;

  using OfTotals = Hierarchical<Exec, Wanted, Upper>;

  static void check(char const* function, std::size_t n) {
    TeamTile<Exec, policy, Problem>::check(function, n);
    std::size_t const tiles = tiles_of(n, policy);
    if (tiles > 1) OfTotals::check(function, tiles);  // totals may be wider than items
  }

  static WorkspaceNeed need(std::size_t n) {
    std::size_t const tiles = tiles_of(n, policy);
    if (tiles <= 1) return {};
    return {.bytes = part_bytes(tiles * sizeof(T)) + OfTotals::need(tiles).bytes};
  }

  static void run(std::string const& label, Exec const& exec, Problem const& problem,
                  Workspace<Exec> const& workspace, std::size_t place) {
    std::size_t const tiles = tiles_of(problem.n, policy);
    if (tiles <= 1)
      return OneTeam<Exec, Wanted, Problem>::run(label, exec, problem, workspace, place);
    T* const totals = reinterpret_cast<T*>(workspace.bytes() + place);
    using Totals = TileTotals<Exec, policy, Problem>;
    Kokkos::parallel_for(label + " totals", Totals::Team::league(exec, tiles),
                         Totals{problem, totals});
    Upper const upper{{totals, 1}, {totals, 1, nullptr}, problem.op, problem.init, HostSize{tiles}};
    OfTotals::run(label, exec, upper, workspace, place + part_bytes(tiles * sizeof(T)));
    using Scan = TileScan<Exec, policy, Problem>;
    Kokkos::parallel_for(label, Scan::Team::league(exec, tiles), Scan{problem, totals});
  }
};

}  // namespace KokkosScan::detail
