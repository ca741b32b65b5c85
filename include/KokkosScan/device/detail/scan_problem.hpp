// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/heads.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/size.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/lane/group.hpp>
#include <KokkosScan/team/tiles/cached_tile.hpp>
#include <KokkosScan/team/tiles/scratch_tile.hpp>
#include <KokkosScan/team/tiles/tile.hpp>
#include <KokkosScan/tuning/scan_selector.hpp>
#include <KokkosScan/tuning/sizes.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief The problem that every device variant is given, and what all their kernels share: the
/// tile of a team.

namespace KokkosScan::detail {

/// One scan: items from a source, combined after init, to a sink.
template <ScanMode Mode, class Source_, class Sink_, class Op_, class Size = HostSize>
struct ScanProblem {
  using Source = Source_;
  using Sink = Sink_;
  using Op = Op_;
  using T = typename Op::value_type;
  static constexpr ScanMode mode = Mode;
  static constexpr bool is_sized_on_device = Size::is_on_device;
  static_assert(check_elements<T, typename Source::stage_type, typename Sink::element_type>());

  /// The tile of one team.
  template <ScanPolicy P, class Member>
  using Tile = std::conditional_t<P.storage == TileStorage::scratch,
                                  team::detail::ScratchTile<P, Mode, Member, Source, Sink, Op>,
                                  team::detail::CachedTile<P, Mode, Member, Source, Sink, Op>>;

  static constexpr tuning::ItemSizes sizes{
      .stage_bytes = sizeof(typename Source::stage_type),
      .element_bytes = sizeof(typename Sink::element_type),
      .has_heads = !std::is_same_v<typename Source::heads_type, NoHeads>,
      .head_bytes = Source::heads_type::item_bytes,
      .value_bytes = sizeof(T)};
  /// The tuned policy.
  template <class Exec>
  static constexpr ScanPolicy policy(DeviceScan variant) {
    return tuning::scan_policy<Exec, T>(variant, sizes);
  }
  /// For the automatic choice on GPUs: the variant for few items, and how many items are few.
  static constexpr DeviceScan for_few = DeviceScan::fixed_look_back;
  static constexpr std::size_t max_few = tuning::max_scanned_at_once(sizes);
  template <class Exec>
  static constexpr DeviceScan choose(std::size_t n, std::size_t hierarchical_tiles) {
    return tuning::choose_scan<Exec>(n, sizes, hierarchical_tiles);
  }
  static constexpr bool is_reproducible(DeviceScan variant) {
    return tuning::is_reproducible<T>(variant);
  }

  Source source;
  Sink sink;
  Op op;
  T init;
  Size size;
  std::size_t n = size.most;  ///< at most so many items; in kernels the number (`run_sized`)
};

/// The policy of a call: the user's, else the tuned one.
template <class Exec, ScanPolicy Wanted, class Problem>
constexpr ScanPolicy policy_for(DeviceScan variant) {
  if constexpr (Wanted.is_default())
    return Problem::template policy<Exec>(variant);
  else {
    static_assert(Wanted.tile() >= 2, "a ScanPolicy must have tiles of at least 2 elements");
    static_assert(Wanted.width >= 1 && Wanted.width <= 16 &&
                      (Wanted.width & (Wanted.width - 1)) == 0 && Wanted.items % Wanted.width == 0,
                  "a ScanPolicy must have a width that is a power of two up to 16 and divides its "
                  "items");
    static_assert(Wanted.total_rows >= 1 && Wanted.total_rows <= 32,
                  "a ScanPolicy must have 1 to 32 rows of totals");
    static_assert(Wanted.storage == TileStorage::cache || Wanted.lanes == 1 ||
                      tuning::capabilities<Exec>.lanes_are_threads,
                  "a ScanPolicy for CPUs with several lanes must have storage = "
                  "TileStorage::cache");
    static_assert(Wanted.storage == TileStorage::scratch || Wanted.lanes == 1 ||
                      !tuning::capabilities<Exec>.lanes_are_threads,
                  "a ScanPolicy for GPUs with several lanes must have storage = "
                  "TileStorage::scratch");
    static_assert(Wanted.storage == TileStorage::cache || Wanted.items <= 1 << 14,
                  "a ScanPolicy must have at most 2^14 items a lane, but with storage = "
                  "TileStorage::cache: a lane holds them");
    static_assert(Wanted.slots == 0 || Wanted.slots >= 2,
                  "a ScanPolicy must have no slots or at least 2");
    static_assert(Wanted.slots == 0 || Wanted.storage == TileStorage::scratch,
                  "a ScanPolicy with slots must have storage = TileStorage::scratch");
    return Wanted;
  }
}

KOKKOS_FUNCTION constexpr std::size_t tiles_of(std::size_t n, ScanPolicy const& policy) {
  return ceil_div(n, policy.tile());
}

/// Runs a kernel of tiles. Where the size of its problem is on the device, the host has launched
/// the kernel for the upper bound; then a copy runs whose problem is cut down to the size.
template <ScanPolicy P, class Kernel, class Member>
KOKKOS_FUNCTION void run_sized(Kernel const& kernel, Member const& member) {
  if constexpr (decltype(kernel.problem)::is_sized_on_device) {
    Kernel cut = kernel;
    cut.problem.n = cut.problem.size();
    if constexpr (requires { cut.problem.sink.cut_to(cut.problem.n); })
      cut.problem.sink.cut_to(cut.problem.n);
    if constexpr (requires { cut.tiles; }) {
      auto const tiles = static_cast<std::uint32_t>(tiles_of(cut.problem.n, P));
      cut.tiles = tiles > 0 ? tiles : 1;
    }
    cut.run(member);
  } else {
    kernel.run(member);
  }
}

/// The tile of one team, its scratch, and the league of teams that have both.
template <class Exec, ScanPolicy P, class Problem>
struct TeamTile {
  using Policy = Kokkos::TeamPolicy<
      Exec, tuning::LaunchBounds<Exec, P.threads * P.lanes, P.teams_per_multiprocessor>>;
  using Member = typename Policy::member_type;
  using T = typename Problem::T;

  using Tile = typename Problem::template Tile<P, Member>;
  static_assert(team::detail::AnyTile<Tile, typename Problem::Source, typename Problem::Sink,
                                      typename Problem::Op>);

  static constexpr bool lanes_are_threads = tuning::capabilities<Exec>.lanes_are_threads;
  /// The lanes that look back: one where lanes are SIMD lanes, as waiting is scalar work.
  using Watchers = lane::Group<Member, lanes_are_threads ? P.lanes : 1>;

  struct NoExtra {};
  /// The policy of a launch of \p teams teams.
  /// \tparam Extra  the kernel's own scratch
  template <class Extra = NoExtra>
  static auto league(Exec const& exec, std::size_t teams) {
    auto policy = Policy(exec, static_cast<int>(teams), P.threads, lanes_are_threads ? P.lanes : 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes<Extra>));
    if constexpr (Tile::buffer_bytes > 0)
      policy.set_scratch_size(1, Kokkos::PerTeam(Tile::buffer_bytes + alignment));
    return light(policy);
  }

  /// Refuses more tiles of \p n items than a league can have teams, and a tile that exceeds the
  /// scratch of a team: Kokkos would only report too little memory.
  template <class Extra = NoExtra>
  static void check(char const* function, std::size_t n) {
    constexpr std::size_t max_tiles = tuning::max_teams<Exec>(P.lanes * P.threads);
    if (tiles_of(n, P) > max_tiles)
      refuse(function, "tiles of ", P.tile(), " elements (ScanPolicy) are ", tiles_of(n, P),
             " for n = ", n, ", there can be ", max_tiles);
    constexpr std::size_t needed = scratch_bytes<Extra>;
    if constexpr (needed > tuning::team_scratch_bytes<Exec>(P.threads)) {
      // Kokkos may report less than a team of a GPU can have.
      constexpr int least = lanes_are_threads ? tuning::scratch_beside_kokkos(P.threads) : 0;
      auto const limit = static_cast<std::size_t>(std::max(Policy::scratch_size_max(0), least));
      if (needed > limit)
        refuse(function, "tiles of ", P.tile(), " elements (ScanPolicy) need ", needed,
               " bytes of team scratch, there are ", limit);
    }
  }

  /// The size of a league of persistent teams: as many as should run at once, without a guarantee.
  static std::size_t concurrent_teams(Exec const& exec) {
    return tuning::concurrent_teams(exec, std::max(P.teams_per_multiprocessor, 1));
  }

  /// An S in the next free part of the team's scratch. Kernels take the tile's first, then their
  /// own.
  template <class S>
  KOKKOS_FUNCTION static S& scratch(Member const& member) {
    return *static_cast<S*>(member.team_scratch(0).get_shmem_aligned(sizeof(S), alignment));
  }
  KOKKOS_FUNCTION static Tile tile(Member const& member) {
    void* buffer = nullptr;
    if constexpr (Tile::buffer_bytes > 0)
      buffer = member.team_scratch(1).get_shmem_aligned(Tile::buffer_bytes, alignment);
    return Tile(member, scratch<typename Tile::Scratch>(member), buffer);
  }
  KOKKOS_FUNCTION static bool is_first_lane(Member const& member) {
    return member.team_rank() == 0 && Watchers(member).is_first();
  }

 private:
  static constexpr std::size_t alignment = std::max({std::size_t(16), alignof(T), Tile::alignment});
  template <class S>
  static constexpr std::size_t bytes() {
    return sizeof(S) + alignment;
  }
  template <class Extra>
  static constexpr std::size_t scratch_bytes = bytes<typename Tile::Scratch>() + bytes<Extra>();
};

}  // namespace KokkosScan::detail
