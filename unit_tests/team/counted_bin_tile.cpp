// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/team/tiles/counted_bin_tile.hpp>

#include "team_drivers.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace KokkosScanTest {

using Tile = KokkosScan::team::detail::CountedBinTile<Member, float, std::uint32_t, 128, 4, false>;

/// The lanes of a row that have an item of one class; the hardware serves their atomic additions in
/// any order. As in `CountedBinTile`, each lane adds its bit and one to a word, and gets the word's
/// previous value.
struct ServedLanes {
  std::vector<int> lanes;  // in the order in which they are served
  std::uint32_t word;      // after all additions
  std::vector<std::uint32_t> found;

  ServedLanes(std::vector<int> order, std::uint32_t place) : lanes(std::move(order)), word(place) {
    for (int const lane : lanes) {
      found.push_back(word);
      word += Tile::added_by(lane);
    }
  }
};

TEST(CountedBinTile, PlacesInWhateverOrderLanesAreServed) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<int> order(16);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    order.resize(1 + random() % 16);
    if (seed % 2 == 0) std::sort(order.begin(), order.end());
    // The largest tile has 65535 items, so the place after its last item is at most 65535.
    auto const last = static_cast<std::uint32_t>(seed % 10 == 0 ? 65535 : 16 + random() % 65519);
    auto const first = last - static_cast<std::uint32_t>(order.size());
    ServedLanes const served(order, first);
    bool is_out_of_order = false;
    for (std::size_t i = 0; i < order.size(); ++i)
      is_out_of_order |= Tile::has_higher_lane(served.found[i], order[i]);
    EXPECT_EQ(is_out_of_order, !std::is_sorted(order.begin(), order.end()));
    for (std::size_t i = 0; i < order.size(); ++i) {
      auto const lower =
          std::count_if(order.begin(), order.end(), [&](int lane) { return lane < order[i]; });
      auto const expected = first + static_cast<std::uint32_t>(lower);
      EXPECT_EQ(Tile::place_among(served.word, order[i]), expected) << "lane " << order[i];
      if (is_out_of_order) continue;
      EXPECT_EQ(served.found[i] % 65536, expected) << "lane " << order[i];
    }
  }
}

}  // namespace KokkosScanTest
