// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/lane/partition.hpp>
#include <KokkosScan/predicates.hpp>

#include "lane_drivers.hpp"
#include "reference_partition.hpp"

namespace KokkosScanTest {

/// Every group of W lanes partitions its own W elements, and tells the ranks.
template <int W, class T>
struct PartitionGroups {
  Kokkos::View<T const*, Memory> in;
  Array<T> out;
  Array<int> ranks, totals;
  KokkosScan::LessThan<T> pred;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    lane::Group<LaneMember, W> const lanes(member);
    std::size_t const group =
        static_cast<std::size_t>(member.league_rank()) * member.team_size() + member.team_rank();
    std::size_t const first = group * W;
    if (first >= in.extent(0)) return;
    auto const x = lanes.generate([&](int lane) { return in(first + lane); });
    auto const flags = lanes.map(x, [&](T const& element) { return pred(element); });
    int total, selected;
    auto const rank = lane::rank(lanes, flags, total);
    auto const y = lane::partition(lanes, x, pred, selected);
    lanes.for_each(y, [&](int lane, T const& element) { out(first + lane) = element; });
    lanes.for_each(rank, [&](int lane, int r) {
      ranks(first + lane) = r;
      // Every lane has the same totals: the last one tells them.
      if (lane == W - 1) totals(group) = total == selected ? total : -1;
    });
  }
};

template <int W, class T>
void check_lane_partition(std::vector<T> const& input, T pivot) {
  if constexpr (has_lanes<W>) {
    std::size_t const n = input.size(), groups = n / W;
    SCOPED_TRACE(std::to_string(W) + " lanes, n = " + std::to_string(n));
    std::vector<T> expected;
    std::vector<int> ranks, totals;
    for (std::size_t first = 0; first < n; first += W) {
      std::vector<T> const part(input.begin() + first, input.begin() + first + W);
      auto const split = reference::split(part, [&](std::size_t i) { return part[i] < pivot; });
      auto const joined = split.joined();
      expected.insert(expected.end(), joined.begin(), joined.end());
      totals.push_back(static_cast<int>(split.selected.size()));
      int rank = 0;
      for (T const& x : part) {
        ranks.push_back(rank);
        rank += x < pivot;
      }
    }
    GuardedArray<T> const in(input, 1), out(n, 1);
    GuardedArray<int> const rank(n), total(groups);
    launch_groups(
        PartitionGroups<W, T>{in.const_view(), out.view(), rank.view(), total.view(), {pivot}},
        groups, W);
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(rank.holds(ranks)) << "ranks";
    EXPECT_TRUE(total.holds(totals)) << "totals";
  }
}

TEST(LanePartitionWorkedExample, EightNumbersAroundFive) {
  std::vector<int> const input{3, 7, 1, 8, 2, 9, 4, 6};
  check_lane_partition<8>(input, 5);
  GuardedArray<int> const in(input), out(8), rank(8), total(1);
  launch_groups(
      PartitionGroups<8, int>{in.const_view(), out.view(), rank.view(), total.view(), {5}}, 1, 8);
  EXPECT_TRUE(out.holds({3, 1, 2, 4, 7, 8, 9, 6}));
  EXPECT_TRUE(rank.holds({0, 1, 1, 2, 2, 3, 3, 4}));
  EXPECT_TRUE(total.holds({4}));
}

template <class T>
void check_every_width(T pivot) {
  for (std::size_t const groups : {1u, 2u, 5u, 33u}) {
    check_lane_partition<1>(random_elements<T>(groups, groups), pivot);
    check_lane_partition<2>(random_elements<T>(2 * groups, groups), pivot);
    check_lane_partition<4>(random_elements<T>(4 * groups, groups), pivot);
    check_lane_partition<8>(random_elements<T>(8 * groups, groups), pivot);
    check_lane_partition<16>(random_elements<T>(16 * groups, groups), pivot);
    check_lane_partition<32>(random_elements<T>(32 * groups, groups), pivot);
    check_lane_partition<64>(random_elements<T>(64 * groups, groups), pivot);
  }
}

TEST(LanePartition, EveryWidthAndType) {
  for (int const pivot : {-100, 0, 2, 100}) {
    check_every_width<int>(pivot);
    check_every_width<double>(pivot);
    check_every_width<std::int8_t>(static_cast<std::int8_t>(pivot));
  }
}

}  // namespace KokkosScanTest
