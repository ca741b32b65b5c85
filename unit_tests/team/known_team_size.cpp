// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans by teams whose size the compiler knows.
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "team_drivers.hpp"

namespace KokkosScanTest {

template <TeamScan V, int Threads, class Op>
void check_known(Op const& op) {
  int const size = on_host ? possible_team_sizes().back() : Threads;
  auto const input = random_elements<typename Op::value_type>(2 * size + 1, size);
  check_values<V, ScanMode::inclusive, Threads>(input, op, size);
  check_values<V, ScanMode::exclusive, Threads>(input, op, size);
}

/// Teams of one group, of a few and of many; runs of one, two, three and more; and 48 threads,
/// which are no whole number of groups. On a host all sizes compile to the same code.
template <TeamScan V, class Op>
void check_known_sizes(Op const& op) {
  check_known<V, 256>(op);
  if constexpr (!on_host) {
    check_known<V, 32>(op);
    check_known<V, 48>(op);
    check_known<V, 64>(op);
    check_known<V, 96>(op);
    check_known<V, 128>(op);
    check_known<V, 512>(op);
    check_known<V, 1024>(op);
  }
}
template <class Op>
void check_known_sizes(Op const& op) {
  check_known_sizes<TeamScan::lane_first>(op);
  check_known_sizes<TeamScan::raking>(op);
}

TEST(TeamScanKnownSize, Int32) { check_known_sizes(KokkosScan::Sum<int>{}); }
TEST(TeamScanKnownSize, Float) { check_known_sizes(KokkosScan::Sum<float>{}); }
TEST(TeamScanKnownSize, Double) { check_known_sizes(KokkosScan::Sum<double>{}); }
TEST(TeamScanKnownSize, ThreeBytes) { check_known_sizes(RgbSum{}); }
TEST(TeamScanKnownSize, KeepsTheOrder) { check_known_sizes(BicyclicProduct{}); }
TEST(TeamScanKnownSize, TwentyFourBytesKeepTheOrder) { check_known_sizes(HeisenbergProduct{}); }

TEST(TeamScanKnownSize, IdentityOfAnotherType) {
  check_known_sizes(SumFromInt<std::int64_t>{});
  check_known_sizes(SumFromInt<Number>{});
}

TEST(TeamScanKnownSize, Ranges) {
  for (std::size_t const n : {0, 1, 255, 256, 257, 1000}) {
    int const size = on_host ? possible_team_sizes().back() : 256;
    KokkosScan::Sum<int> const op;
    check_rows<TeamScan::lane_first, ScanMode::inclusive, 256>(n, op, size);
    check_rows<TeamScan::raking, ScanMode::exclusive, 256>(n, op, size);
  }
}

TEST(TeamScanKnownSize, AnotherTeamIsRefused) {
  if (on_host) GTEST_SKIP() << "the known size does not matter on CPUs";
  auto const scan = [] {
    auto const input = random_elements<int>(128, 1);
    using Kernel = ScanValues<TeamScan::lane_first, ScanMode::inclusive, 256, KokkosScan::Sum<int>>;
    GuardedArray<int> const in(input, 1), out(128, 1), plain(128), total(128);
    Kernel const kernel{in.const_view(), out.view(), total.view(), plain.view(), {}};
    Kokkos::parallel_for("team test", make_policy<int>(kernel, 1, 128, 1), kernel);
    Kokkos::fence();
  };
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(scan(), "Threads needs to be the size of the team");
}

}  // namespace KokkosScanTest
