// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/lane/partition.hpp>
#include <KokkosScan/predicates.hpp>

#include "lane_drivers.hpp"
#include "reference_partition.hpp"

namespace KokkosScanTest {

/// Every group of W lanes partitions its own W elements, and stores the ranks.
template <int W, class T>
struct PartitionGroups {
  Kokkos::View<T const*, Memory> in;
  Array<T> out;
  Array<int> ranks, totals;
  KokkosScan::LessThan<T> pred;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    lane::Group<LaneMember, W> const lanes(member);
    std::size_t const group = group_of(member);
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
      // Every lane has the same totals: the last lane stores them.
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

/// With a single lane, an integer and the number of selected ones may be one variable.
struct PartitionInPlace {
  Array<int> out;
  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    if (group_of(member) != 0) return;
    lane::Group<LaneMember, 1> const lanes(member);
    int x = 7, y = 7, z = 7, seconds;
    KokkosScan::GreaterThan const positive{0};
    out(0) = lane::partition(lanes, x, positive, x);
    out(1) = lane::three_way_partition(lanes, y, positive, positive, y, seconds);
    out(2) = lane::select_unique(lanes, z, z);
  }
};
TEST(LanePartition, TotalInPlaceOfTheValue) {
  GuardedArray<int> const out(3);
  launch_groups(PartitionInPlace{out.view()}, 1, 1);
  EXPECT_TRUE(out.holds({7, 7, 7}));
}

TEST(LanePartition, EveryWidthAndType) {
  for (int const pivot : {-100, 0, 2, 100}) {
    check_every_width<int>(pivot);
    check_every_width<double>(pivot);
    check_every_width<std::int8_t>(static_cast<std::int8_t>(pivot));
  }
}

/// Every group of W lanes sorts its own W elements into three classes, and selects the first
/// element of each of its runs of equal elements.
template <int W, class T>
struct OrderGroups {
  Kokkos::View<T const*, Memory> in;
  Array<T> ordered, unique;
  Array<int> totals;  // three per group
  KokkosScan::LessThan<T> is_first, is_second;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    lane::Group<LaneMember, W> const lanes(member);
    std::size_t const group = group_of(member);
    std::size_t const first = group * W;
    if (first >= in.extent(0)) return;
    auto const x = lanes.generate([&](int lane) { return in(first + lane); });
    int firsts, seconds, runs;
    auto const y = lane::three_way_partition(lanes, x, is_first, is_second, firsts, seconds);
    auto const z = lane::select_unique(lanes, x, runs);
    lanes.for_each(y, [&](int lane, T const& element) { ordered(first + lane) = element; });
    lanes.for_each(z, [&](int lane, T const& element) {
      unique(first + lane) = element;
      if (lane == W - 1) {
        totals(3 * group) = firsts;
        totals(3 * group + 1) = seconds;
        totals(3 * group + 2) = runs;
      }
    });
  }
};

template <int W, class T>
void check_lane_order(std::vector<T> const& input, T first_below, T second_below) {
  if constexpr (has_lanes<W>) {
    std::size_t const n = input.size(), groups = n / W;
    SCOPED_TRACE(std::to_string(W) + " lanes, n = " + std::to_string(n));
    std::vector<T> ordered, unique;
    std::vector<int> totals;
    for (std::size_t first = 0; first < n; first += W) {
      std::vector<T> const part(input.begin() + first, input.begin() + first + W);
      auto const one = reference::split(part, [&](std::size_t i) { return part[i] < first_below; });
      auto const two = reference::split(
          one.rejected, [&](std::size_t i) { return one.rejected[i] < second_below; });
      std::vector<T> heads, others;
      for (std::size_t i = 0; i < part.size(); ++i)
        (i == 0 || part[i] != part[i - 1] ? heads : others).push_back(part[i]);
      auto const append = [](std::vector<T>& to, std::vector<T> const& run) {
        to.insert(to.end(), run.begin(), run.end());
      };
      append(ordered, one.selected);
      append(ordered, two.joined());
      append(unique, heads);
      append(unique, others);
      for (std::size_t const count : {one.selected.size(), two.selected.size(), heads.size()})
        totals.push_back(static_cast<int>(count));
    }
    GuardedArray<T> const in(input, 1), order(n, 1), heads(n, 1);
    GuardedArray<int> const total(3 * groups);
    launch_groups(OrderGroups<W, T>{in.const_view(),
                                    order.view(),
                                    heads.view(),
                                    total.view(),
                                    {first_below},
                                    {second_below}},
                  groups, W);
    EXPECT_TRUE(order.holds(ordered)) << "three classes";
    EXPECT_TRUE(heads.holds(unique)) << "runs";
    EXPECT_TRUE(total.holds(totals)) << "totals";
  }
}

TEST(LanePartition, ThreeClassesAndRuns) {
  for (std::size_t const groups : {1u, 5u, 33u})
    for (int const below : {-100, -1, 0, 100}) {
      // If the second pivot is below the first, the second class is empty.
      for (int const second : {below - 1, below + 2, 100}) {
        check_lane_order<1>(random_elements<int>(groups, groups), below, second);
        check_lane_order<2>(random_elements<int>(2 * groups, groups), below, second);
        check_lane_order<8>(random_elements<int>(8 * groups, groups), below, second);
        check_lane_order<32>(random_elements<int>(32 * groups, groups), below, second);
        check_lane_order<64>(random_elements<int>(64 * groups, groups), below, second);
      }
      check_lane_order<4, double>(random_elements<double>(4 * groups, groups), below, below + 1);
      check_lane_order<16, std::int8_t>(random_elements<std::int8_t>(16 * groups, groups),
                                        static_cast<std::int8_t>(below),
                                        static_cast<std::int8_t>(below + 1));
    }
}

}  // namespace KokkosScanTest
