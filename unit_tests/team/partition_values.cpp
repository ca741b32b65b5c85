// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/team/partition.hpp>

#include "marked.hpp"
#include "reference_partition.hpp"
#include "team_drivers.hpp"

/// \file Rank, partition and selection of one value per thread by one team.

namespace KokkosScanTest {

enum class ValueVerb { rank, select, partition, three_way_partition, select_unique };

inline std::string name(ValueVerb verb) {
  constexpr char const* names[] = {"rank", "select", "partition", "three_way_partition",
                                   "select_unique"};
  return names[static_cast<int>(verb)];
}

/// Thread r of team t has element t * team_size + r, if it takes part. Every team writes to its own
/// part of the output; or first to scratch, in place.
template <ValueVerb Verb, class T>
struct PartitionValues {
  Kokkos::View<T const*, Memory> in;
  Kokkos::View<bool const*, Memory> takes_part;
  Array<T> out;
  Array<int> results;  // two per thread
  bool is_in_place;

  using Tile =
      Kokkos::View<T*, Exec::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Result = Kokkos::Array<int, 2>;

  struct Write {
    T& place;
    T const& value;
    KOKKOS_FUNCTION void operator()() const { place = value; }
  };
  struct Tell {
    Array<int> const& results;
    std::size_t slot;
    Result const& result;
    KOKKOS_FUNCTION void operator()() const {
      results(2 * slot) = result[0];
      results(2 * slot + 1) = result[1];
    }
  };

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const first = static_cast<std::size_t>(member.league_rank()) * member.team_size();
    std::size_t const slot = first + member.team_rank();
    Result result;
    if (is_in_place) {
      Tile const tile(member.team_scratch(0), member.team_size());
      T& own = tile(member.team_rank());
      Kokkos::single(Kokkos::PerThread(member), Write{own, in(slot)});
      member.team_barrier();
      result = work(member, own, takes_part(slot), tile, 0);
      Kokkos::single(Kokkos::PerThread(member), Write{out(slot), own});
    } else {
      result = work(member, in(slot), takes_part(slot), out, first);
    }
    Kokkos::single(Kokkos::PerThread(member), Tell{results, slot, result});
  }

  template <class Out>
  KOKKOS_FUNCTION Result work(Member const& member, T const& x, bool is_there, Out const& to,
                              std::size_t first) const {
    Result result{};
    IsMarked<0> const pred;
    if constexpr (Verb == ValueVerb::rank)
      result[0] = team::rank(member, is_there && pred(x), result[1]);
    else if constexpr (Verb == ValueVerb::select)
      result[0] = team::select(member, x, is_there, pred, to, first);
    else if constexpr (Verb == ValueVerb::partition)
      result[0] = team::partition(member, x, is_there, pred, to, first);
    else if constexpr (Verb == ValueVerb::three_way_partition)
      result = team::three_way_partition(member, x, is_there, pred, IsMarked<1>{}, to, first);
    else
      result[0] = team::select_unique(member, x, is_there, to, first);
    return result;
  }
};

/// What a team writes over \p before, and the results of its threads.
template <ValueVerb Verb, class T>
std::vector<T> expected_values(std::vector<T> const& values, std::vector<bool> const& takes_part,
                               std::vector<T> const& before, std::vector<int>& results) {
  auto const there =
      reference::split(values, [&](std::size_t i) { return takes_part[i]; }).selected;
  auto const one = reference::split(there, [&](std::size_t i) { return IsMarked<0>{}(there[i]); });
  auto const& rest = one.rejected;
  auto const two = reference::split(rest, [&](std::size_t i) { return IsMarked<1>{}(rest[i]); });
  auto const heads = reference::unique(there);
  auto const firsts = static_cast<int>(one.selected.size());
  auto const tell_all = [&](std::size_t first, std::size_t second) {
    for (std::size_t i = 0; i < values.size(); ++i)
      results.insert(results.end(), {static_cast<int>(first), static_cast<int>(second)});
  };
  switch (Verb) {
    case ValueVerb::rank:
      for (std::size_t i = 0, rank = 0; i < values.size(); ++i) {
        results.insert(results.end(), {static_cast<int>(rank), firsts});
        rank += takes_part[i] && IsMarked<0>{}(values[i]);
      }
      return before;
    case ValueVerb::select:
      tell_all(one.selected.size(), 0);
      return reference::over(one.selected, before);
    case ValueVerb::partition:
      tell_all(one.selected.size(), 0);
      return reference::over(one.joined(), before);
    case ValueVerb::three_way_partition: {
      tell_all(one.selected.size(), two.selected.size());
      auto ordered = one.selected;
      auto const behind = two.joined();
      ordered.insert(ordered.end(), behind.begin(), behind.end());
      return reference::over(ordered, before);
    }
    case ValueVerb::select_unique:
      tell_all(heads.size(), 0);
      // What takes part is packed first.
      return reference::over(heads, reference::over(there, before));
  }
  return before;
}

template <ValueVerb Verb, class T>
void check_team_values(Pattern selected, Pattern taking_part, int wanted, int vector_length,
                       bool is_in_place) {
  constexpr int teams = 3;
  using Kernel = PartitionValues<Verb, T>;
  auto const policy = [&](int size) {
    std::size_t const tile = is_in_place ? Kernel::Tile::shmem_size(size) : 0;
    return Team(teams, size, vector_length)
        .set_scratch_size(
            0, Kokkos::PerTeam(static_cast<int>(tile + team::partition_scratch_bytes(size))));
  };
  Kernel const probe{{}, {}, {}, {}, is_in_place};
  int const most = policy(1).team_size_max(probe, Kokkos::ParallelForTag());
  int const size = std::max(1, std::min(wanted, most));
  std::size_t const n = static_cast<std::size_t>(teams) * size;
  SCOPED_TRACE(name(Verb) + ", team of " + std::to_string(size) + " x " +
               std::to_string(vector_length) + ", selected: " + name(selected) +
               ", taking part: " + name(taking_part) + (is_in_place ? ", in place" : ""));
  auto const input = marked_elements<T>(selected, n, n);
  auto const others = random_elements<T>(n, n + 1);
  auto const part = flags_of(taking_part, n, n + 2);
  Array<bool> const takes_part("takes part", n);
  auto const host_part = Kokkos::create_mirror_view(takes_part);
  for (std::size_t i = 0; i < n; ++i) host_part(i) = part[i];
  Kokkos::deep_copy(takes_part, host_part);
  std::vector<T> expected;
  std::vector<int> expected_results;
  for (std::size_t first = 0; first < n; first += size) {
    auto const run = [&](auto const& all) {
      return std::decay_t<decltype(all)>(all.begin() + static_cast<std::ptrdiff_t>(first),
                                         all.begin() + static_cast<std::ptrdiff_t>(first + size));
    };
    auto const values = run(input);
    auto const after = expected_values<Verb>(values, run(part), is_in_place ? values : run(others),
                                             expected_results);
    expected.insert(expected.end(), after.begin(), after.end());
  }
  GuardedArray<T> const in(input, 1), out(others, 2);
  GuardedArray<int> const results(2 * n);
  Kokkos::parallel_for(
      "team test", policy(size),
      Kernel{in.const_view(), takes_part, out.view(), results.view(), is_in_place});
  Exec().fence();
  EXPECT_TRUE(out.holds(expected));
  EXPECT_TRUE(results.holds(expected_results)) << "results, two per thread";
}

template <class T>
void check_team_values(int wanted, int vector_length) {
  for (Pattern const selected : all_patterns)
    for (Pattern const part : {Pattern::none, Pattern::all, Pattern::random})
      for (bool const is_in_place : {false, true}) {
        auto const check = [&]<ValueVerb Verb>() {
          check_team_values<Verb, T>(selected, part, wanted, vector_length, is_in_place);
        };
        check.template operator()<ValueVerb::rank>();
        check.template operator()<ValueVerb::select>();
        check.template operator()<ValueVerb::partition>();
        check.template operator()<ValueVerb::three_way_partition>();
        check.template operator()<ValueVerb::select_unique>();
      }
}

TEST(TeamPartitionValues, Int) {
  for (int const size : possible_team_sizes()) check_team_values<int>(size, 1);
}
TEST(TeamPartitionValues, Structs) {
  for (int const size : possible_team_sizes({1, 2, 3, 7, 33, 100})) {
    check_team_values<Rgb>(size, 1);
    check_team_values<Heisenberg>(size, 1);
  }
}
TEST(TeamPartitionValues, SeveralLanesAThread) {
  for (int const size : possible_team_sizes({1, 2, 3, 7, 33, 100}))
    for (int const lanes : {2, 8, 32}) check_team_values<int>(size, lanes);
}
TEST(TeamPartitionValues, LargestTeam) {
  check_team_values<int>(on_host ? Exec().concurrency() : 1024, 1);
}

}  // namespace KokkosScanTest
