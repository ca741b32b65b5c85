// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include "team_drivers.hpp"

/// \file A user's kernel with scratch of its own: it scans a tile in scratch, between other work.

namespace KokkosScanTest {

/// Each team loads its tile into scratch, scans one value per thread, scans the tile in place, and
/// writes it back.
template <TeamScan V>
struct TileKernel {
  using Tile =
      Kokkos::View<int*, Exec::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Array<int> values;
  int tile;

  struct Load {
    Tile const& scratch;
    Array<int> const& values;
    int first;
    KOKKOS_FUNCTION void operator()(int i) const { scratch(i) = values(first + i); }
  };
  struct Store {
    Tile const& scratch;
    Array<int> const& values;
    int first, added;
    KOKKOS_FUNCTION void operator()(int i) const { values(first + i) = scratch(i) + added; }
  };

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Tile const scratch(member.team_scratch(0), tile);
    int const first = member.league_rank() * tile;
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, tile), Load{scratch, values, first});
    member.team_barrier();
    KokkosScan::Sum<int> const op;
    int threads = 0;
    team::inclusive_scan<V>(member, 1, op, threads);  // counts the threads
    team::inclusive_scan<V>(member, scratch, scratch, op);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, tile),
                         Store{scratch, values, first, threads == member.team_size() ? 0 : -1});
  }
};

template <TeamScan V>
void check_tile_in_scratch(int wanted) {
  int const tile = 77, teams = 5;
  auto const input = random_elements<int>(tile * teams, 3);
  GuardedArray<int> const array(input);
  TileKernel<V> const kernel{array.view(), tile};
  auto const own = TileKernel<V>::Tile::shmem_size(tile);
  int const size = make_policy<int>(kernel, teams, wanted, 1).team_size();
  auto policy = Team(teams, size);
  auto const more = team::scan_scratch_bytes<int>(size);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(own + more)));
  SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", team of " + std::to_string(size));
  Kokkos::parallel_for("tile in scratch", policy, kernel);
  std::vector<int> expected;
  for (int t = 0; t < teams; ++t) {
    auto const scan = reference::inclusive_scan(
        std::vector<int>(input.begin() + t * tile, input.begin() + (t + 1) * tile),
        KokkosScan::Sum<int>{});
    expected.insert(expected.end(), scan.begin(), scan.end());
  }
  EXPECT_TRUE(array.holds(expected));
}

TEST(TeamScanScratch, TileOfAUsersKernel) {
  for (int const size : possible_team_sizes({1, 2, 3, 7, 32, 100})) {
    check_tile_in_scratch<TeamScan::parallel_scan>(
        supported_team_size<TeamScan::parallel_scan>(size));
    check_tile_in_scratch<TeamScan::hillis_steele>(size);
    check_tile_in_scratch<TeamScan::double_buffer>(size);
    check_tile_in_scratch<TeamScan::blelloch>(size);
    check_tile_in_scratch<TeamScan::raking>(size);
    check_tile_in_scratch<TeamScan::lane_first>(size);
  }
}

TEST(TeamScanScratch, BytesGrowWithTeamAndType) {
  for (int const size : possible_team_sizes()) {
    EXPECT_GE(team::scan_scratch_bytes<int>(size), size * sizeof(int));
    EXPECT_GE(team::scan_scratch_bytes<Heisenberg>(size), size * sizeof(Heisenberg));
    EXPECT_GE(team::scan_scratch_bytes<int>(size + 1), team::scan_scratch_bytes<int>(size));
  }
}

}  // namespace KokkosScanTest
