// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/lane/partition.hpp>
#include <KokkosScan/predicates.hpp>

#include "lane_drivers.hpp"
#include "marked.hpp"
#include "reference_partition.hpp"

/// \file Partition and selection of ranges by the lanes of one thread.

namespace KokkosScanTest {

enum class RangeVerb { partition, three_way_partition, select, select_flagged, select_unique };

inline std::string name(RangeVerb verb) {
  constexpr char const* names[] = {"partition", "three_way_partition", "select", "select by flags",
                                   "select_unique"};
  return names[static_cast<int>(verb)];
}
inline bool works_in_place(RangeVerb verb) {
  return verb != RangeVerb::partition && verb != RangeVerb::three_way_partition;
}

using ThreadScratch = Exec::scratch_memory_space;

/// Group g works on elements [offsets(g), offsets(g + 1)): groups of one warp run different numbers
/// of chunks. In global memory or in the thread's scratch.
template <RangeVerb Verb, int W, class T>
struct PartitionRanges {
  Array<T> in, out;
  Kokkos::View<bool const*, Memory> flags;
  Kokkos::View<int const*, Memory> offsets;
  Array<int> results;  // two per lane
  std::size_t longest;
  bool is_in_scratch, is_in_place;

  using Tile = Kokkos::View<T*, ThreadScratch, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Lanes = lane::Group<LaneMember, W>;
  using Result = Kokkos::Array<std::size_t, 2>;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    Lanes const lanes(member);
    std::size_t const group = group_of(member);
    if (group + 1 >= offsets.extent(0)) return;
    auto const run = Kokkos::make_pair(offsets(group), offsets(group + 1));
    auto const from = Kokkos::subview(in, run), to = Kokkos::subview(out, run);
    auto const own_flags = Kokkos::subview(flags, run);
    Result result;
    if (is_in_scratch) {
      std::size_t const n = from.extent(0);
      Tile const all(member.thread_scratch(0), longest), spare(member.thread_scratch(0), longest);
      auto const tile = Kokkos::subview(all, Kokkos::make_pair(std::size_t(0), n));
      auto const other =
          Kokkos::subview(is_in_place ? all : spare, Kokkos::make_pair(std::size_t(0), n));
      copy(lanes, to, other);
      copy(lanes, from, tile);
      result = work(lanes, tile, other, own_flags);
      copy(lanes, other, to);
    } else if (is_in_place) {
      result = work(lanes, from, from, own_flags);
      copy(lanes, from, to);
    } else {
      result = work(lanes, from, to, own_flags);
    }
    lanes.for_each(lanes.generate([&](int) { return result; }), [&](int lane, Result const& r) {
      results(2 * (group * W + lane)) = static_cast<int>(r[0]);
      results(2 * (group * W + lane) + 1) = static_cast<int>(r[1]);
    });
  }

  template <class From, class To, class Flags>
  KOKKOS_FUNCTION Result work(Lanes const& lanes, From const& from, To const& to,
                              Flags const& own_flags) const {
    IsMarked<0> const pred;
    if constexpr (Verb == RangeVerb::partition)
      return {lane::partition(lanes, from, to, pred), 0};
    else if constexpr (Verb == RangeVerb::three_way_partition)
      return lane::three_way_partition(lanes, from, to, pred, IsMarked<1>{});
    else if constexpr (Verb == RangeVerb::select)
      return {lane::select(lanes, from, to, pred), 0};
    else if constexpr (Verb == RangeVerb::select_flagged)
      return {lane::select(lanes, from, to, own_flags), 0};
    else
      return {lane::select_unique(lanes, from, to), 0};
  }
  /// Every lane copies other elements than it reads or writes in a partition.
  template <class From, class To>
  KOKKOS_FUNCTION void copy(Lanes const& lanes, From const& from, To const& to) const {
    auto const n = static_cast<int>(from.extent(0));
    lanes.for_each(lanes.generate([](int lane) { return lane; }), [&](int, int lane) {
      for (int i = n - 1 - lane; i >= 0; i -= W) to(i) = from(i);
    });
    lanes.sync();
  }
};

template <RangeVerb Verb, class T>
std::vector<T> expected_range(std::vector<T> const& in, std::vector<bool> const& flags,
                              std::vector<T> const& before, std::vector<int>& split) {
  auto const one = reference::split(in, [&](std::size_t i) {
    return Verb == RangeVerb::select_flagged ? flags[i] : IsMarked<0>{}(in[i]);
  });
  auto const& rest = one.rejected;
  auto const two = reference::split(rest, [&](std::size_t i) { return IsMarked<1>{}(rest[i]); });
  auto const heads = reference::unique(in);
  split = {static_cast<int>(one.selected.size()), 0};
  if (Verb == RangeVerb::partition) return one.joined();
  if (Verb == RangeVerb::select_unique) {
    split[0] = static_cast<int>(heads.size());
    return reference::over(heads, before);
  }
  if (Verb != RangeVerb::three_way_partition) return reference::over(one.selected, before);
  split[1] = static_cast<int>(two.selected.size());
  auto ordered = one.selected;
  auto const behind = two.joined();
  ordered.insert(ordered.end(), behind.begin(), behind.end());
  return ordered;
}

template <RangeVerb Verb, int W, class T>
void check_lane_ranges(Pattern pattern, std::vector<std::size_t> const& lengths, bool is_in_scratch,
                       bool is_in_place) {
  using Kernel = PartitionRanges<Verb, W, T>;
  std::size_t const groups = lengths.size();
  std::vector<int> offsets{0};
  for (std::size_t const length : lengths)
    offsets.push_back(offsets.back() + static_cast<int>(length));
  auto const n = static_cast<std::size_t>(offsets.back());
  SCOPED_TRACE(name(Verb) + ", " + std::to_string(W) + " lanes, selected: " + name(pattern) +
               (is_in_scratch ? ", in scratch" : "") + (is_in_place ? ", in place" : ""));
  auto const input = marked_elements<T>(pattern, n, n);
  auto const others = random_elements<T>(n, n + 1);
  auto const flags = flags_of(pattern, n, n + 2);
  Array<bool> const flag_view("flags", n);
  auto const host_flags = Kokkos::create_mirror_view(flag_view);
  for (std::size_t i = 0; i < n; ++i) host_flags(i) = flags[i];
  Kokkos::deep_copy(flag_view, host_flags);
  std::vector<T> expected;
  std::vector<int> results;
  for (std::size_t g = 0; g < groups; ++g) {
    auto const run = [&](auto const& all) {
      return std::decay_t<decltype(all)>(all.begin() + offsets[g], all.begin() + offsets[g + 1]);
    };
    std::vector<int> split;
    auto const after =
        expected_range<Verb>(run(input), run(flags), is_in_place ? run(input) : run(others), split);
    expected.insert(expected.end(), after.begin(), after.end());
    for (int i = 0; i < W; ++i) results.insert(results.end(), split.begin(), split.end());
  }
  std::size_t const longest = *std::max_element(lengths.begin(), lengths.end());
  GuardedArray<T> const in(input, 1), out(others, 2);
  GuardedArray<int> const firsts(offsets), result(2 * W * groups);
  launch_groups(Kernel{in.view(), out.view(), flag_view, firsts.const_view(), result.view(),
                       longest, is_in_scratch, is_in_place},
                groups, W, is_in_scratch ? 2 * Kernel::Tile::shmem_size(longest) : 0);
  EXPECT_TRUE(out.holds(expected));
  EXPECT_TRUE(result.holds(results)) << "results, two per lane";
  if (!is_in_place || is_in_scratch) {
    EXPECT_TRUE(in.holds(input)) << "the input was changed";
  }
}

template <int W, class T>
void check_lane_verbs() {
  if constexpr (has_lanes<W>) {
    // The lengths of a few groups; those in a GPU's scratch are shorter.
    std::vector<std::size_t> const lengths{0, 1, 2, W - 1, W, W + 1, 3 * W, 1, 5 * W + 3, 130, 7};
    std::vector<std::size_t> const long_ones{1009, 0, 517};
    for (Pattern const pattern : all_patterns)
      for (bool const is_in_place : {false, true}) {
        auto const check = [&]<RangeVerb Verb>() {
          if (is_in_place && !works_in_place(Verb)) return;
          check_lane_ranges<Verb, W, T>(pattern, lengths, false, is_in_place);
          check_lane_ranges<Verb, W, T>(pattern, long_ones, false, is_in_place);
          check_lane_ranges<Verb, W, T>(pattern, {0, 1, 100, 33, 32, 64, 2, 99}, true, is_in_place);
        };
        check.template operator()<RangeVerb::partition>();
        check.template operator()<RangeVerb::three_way_partition>();
        check.template operator()<RangeVerb::select>();
        check.template operator()<RangeVerb::select_flagged>();
        check.template operator()<RangeVerb::select_unique>();
      }
  }
}

TEST(LanePartitionRange, Int) {
  check_lane_verbs<1, int>();
  check_lane_verbs<2, int>();
  check_lane_verbs<4, int>();
  check_lane_verbs<8, int>();
  check_lane_verbs<16, int>();
  check_lane_verbs<32, int>();
  check_lane_verbs<64, int>();
}
TEST(LanePartitionRange, Structs) {
  check_lane_verbs<1, Rgb>();
  check_lane_verbs<8, Rgb>();
  check_lane_verbs<32, Rgb>();
  check_lane_verbs<4, Heisenberg>();
  check_lane_verbs<32, Heisenberg>();
}

/// One thread partitions a range by a predicate or by flags; the Views may be strided.
template <int W, class In, class Out, class Predicate>
struct PartitionOneRange {
  In in;
  Out out;
  Predicate pred;
  Array<int> count;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    if (group_of(member) != 0) return;
    lane::Group<LaneMember, W> const lanes(member);
    auto const found = static_cast<int>(lane::partition(lanes, in, out, pred));
    lanes.for_each(lanes.generate([](int lane) { return lane; }), [&](int, int lane) {
      if (lane == W - 1) count(0) = found;
    });
  }
};

template <int W>
void check_worked_example() {
  if constexpr (has_lanes<W>) {
    SCOPED_TRACE(std::to_string(W) + " lanes");
    std::vector<int> const input{3, 7, 1, 8, 2, 9, 4, 6}, expected{3, 1, 2, 4, 7, 8, 9, 6};
    GuardedArray<int> const in(input), out(8), strided_in(input, 1, 3), strided_out(8, 2, 2);
    GuardedArray<int> const count(1), again(1);
    using Pred = KokkosScan::LessThan<int>;
    using Plain = PartitionOneRange<W, Kokkos::View<int const*, Memory>, Array<int>, Pred>;
    launch_groups(Plain{in.const_view(), out.view(), {5}, count.view()}, 1, W);
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(count.holds({4}));
    using Strided = GuardedArray<int>::Strided;
    GuardedArray<std::int8_t> const flags({1, 0, 2, 0, -1, 0, 4, 0}, 1, 5);
    using Flags = GuardedArray<std::int8_t>::Strided;
    launch_groups(PartitionOneRange<W, Strided, Strided, Flags>{strided_in.strided_view(),
                                                                strided_out.strided_view(),
                                                                flags.strided_view(), again.view()},
                  1, W);
    EXPECT_TRUE(strided_out.holds(expected)) << "strided, by flags";
    EXPECT_TRUE(again.holds({4})) << "strided, by flags";
  }
}

TEST(LanePartitionRange, EightNumbersAroundFive) {
  check_worked_example<1>();
  check_worked_example<4>();
  check_worked_example<8>();
  check_worked_example<32>();
}

}  // namespace KokkosScanTest
