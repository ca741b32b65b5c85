// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/search.hpp>
#include <KokkosScan/device/bins/pack_ranges.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/bins/range_bins.hpp>
#include <KokkosScan/team/scratch.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// Counts bins that are packed by range. All packed bins, in the order of ranges and tiles, are cut
/// into equal parts, one for each team: so a team meets few ranges, and skewed data take no longer
/// than others. A team counts a range in scratch and adds the counts to the totals of all teams.
template <class Exec, HistogramPolicy P, class Total>
struct CountRanges {
  static constexpr BinRangePolicy shape = P.ranges;
  static constexpr int threads = shape.count_threads;
  using Launch = TeamLaunch<Exec, threads, shape.count_teams_per_multiprocessor>;
  using Member = typename Launch::Member;
  using Bins = team::detail::RangeBins<shape.log2_bins>;
  /// The parts are equal by weight, in chunks: a range that is not empty weighs its chunks plus
  /// `cost`, for finding its segments in all tiles, and at least `least`: otherwise teams with
  /// sparse ranges took twice as long.
  static constexpr std::uint32_t cost = shape.range_cost, least = shape.min_range;

  PackedRanges from;
  int tiles, bins;
  Total* totals;

  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int ranges) {
    return Bins::scratch_bytes +
           sizeof(std::uint32_t) * (3 * threads + static_cast<std::size_t>(ranges) + 1);
  }
  static auto league(Exec const& exec, int ranges) {
    return Launch::league(exec, Launch::teams(exec), scratch_bytes(ranges) + 16);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const scratch = arch::in_scratch(static_cast<std::byte*>(
        member.team_scratch(0).get_shmem_aligned(scratch_bytes(from.ranges), 16)));
    Bins const own(scratch);
    auto* const sums = reinterpret_cast<std::uint32_t*>(scratch + Bins::scratch_bytes);
    Segments const segments{sums, sums + threads, sums + 2 * threads};
    std::uint32_t* const first = sums + 3 * threads;
    std::uint64_t const all = find_firsts(member, sums, first);
    auto const team = static_cast<std::uint64_t>(member.league_rank());
    auto const teams = static_cast<std::uint64_t>(member.league_size());
    Part const part{static_cast<std::uint32_t>(all * team / teams),
                    static_cast<std::uint32_t>(all * (team + 1) / teams)};
    for (int r = range_at(first, part.begin); r < from.ranges && first[r] < part.end; ++r) {
      std::uint32_t const place = first[r + 1] - from.counts[r];
      bool const is_empty = first[r + 1] == place;
      if (is_empty || first[r + 1] <= part.begin || part.end <= place) continue;
      own.clear(member);
      count(member, own, r, place, part, segments);
      add(member, own, r);
    }
  }

 private:
  /// A team's part of the axis on which `find_firsts` lays the ranges.
  struct Part {
    std::uint32_t begin, end;
  };

  /// The segments of a range in `threads` successive tiles.
  struct Segments {
    std::uint32_t* sums;   // for the scan
    std::uint32_t* place;  // position of the first chunk on the axis
    std::uint32_t* start;  // its index in the tile

    /// The segment that contains the chunk at position c: the last one that begins at c or earlier.
    /// That is not an empty one, which begins where the next does.
    KOKKOS_FUNCTION int find(std::uint32_t c) const {
      int s = 0;
      KOKKOSSCAN_UNROLL
      for (int step = team::detail::next_power_of_two(threads) / 2; step > 0; step /= 2)
        if (s + step < threads && place[s + step] <= c) s += step;
      return s;
    }
  };

  /// Lays the ranges on an axis of weight that is cut into equal parts for the teams. Range r takes
  /// [first[r], first[r + 1]); its chunks are at the end of that interval, the rest is its cost.
  /// \return the length of the axis
  KOKKOS_FUNCTION std::uint32_t find_firsts(Member const& member, std::uint32_t* sums,
                                            std::uint32_t* first) const {
    std::uint32_t before = 0;
    for (int base = 0; base < from.ranges; base += threads) {
      int const r = base + member.team_rank();
      std::uint32_t const chunks = r < from.ranges ? from.counts[r] : 0;
      std::uint32_t const weight = chunks + cost > least ? chunks + cost : least;
      std::uint32_t total;
      std::uint32_t const start = team::detail::lane_first<ScanMode::exclusive, threads>(
          member, sums, chunks != 0 ? weight : 0, Sum<std::uint32_t>{}, total);
      if (r < from.ranges) first[r] = before + start;
      before += total;
    }
    if (member.team_rank() == 0) first[from.ranges] = before;
    member.team_barrier();
    return before;
  }

  /// The last range that begins at position \p place of the axis or earlier.
  KOKKOS_FUNCTION int range_at(std::uint32_t const* first, std::uint32_t place) const {
    int range = 0;
    advance_to_last(range, from.ranges, [&](int r) { return first[r] <= place; });
    return range;
  }

  /// Counts the chunks of range r that are in the team's part.
  /// \param place  position of the range's first chunk on the axis
  KOKKOS_FUNCTION void count(Member const& member, Bins const& own, int r, std::uint32_t place,
                             Part const& part, Segments const& segments) const {
    for (int base = 0; base < tiles && place < part.end; base += threads) {
      int const t = base + member.team_rank();
      std::uint32_t start = 0, chunks = 0;
      if (t < tiles) {
        std::uint16_t const* const firsts = from.firsts_of(static_cast<std::size_t>(t));
        start = firsts[r];
        chunks = firsts[r + 1] - start;
      }
      std::uint32_t total;
      std::uint32_t const before =
          place + team::detail::lane_first<ScanMode::exclusive, threads>(
                      member, segments.sums, chunks, Sum<std::uint32_t>{}, total);
      std::uint32_t const begin = place < part.begin ? part.begin : place;
      place += total;
      std::uint32_t const end = place < part.end ? place : part.end;
      if (begin >= end) continue;
      segments.place[member.team_rank()] = before;
      segments.start[member.team_rank()] = start;
      member.team_barrier();
      for (std::uint32_t c = begin + static_cast<std::uint32_t>(member.team_rank()); c < end;
           c += threads) {
        int const s = segments.find(c);
        own.add(arch::load_chunk(from.chunks_of(static_cast<std::size_t>(base + s)) +
                                 (segments.start[s] + (c - segments.place[s]))));
      }
      member.team_barrier();
    }
  }

  KOKKOS_FUNCTION void add(Member const& member, Bins const& own, int r) const {
    int const first_bin = r << shape.log2_bins;
    int const here = bins - first_bin < Bins::bins ? bins - first_bin : Bins::bins;
    for (int b = member.team_rank(); b < here; b += threads) {
      std::uint32_t const count = own.count(b);
      if (count != 0) Kokkos::atomic_add(totals + first_bin + b, static_cast<Total>(count));
    }
    member.team_barrier();
  }
};

}  // namespace KokkosScan::detail
