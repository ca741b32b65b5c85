// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/protocol/team_sums.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "environment.hpp"
#include "matchers.hpp"

namespace KokkosScanTest {

using KokkosScan::detail::TeamSums;

/// A league of n members: each adds to all sums, and the last one takes them.
struct AddAndTake {
  TeamSums sums;
  int members, count;
  Array<std::uint64_t> taken;
  KOKKOS_FUNCTION void operator()(int i) const {
    for (int s = 0; s < count; ++s) sums.add(s, static_cast<std::uint64_t>(i + s));
    if (!sums.is_last(members)) return;
    for (int s = 0; s < count; ++s) taken(s) += sums.take(s);
  }
};

TEST(TeamSums, TheLastTakesThemAllAndLeavesZeros) {
  Array<std::uint64_t> const words("words", TeamSums::words);
  for (int const members : {1, 2, 100, 1, 4097})
    for (int const count : {1, 300, TeamSums::most}) {
      SCOPED_TRACE(std::to_string(members) + " members, " + std::to_string(count) + " sums");
      Array<std::uint64_t> const taken("taken", count);
      Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(0, members),
                           AddAndTake{TeamSums(words.data()), members, count, taken});
      Exec().fence();
      auto const n = static_cast<std::uint64_t>(members);
      std::vector<std::uint64_t> expected;
      for (int s = 0; s < count; ++s)
        expected.push_back(n * (n - 1) / 2 + n * static_cast<std::uint64_t>(s));
      EXPECT_TRUE(matches(taken, expected));
      EXPECT_EQ(to_vector(words), std::vector<std::uint64_t>(TeamSums::words, 0));
    }
}

}  // namespace KokkosScanTest
