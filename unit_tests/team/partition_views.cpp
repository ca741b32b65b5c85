// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/team/partition.hpp>

#include "reference_partition.hpp"
#include "team_drivers.hpp"

/// \file Partitions and selections of a team by flags and of strided Views.

namespace KokkosScanTest {

/// Every team works on its own run of `length` elements: partitions into `parted`, selects into
/// `selected`, then selects in place.
template <int W, class Elements, class Predicate>
struct PartitionStridedRuns {
  Elements in, parted, selected;
  Predicate pred;
  Array<int> splits;  // two per thread
  std::size_t length;

  struct Tell {
    PartitionStridedRuns const& kernel;
    std::size_t slot, split, kept;
    KOKKOS_FUNCTION void operator()() const {
      kernel.splits(2 * slot) = static_cast<int>(split);
      kernel.splits(2 * slot + 1) = static_cast<int>(kept);
    }
  };

  KOKKOS_FUNCTION auto own_predicate(Kokkos::pair<std::size_t, std::size_t> const& run) const {
    if constexpr (Kokkos::is_view_v<Predicate>)
      return Kokkos::subview(pred, run);
    else
      return pred;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const first = member.league_rank() * length;
    auto const run = Kokkos::pair<std::size_t, std::size_t>(first, first + length);
    auto const from = Kokkos::subview(in, run);
    auto const own = own_predicate(run);
    std::size_t const split = team::partition<W>(member, from, Kokkos::subview(parted, run), own);
    std::size_t const kept = team::select<W>(member, from, Kokkos::subview(selected, run), own);
    team::select<W>(member, from, from, own);
    std::size_t const slot =
        static_cast<std::size_t>(member.league_rank()) * member.team_size() + member.team_rank();
    Kokkos::single(Kokkos::PerThread(member), Tell{*this, slot, split, kept});
  }
};

/// \param is_selected  the result of \p pred for element i
template <int W, class T, class Elements, class Predicate, class IsSelected>
void check_run_views(std::vector<T> const& input, GuardedArray<T> const& in,
                     GuardedArray<T> const& parted, GuardedArray<T> const& selected,
                     Elements const& view_of, Predicate const& pred, IsSelected const& is_selected,
                     int teams, int wanted) {
  std::size_t const length = input.size() / static_cast<std::size_t>(teams);
  using View = decltype(view_of(in));
  using Kernel = PartitionStridedRuns<W, View, Predicate>;
  auto const policy = [&](int size) {
    return Team(teams, size, W)
        .set_scratch_size(0,
                          Kokkos::PerTeam(static_cast<int>(team::partition_scratch_bytes(size))));
  };
  Kernel kernel{view_of(in), view_of(parted), view_of(selected), pred, {}, length};
  int const most = policy(1).team_size_max(kernel, Kokkos::ParallelForTag());
  int const size = std::max(1, std::min(wanted, most));
  SCOPED_TRACE("team of " + std::to_string(size) + " x " + std::to_string(W) + ", length " +
               std::to_string(length));
  kernel.splits = Array<int>("splits", 2 * static_cast<std::size_t>(teams * size));
  Kokkos::parallel_for("team partition of views", policy(size), kernel);
  Exec().fence();
  std::vector<T> all_parted, all_selected(input.size()), in_place = input;
  set_poison(all_selected.data(), all_selected.size());
  std::vector<int> splits;
  for (int t = 0; t < teams; ++t) {
    std::size_t const first = static_cast<std::size_t>(t) * length;
    std::vector<T> const part(input.begin() + static_cast<std::ptrdiff_t>(first),
                              input.begin() + static_cast<std::ptrdiff_t>(first + length));
    auto const split =
        reference::split(part, [&](std::size_t i) { return is_selected(first + i); });
    auto const joined = split.joined();
    all_parted.insert(all_parted.end(), joined.begin(), joined.end());
    for (std::size_t i = 0; i < split.selected.size(); ++i)
      all_selected[first + i] = in_place[first + i] = split.selected[i];
    splits.insert(splits.end(), 2 * static_cast<std::size_t>(size),
                  static_cast<int>(split.selected.size()));
  }
  EXPECT_TRUE(parted.holds(all_parted)) << "partition";
  EXPECT_TRUE(selected.holds(all_selected)) << "select";
  EXPECT_TRUE(in.holds(in_place)) << "select, in place";
  EXPECT_TRUE(matches(kernel.splits, splits)) << "split points";
}

struct PackedView {
  template <class T>
  auto operator()(GuardedArray<T> const& array) const {
    return array.view();
  }
};
struct StridedView {
  template <class T>
  auto operator()(GuardedArray<T> const& array) const {
    return array.strided_view();
  }
};

/// By flags and by a callable; packed and strided.
template <int W, class T, class Flag>
void check_views(std::size_t length, int size) {
  constexpr int teams = 3;
  std::size_t const n = teams * length;
  auto const input = random_elements<T>(n, length);
  std::vector<Flag> flags;
  for (std::size_t i = 0; i < n; ++i)
    flags.push_back(static_cast<Flag>(random_bits(length + 1, i) % 3));
  GuardedArray<Flag> const flag(flags, 1), spaced_flag(flags, 1, 2);
  auto const is_flagged = [&](std::size_t i) { return flags[i] != Flag(0); };
  KokkosScan::LessThan<T> const pred{static_cast<T>(1)};
  auto const is_less = [&](std::size_t i) { return pred(input[i]); };
  auto const packed = [&](auto const& by, auto const& is_selected) {
    GuardedArray<T> const in(input, 1), parted(n, 2), selected(n, 3);
    check_run_views<W>(input, in, parted, selected, PackedView{}, by, is_selected, teams, size);
  };
  auto const strided = [&](auto const& by, auto const& is_selected) {
    SCOPED_TRACE("strided");
    GuardedArray<T> const in(input, 1, 2), parted(n, 2, 3), selected(n, 3, 2);
    check_run_views<W>(input, in, parted, selected, StridedView{}, by, is_selected, teams, size);
  };
  packed(flag.const_view(), is_flagged);
  packed(spaced_flag.strided_view(), is_flagged);
  strided(flag.const_view(), is_flagged);
  strided(spaced_flag.strided_view(), is_flagged);
  strided(pred, is_less);
}

template <int W, class T, class Flag>
void check_views_of_teams() {
  for (int const size : possible_team_sizes({1, 2, 3, 32, 100}))
    for (std::size_t const length : {0u, 1u, 33u, 257u, 1025u})
      check_views<W, T, Flag>(length, size);
}

TEST(TeamPartitionViews, FlagsAndStrides) {
  check_views_of_teams<1, int, char>();
  check_views_of_teams<1, double, int>();
}
TEST(TeamPartitionViews, SeveralLanesAThread) { check_views_of_teams<4, int, char>(); }

}  // namespace KokkosScanTest
