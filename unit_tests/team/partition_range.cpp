// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/team/partition.hpp>

#include "reference_partition.hpp"
#include "team_drivers.hpp"

namespace KokkosScanTest {

enum class TeamVerb { partition, three_way_partition, select, select_unique };

inline std::string name(TeamVerb verb) {
  constexpr char const* names[] = {"partition", "three_way_partition", "select", "select_unique"};
  return names[static_cast<int>(verb)];
}

/// Every team works on its own run of `length` elements; in scratch if `is_in_scratch`.
template <TeamVerb Verb, int W, class T>
struct PartitionRuns {
  Array<T> in, out;
  Array<int> splits;  // two per thread: the sizes of the first and of the second class
  std::size_t length;
  KokkosScan::LessThan<T> pred, pred_second;
  bool is_in_scratch, is_in_place;

  using Scratch =
      Kokkos::View<T*, Exec::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  using Split = Kokkos::Array<std::size_t, 2>;
  struct Tell {
    PartitionRuns const& kernel;
    std::size_t slot;
    Split split;
    KOKKOS_FUNCTION void operator()() const {
      kernel.splits(2 * slot) = static_cast<int>(split[0]);
      kernel.splits(2 * slot + 1) = static_cast<int>(split[1]);
    }
  };

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const first = member.league_rank() * length;
    auto const run = Kokkos::make_pair(first, first + length);
    auto const from = Kokkos::subview(in, run), to = Kokkos::subview(out, run);
    Split split;
    if (is_in_scratch) {
      Scratch const tile(member.team_scratch(0), length), result(member.team_scratch(0), length);
      copy(member, from, tile);
      split = is_in_place ? work(member, tile, tile) : work(member, tile, result);
      copy(member, is_in_place ? tile : result, to);
    } else {
      split = is_in_place ? work(member, from, from) : work(member, from, to);
      if (is_in_place) copy(member, from, to);
    }
    std::size_t const slot =
        static_cast<std::size_t>(member.league_rank()) * member.team_size() + member.team_rank();
    Kokkos::single(Kokkos::PerThread(member), Tell{*this, slot, split});
  }

  template <class From, class To>
  KOKKOS_FUNCTION Split work(Member const& member, From const& from, To const& to) const {
    if constexpr (Verb == TeamVerb::partition)
      return {team::partition<W>(member, from, to, pred), 0};
    else if constexpr (Verb == TeamVerb::three_way_partition)
      return team::three_way_partition<W>(member, from, to, pred, pred_second);
    else if constexpr (Verb == TeamVerb::select)
      return {team::select<W>(member, from, to, pred), 0};
    else
      return {team::select_unique<W>(member, from, to), 0};
  }
  template <class From, class To>
  KOKKOS_FUNCTION void copy(Member const& member, From const& from, To const& to) const {
    member.team_barrier();
    for (std::size_t i = member.team_rank(); i < length; i += member.team_size()) to(i) = from(i);
    member.team_barrier();
  }
};

/// The expected result of a verb for one run.
template <class T>
struct ExpectedRun {
  std::vector<T> run;
  int split[2];
};
template <TeamVerb Verb, class T>
ExpectedRun<T> expected_of(std::vector<T> const& in, T pivot, T second_pivot) {
  auto const one = reference::split(in, [&](std::size_t i) { return in[i] < pivot; });
  int const selected = static_cast<int>(one.selected.size());
  if (Verb == TeamVerb::partition) return {one.joined(), {selected, 0}};
  if (Verb == TeamVerb::select) return {one.selected, {selected, 0}};
  if (Verb == TeamVerb::select_unique) {
    auto const heads = reference::unique(in);
    return {heads, {static_cast<int>(heads.size()), 0}};
  }
  auto const& rest = one.rejected;
  auto const two = reference::split(rest, [&](std::size_t i) { return rest[i] < second_pivot; });
  auto run = one.selected;
  auto const behind = two.joined();
  run.insert(run.end(), behind.begin(), behind.end());
  return {run, {selected, static_cast<int>(two.selected.size())}};
}

/// A length that stands for the size of one tile of the actual team, which may be smaller than the
/// wanted team; `one_tile - k` stands for k elements less.
inline constexpr std::size_t one_tile = ~std::size_t(0);

template <TeamVerb Verb, int W, class T>
void check_runs(std::size_t length, int wanted, bool is_in_scratch, bool is_in_place) {
  constexpr int teams = 3;
  std::size_t const short_of = one_tile - length;
  auto const cut_to = [&](int size) {
    if (short_of < 100) length = static_cast<std::size_t>(on_host ? 16 : 4 * W) * size - short_of;
  };
  cut_to(wanted);
  using Kernel = PartitionRuns<Verb, W, T>;
  T const pivot = static_cast<T>(1), second_pivot = static_cast<T>(3);
  std::size_t const bytes = is_in_scratch ? 2 * Kernel::Scratch::shmem_size(length) + 64 : 0;
  auto const policy = [&](int size) {
    return Team(teams, size, W)
        .set_scratch_size(
            0, Kokkos::PerTeam(static_cast<int>(team::partition_scratch_bytes(size) + bytes)));
  };
  Kernel probe{{}, {}, {}, length, {pivot}, {second_pivot}, is_in_scratch, is_in_place};
  int const most = policy(1).team_size_max(probe, Kokkos::ParallelForTag());
  int const size = std::max(1, std::min(wanted, most));
  cut_to(size);
  std::size_t const n = teams * length;
  auto const input = random_elements<T>(n, length);
  GuardedArray<T> const in(input, 1), out(input, 2);
  SCOPED_TRACE("team of " + std::to_string(size) + " x " + std::to_string(W) + ", length " +
               std::to_string(length) + (is_in_scratch ? ", in scratch" : "") +
               (is_in_place ? ", in place" : "") + ", " + name(Verb));
  Array<int> const splits("splits", 2 * teams * size);
  Kokkos::parallel_for("team partition test", policy(size),
                       Kernel{in.view(),
                              out.view(),
                              splits,
                              length,
                              {pivot},
                              {second_pivot},
                              is_in_scratch,
                              is_in_place});
  Exec().fence();
  std::vector<T> expected;
  std::vector<int> expected_splits;
  auto const actual = to_vector(out.view());
  for (int t = 0; t < teams; ++t) {
    std::vector<T> const part(input.begin() + t * length, input.begin() + (t + 1) * length);
    auto const expect = expected_of<Verb>(part, pivot, second_pivot);
    auto run = expect.run;
    // The elements after a selection are unspecified.
    for (std::size_t i = run.size(); i < length; ++i) run.push_back(actual[t * length + i]);
    expected.insert(expected.end(), run.begin(), run.end());
    for (int i = 0; i < size; ++i)
      expected_splits.insert(expected_splits.end(), {expect.split[0], expect.split[1]});
  }
  EXPECT_TRUE(out.holds(expected));
  EXPECT_TRUE(matches(splits, expected_splits)) << "split points";
}

template <class T, int W>
void check_teams() {
  for (int const size : possible_team_sizes({1, 2, 3, 5, 32, 64, 100}))
    for (std::size_t const length : {0u, 1u, 2u, 33u, 257u, 1025u}) {
      for (bool const is_in_scratch : {false, true}) {
        check_runs<TeamVerb::partition, W, T>(length, size, is_in_scratch, false);
        check_runs<TeamVerb::three_way_partition, W, T>(length, size, is_in_scratch, false);
        for (bool const is_in_place : {false, true}) {
          check_runs<TeamVerb::select, W, T>(length, size, is_in_scratch, is_in_place);
          check_runs<TeamVerb::select_unique, W, T>(length, size, is_in_scratch, is_in_place);
        }
      }
    }
  for (int const size : possible_team_sizes({1, 2, 3, 5, 32, 64, 100}))
    for (std::size_t const short_of : {0u, 1u, 3u})
      for (bool const is_in_scratch : {false, true}) {
        // The wanted team's tile must fit a GPU's scratch.
        if (is_in_scratch && !on_host && 4 * W * size * sizeof(T) > 8192) continue;
        check_runs<TeamVerb::partition, W, T>(one_tile - short_of, size, is_in_scratch, true);
        check_runs<TeamVerb::three_way_partition, W, T>(one_tile - short_of, size, is_in_scratch,
                                                        true);
      }
}

TEST(TeamPartition, Int32) { check_teams<int, 1>(); }
TEST(TeamPartition, Double) { check_teams<double, 1>(); }
TEST(TeamPartition, SeveralLanesAThread) {
  check_teams<int, 4>();
  check_teams<int, 32>();
}

}  // namespace KokkosScanTest
