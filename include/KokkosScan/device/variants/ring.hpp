// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/protocol/prefix_scanner.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/device/protocol/tile_state.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/team/tiles/tile.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// One launch of persistent teams. The first team to claim a tile scans the totals of all tiles
/// instead; the other teams work ahead: claim a tile, scan it, publish its total, park it in a ring
/// of slots in scratch, and load the next. A parked tile is written about one turn of the ring
/// later, when its prefix has long been known.
///
/// No deadlock: a team that waits for the prefix of a tile holds at most one tile whose total it
/// has not published, and that is a later tile. So the team that holds the first unpublished tile
/// does not wait. If no other team runs, the scanning team claims tiles itself. It need not do the
/// last one, as no prefix depends on its total: another team does it, perhaps after the scanning
/// team has left.
template <class Exec, ScanPolicy P, class Problem>
struct RingScan {
  using Team = TeamTile<Exec, P, Problem>;
  using Member = typename Team::Member;
  using Tile = typename Team::Tile;
  using T = typename Problem::T;
  static_assert(team::detail::ParkingTile<Tile, typename Problem::Source, typename Problem::Sink,
                                          typename Problem::Op>);

  using Scanner =
      PrefixScanner<typename Team::Watchers, P.threads, P.total_rows, T, typename Problem::Op>;

  struct Scratch {
    TileCounter::Claim claim[2];
    typename Scanner::Scratch scanner;
    T last_total;
    std::uint64_t meeting;
  };

  Problem problem;
  TileCounter counter;
  std::uint64_t* totals_words;
  std::uint64_t* prefixes_words;
  std::uint32_t tiles;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    detail::run_sized<P>(*this, member);
  }

  KOKKOS_FUNCTION void run(Member const& member) const {
    auto tile = Team::tile(member);
    auto& scratch = Team::template scratch<Scratch>(member);
    bool const is_first = Team::is_first_lane(member);
    if (is_first) scratch.claim[0] = claim();
    member.team_barrier();
    std::uint32_t const epoch = scratch.claim[0].epoch;
    if (scratch.claim[0].tile == scans_totals)
      scan_totals(member, tile, scratch);
    else
      work(member, tile, scratch);
    counter.leave(member, is_first, epoch);
  }

 private:
  /// What the first team to claim gets instead of a tile number.
  static constexpr std::uint32_t scans_totals = ~std::uint32_t(0);
  KOKKOS_FUNCTION TileCounter::Claim claim() const {
    auto const next = counter.claim();
    return {next.tile - 1, next.epoch};
  }
  KOKKOS_FUNCTION TileState<T> totals(std::uint32_t epoch) const { return {totals_words, epoch}; }
  KOKKOS_FUNCTION TileState<T> prefixes(std::uint32_t epoch) const {
    return {prefixes_words, epoch};
  }
  KOKKOS_FUNCTION static std::size_t first_item(std::uint32_t t) {
    return static_cast<std::size_t>(t) * P.tile();
  }

  /// The tiles that a team has parked, the oldest first. One slot of the ring is always free, as a
  /// tile is parked before the oldest one is written.
  struct ParkedTiles {
    static constexpr std::uint32_t none = ~std::uint32_t(0);
    static constexpr int most = P.slots - 1;
    std::uint32_t tile[most];
    typename Tile::Parked item[most];  // meaningless where there is no tile
    int slot = 0;                      // slot of the oldest tile; the free slot is the previous one
    typename TileState<T>::Found asked{};

    KOKKOS_FUNCTION ParkedTiles() {
      KOKKOSSCAN_UNROLL
      for (int i = 0; i < most; ++i) tile[i] = none;
      // For g++ only, which warns: on GPUs it takes registers (H200, exclusive sums of 2^28 structs
      // of 24 bytes, which spill more: 3315 -> 3491 us).
      if constexpr (!tuning::capabilities<Exec>.lanes_are_threads)
        for (int i = 0; i < most; ++i) item[i] = {};
    }
    KOKKOS_FUNCTION int free_slot() const { return slot == 0 ? P.slots - 1 : slot - 1; }
    /// Removes the oldest tile and appends a new one (or none).
    KOKKOS_FUNCTION void turn(std::uint32_t t, typename Tile::Parked const& newest) {
      KOKKOSSCAN_UNROLL
      for (int i = 0; i + 1 < most; ++i) tile[i] = tile[i + 1], item[i] = item[i + 1];
      tile[most - 1] = t;
      item[most - 1] = newest;
      slot = slot + 1 < P.slots ? slot + 1 : 0;
    }
  };

  /// A turn: scan the loaded tile, publish its total at once, park it, load the next; only then
  /// finish the oldest parked tile, while the loads are in flight. The load is unconditional (past
  /// the last tile it reads nothing): at a join of paths with and without the load, the compiler
  /// would wait for it. The next tile is claimed before the scan of the current one, which hides
  /// the latency of the atomic, and no earlier: prefixes of all later tiles wait for its total.
  KOKKOS_FUNCTION void work(Member const& member, Tile& tile, Scratch& scratch) const {
    bool const is_first = Team::is_first_lane(member);
    std::uint32_t const epoch = scratch.claim[0].epoch;
    std::uint32_t current = scratch.claim[0].tile;
    ParkedTiles parked;
    tile.load(problem.source, first_item(current), problem.n);
    for (int phase = 1; current < tiles; phase ^= 1) {
      auto const next = is_first ? claim() : TileCounter::Claim{};
      T const total = tile.scan(problem.source, problem.op, parked.free_slot(), [&] {
        if (is_first) scratch.claim[phase] = next;
      });
      if (is_first) publish(current, epoch, total, scratch);
      std::uint32_t const newest = current;
      auto const remembered = tile.park(parked.free_slot());
      current = scratch.claim[phase].tile;
      tile.load(problem.source, first_item(current), problem.n);
      finish_oldest(member, tile, parked, epoch, scratch);
      parked.turn(newest, remembered);
      ask_for_oldest(parked, epoch);
    }
    member.team_barrier();  // tiles may be written by other threads than those that parked them
    KOKKOSSCAN_UNROLL
    for (int i = 0; i < ParkedTiles::most; ++i) {
      finish_oldest(member, tile, parked, epoch, scratch);
      parked.turn(ParkedTiles::none, {});
      ask_for_oldest(parked, epoch);
    }
  }

  /// Writes the oldest parked tile. Each thread waits for the prefix itself, without a barrier.
  KOKKOS_FUNCTION void finish_oldest(Member const& member, Tile& tile, ParkedTiles const& parked,
                                     std::uint32_t epoch, Scratch const& scratch) const {
    std::uint32_t const t = parked.tile[0];
    if (t == ParkedTiles::none) return;
    typename Team::Watchers const lanes(member);
    T prefix = problem.init;
    if (lanes.is_first()) prefix = prefix_of(prefixes(epoch), t, parked.asked);
    prefix = lanes.get(prefix, 0);
    tile.write(problem.source, problem.sink, problem.op, first_item(t), problem.n, prefix,
               parked.item[0], parked.slot);
    if (t + 1 == tiles && Team::is_first_lane(member))
      problem.sink.store_total(problem.op(prefix, scratch.last_total));
  }

  /// Loads the prefix that is needed a turn later; unconditionally, for the reason given at `work`.
  KOKKOS_FUNCTION void ask_for_oldest(ParkedTiles& parked, std::uint32_t epoch) const {
    std::uint32_t const t = parked.tile[0];
    parked.asked = prefixes(epoch).look(t == ParkedTiles::none ? 0 : t);
  }

  /// No prefix depends on the last total: it is kept for the total that the sink may want.
  KOKKOS_FUNCTION void publish(std::uint32_t t, std::uint32_t epoch, T const& total,
                               Scratch& scratch) const {
    if (t + 1 < tiles)
      totals(epoch).set_complete(t, total);
    else
      scratch.last_total = total;
  }

  /// The prefix of tile t, from the words loaded earlier (`asked`), else waits for it. Called by
  /// the first lane of a thread only.
  KOKKOS_FUNCTION T prefix_of(TileState<T> const& prefixes, std::uint32_t t,
                              typename TileState<T>::Found const& asked) const {
    T prefix = problem.init;
    if (t != 0 && prefixes.read(asked, prefix) != TileStatus::complete) prefix = prefixes.wait(t);
    return prefix;
  }

  /// The team that scans the totals. A thread that has polled `patience` times in vain assumes that
  /// no other team may be running: it calls a meeting, a barrier of all threads, and the team does
  /// a tile itself. There is no other barrier, as carries pass from thread to thread all the time.
  KOKKOS_FUNCTION void scan_totals(Member const& member, Tile& tile, Scratch& scratch) const {
    constexpr int patience = 4096;
    std::uint32_t const epoch = scratch.claim[0].epoch;
    bool const is_first = Team::is_first_lane(member);
    typename Team::Watchers const lanes(member);
    Scanner scanner(lanes, member.team_rank(), scratch.scanner, totals(epoch), prefixes(epoch),
                    tiles, problem.init);
    if (is_first) scratch.meeting = 0;
    int paused = 0;
    member.team_barrier();
    while (true) {
      for (int idle = 0; !scanner.is_done();) {
        if (idle % 16 == 15 && lanes.first_where(arch::load_relaxed(&scratch.meeting) != 0) >= 0)
          break;
        if (scanner.advance(problem.op)) {
          idle = 0;
        } else {
          ++idle;
          arch::relax(paused, 0);
        }
        if (idle == patience && lanes.is_first()) arch::store_relaxed(&scratch.meeting, 1);
      }
      member.team_barrier();
      bool const is_meeting = arch::load_relaxed(&scratch.meeting) != 0;
      member.team_barrier();
      if (!is_meeting) break;
      help(member, tile, scratch, scanner, epoch);
      if (is_first) arch::store_relaxed(&scratch.meeting, 0);
      member.team_barrier();
    }
  }

  /// The scanning team claims a tile, publishes its total, continues to scan until the prefix of
  /// the tile is known, and writes it.
  KOKKOS_FUNCTION void help(Member const& member, Tile& tile, Scratch& scratch, Scanner& scanner,
                            std::uint32_t epoch) const {
    bool const is_first = Team::is_first_lane(member);
    if (is_first) scratch.claim[0] = claim();
    member.team_barrier();
    std::uint32_t const own = scratch.claim[0].tile;
    if (own >= tiles) return;
    T const total = tile.read(problem.source, problem.op, first_item(own), problem.n);
    if (is_first && own + 1 < tiles) totals(epoch).set_complete(own, total);
    typename Team::Watchers const lanes(member);
    T prefix = problem.init;
    int paused = 0;
    while (own > 0) {
      // Every thread scans until it sees the prefix itself, so none depends on a thread that has
      // stopped scanning.
      bool const is_in = prefixes(epoch).get(own, prefix) == TileStatus::complete;
      if (lanes.first_where(!is_in) < 0) break;
      if (scanner.is_done() || !scanner.advance(problem.op)) arch::relax(paused, 0);
    }
    if (own + 1 == tiles && is_first) problem.sink.store_total(problem.op(prefix, total));
    tile.write(problem.source, problem.sink, problem.op, first_item(own), problem.n, prefix);
  }
};

/// The launch of a ring, and the protocol memory it needs.
template <class Exec, ScanPolicy P, class Problem>
struct Ring {
  using T = typename Problem::T;
  using Scan = RingScan<Exec, P, Problem>;

  static void check(char const* function, std::size_t n) {
    Scan::Team::template check<typename Scan::Scratch>(function, n);
  }

  static WorkspaceNeed need(std::size_t n) {
    return {.words = ProtocolMemory::words + 2 * TileState<T>::words_for(tiles_of(n, P))};
  }

  static void run(std::string const& label, Exec const& exec, Problem const& problem,
                  Workspace<Exec> const& workspace, std::size_t) {
    std::size_t const tiles = std::max<std::size_t>(tiles_of(problem.n, P), 1);
    // At least two, even if they run one after the other: the scanning team does not wait for the
    // last tile, so another team must be there to do it.
    std::size_t const teams =
        std::clamp<std::size_t>(Scan::Team::concurrent_teams(exec), 2, tiles + 1);
    ProtocolMemory const memory(workspace);
    Kokkos::parallel_for(
        label, Scan::Team::template league<typename Scan::Scratch>(exec, teams),
        Scan{problem, memory.counter, memory.states, memory.states + TileState<T>::words_for(tiles),
             static_cast<std::uint32_t>(tiles)});
  }
};

}  // namespace KokkosScan::detail
