// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/protocol/tile_counter.hpp>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "environment.hpp"
#include "matchers.hpp"

namespace KokkosScanTest {

using KokkosScan::detail::TileCounter;

/// A league of teams of one thread: each claims one tile and leaves.
struct ClaimAndLeave {
  using Policy = Kokkos::TeamPolicy<Exec>;
  TileCounter counter;
  Array<std::uint32_t> tiles, epochs;
  KOKKOS_FUNCTION void operator()(Policy::member_type const& member) const {
    auto const claim = counter.claim();
    tiles(member.league_rank()) = claim.tile;
    epochs(member.league_rank()) = claim.epoch;
    counter.leave(member, true, claim.epoch);
  }
};

class League {
 public:
  explicit League(std::size_t words) : words_("words", TileCounter::words + words) {}

  void set_header(std::uint64_t value) {
    auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), words_);
    Kokkos::deep_copy(mirror, std::uint64_t(0));
    mirror(0) = value;
    for (std::size_t i = TileCounter::words; i < mirror.extent(0); ++i) mirror(i) = 7;
    Kokkos::deep_copy(words_, mirror);
  }

  /// One launch: every tile is claimed once, and all claims return the same epoch.
  void launch(int teams, std::uint32_t expected_epoch) const {
    Array<std::uint32_t> const tiles("tiles", teams), epochs("epochs", teams);
    TileCounter const counter(words_.data(), words_.extent(0));
    Kokkos::parallel_for(ClaimAndLeave::Policy(teams, 1), ClaimAndLeave{counter, tiles, epochs});
    Exec().fence();
    auto claimed = to_vector(tiles);
    std::sort(claimed.begin(), claimed.end());
    std::vector<std::uint32_t> expected(teams);
    for (int i = 0; i < teams; ++i) expected[i] = static_cast<std::uint32_t>(i);
    EXPECT_TRUE(equal_lists(claimed, expected));
    EXPECT_TRUE(matches(epochs, std::vector<std::uint32_t>(teams, expected_epoch)));
  }

  std::vector<std::uint64_t> words() const { return to_vector(words_); }

 private:
  Array<std::uint64_t> words_;
};

TEST(TileCounter, EveryTileOnceAndANewEpochEachLaunch) {
  League const league(10);
  // A new workspace is zeroed, and the first epoch is zero: its marks differ from zeroed words by
  // their status.
  std::uint32_t epoch = 0;
  for (int const teams : {1, 2, 100, 1, 4097}) league.launch(teams, epoch++);
}

TEST(TileCounter, EpochsComeRoundAgainOnlyWhenTheMarksAreForgotten) {
  League league(10);
  std::uint64_t const last = TileCounter::epochs - 1;
  league.set_header(last << 32);
  league.launch(100, static_cast<std::uint32_t>(last));
  EXPECT_EQ(league.words(), std::vector<std::uint64_t>(TileCounter::words + 10, 0));
  league.launch(100, 0);
}

}  // namespace KokkosScanTest
