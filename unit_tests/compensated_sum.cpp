// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/compensated_sum.hpp>
#include <KokkosScan/lane/segmented_scan.hpp>
#include <KokkosScan/team/segmented_scan.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "environment.hpp"
#include "matchers.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

using KokkosScan::CompensatedSum;
using Member = Kokkos::TeamPolicy<Exec>::member_type;

/// Groups of four terms that cancel but for 2: their sums, which an int64 holds, round to what a
/// compensated sum gives, while a plain one loses every 1.
struct Terms {
  std::vector<double> terms, sums, sums_in_segments;
  std::vector<int> offsets{0};

  explicit Terms(std::size_t n) {
    constexpr std::int64_t large = std::int64_t(1) << 60;
    std::int64_t const pattern[] = {large, 1, -large, 1};
    std::int64_t sum = 0, start = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0 && i % 37 == 0) {
        offsets.push_back(static_cast<int>(i));
        start = sum;
      }
      sum += pattern[i % 4];
      terms.push_back(static_cast<double>(pattern[i % 4]));
      sums.push_back(static_cast<double>(sum));
      sums_in_segments.push_back(static_cast<double>(sum - start));
    }
    offsets.push_back(static_cast<int>(n));
  }
};

/// Ranges of plain numbers, by a team and by the lanes of its first thread.
template <class Out>
struct ScanRanges {
  Kokkos::View<double const*, Memory> in;
  Kokkos::View<int const*, Memory> offsets;
  Array<Out> by_team, by_team_in_segments, by_lanes, by_lanes_in_segments;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    CompensatedSum<double> const op;
    KokkosScan::team::inclusive_scan(member, in, by_team, op);
    KokkosScan::team::segmented_inclusive_scan(member, in, offsets, by_team_in_segments, op);
    if (member.team_rank() != 0) return;
    KokkosScan::lane::Group<Member, 8> const lanes(member);
    KokkosScan::lane::inclusive_scan(lanes, in, by_lanes, op);
    KokkosScan::lane::segmented_inclusive_scan(lanes, in, offsets, by_lanes_in_segments, op);
  }
};

template <class Out>
void check_ranges(std::size_t n) {
  SCOPED_TRACE("n = " + std::to_string(n));
  Terms const data(n);
  GuardedArray<double> const in(data.terms);
  GuardedArray<int> const offsets(data.offsets);
  GuardedArray<Out> const by_team(n), by_team_in_segments(n), by_lanes(n), by_lanes_in_segments(n);
  ScanRanges<Out> const kernel{in.const_view(), offsets.const_view(),
                               by_team.view(),  by_team_in_segments.view(),
                               by_lanes.view(), by_lanes_in_segments.view()};
  int const threads = on_host ? 1 : 32;
  auto const scratch =
      KokkosScan::team::segmented_scan_scratch_bytes<KokkosScan::Compensated<double>>(threads);
  Kokkos::parallel_for("compensated",
                       Kokkos::TeamPolicy<Exec>(1, threads, 8)
                           .set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch))),
                       kernel);
  std::vector<Out> const sums(data.sums.begin(), data.sums.end());
  std::vector<Out> const in_segments(data.sums_in_segments.begin(), data.sums_in_segments.end());
  EXPECT_TRUE(by_team.holds(sums));
  EXPECT_TRUE(by_team_in_segments.holds(in_segments));
  EXPECT_TRUE(by_lanes.holds(sums));
  EXPECT_TRUE(by_lanes_in_segments.holds(in_segments));
}

TEST(CompensatedSum, RangesOfTeamsAndLanes) {
  for (std::size_t const n : {1u, 8u, 100u, 1003u}) check_ranges<double>(n);
}

TEST(CompensatedSum, ResultsInAnotherType) { check_ranges<float>(1003); }

}  // namespace KokkosScanTest
