// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/lane/partition.hpp>
#include <KokkosScan/lane/scan_by_key.hpp>
#include <KokkosScan/team/partition.hpp>
#include <KokkosScan/team/scan_by_key.hpp>

#include "key_equality.hpp"
#include "reference.hpp"
#include "reference_partition.hpp"
#include "team_drivers.hpp"

/// \file Teams and lanes whose keys are compared by a callable.

namespace KokkosScanTest {

namespace lane = KokkosScan::lane;
using KokkosScan::Sum;

/// One team: the first team_size keys one per thread, and all of them as a range. `Lanes`: the
/// lanes of one thread, instead of a team.
template <int Lanes>
struct ByEquality {
  Kokkos::View<Visit*> keys, firsts, first_values;
  Kokkos::View<int*> in, sums, value_sums, counts;
  SameBlock equal;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Sum<int> const sum;
    if constexpr (Lanes == 0) {
      int const rank = member.team_rank();
      value_sums(rank) = team::inclusive_scan_by_key(member, keys(rank), in(rank), sum, equal);
      team::exclusive_scan_by_key(member, keys, in, sums, sum, equal);
      int const runs = team::select_unique(member, keys(rank), true, first_values, 0, equal);
      std::size_t const all = team::select_unique(member, keys, firsts, equal);
      if (rank == 0) {
        counts(0) = runs;
        counts(1) = static_cast<int>(all);
      }
    } else {
      lane::Group<Member, Lanes> const lanes(member);
      auto const key = lanes.generate([&](int i) { return keys(i); });
      auto const x = lanes.generate([&](int i) { return in(i); });
      auto const y = lane::inclusive_scan_by_key(lanes, key, x, sum, equal);
      lanes.for_each(y, [&](int i, int value) { value_sums(i) = value; });
      lane::exclusive_scan_by_key(lanes, keys, in, sums, sum, equal);
      int runs;
      auto const first = lane::select_unique(lanes, key, runs, equal);
      lanes.for_each(first, [&](int i, Visit const& visit) { first_values(i) = visit; });
      std::size_t const all = lane::select_unique(lanes, keys, firsts, equal);
      Kokkos::single(Kokkos::PerThread(member), [&] {
        counts(0) = runs;
        counts(1) = static_cast<int>(all);
      });
    }
  }
};

void expect_firsts(Kokkos::View<Visit*> const& firsts, std::vector<Visit> const& keys,
                   std::vector<int> const& runs, int count) {
  auto const expected = reference::unique_indices<std::size_t>(runs);
  ASSERT_EQ(static_cast<std::size_t>(count), expected.size()) << "seed " << seed();
  auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), firsts);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(found(i).time, keys[expected[i]].time) << "run " << i << ", seed " << seed();
}

template <int Lanes>
void check_equality(int size) {
  std::size_t const n = 301;
  auto const keys = random_visits(n);
  auto const in = random_elements<int>(n, 1);
  SameBlock const equal(2);
  auto const runs = numbers_of_runs(keys, equal);
  std::size_t const most = 1024;
  ByEquality<Lanes> const kernel{view_of_all(keys),
                                 Kokkos::View<Visit*>("firsts", n),
                                 Kokkos::View<Visit*>("first values", most),
                                 view_of_all(in),
                                 Kokkos::View<int*>("sums", n),
                                 Kokkos::View<int*>("value sums", most),
                                 Kokkos::View<int*>("counts", 2),
                                 equal};
  Team const policy = make_policy_of(kernel, 1, size, Lanes > 0 ? Lanes : 1, [](int threads) {
    return std::max({team::scan_by_key_scratch_bytes<Visit, int>(threads),
                     team::segmented_scan_scratch_bytes<int>(threads),
                     team::partition_scratch_bytes(threads)});
  });
  Kokkos::parallel_for("equality of keys", policy, kernel);
  std::size_t const values = Lanes > 0 ? Lanes : policy.team_size();
  SCOPED_TRACE(std::to_string(values) + (Lanes > 0 ? " lanes" : " threads"));
  auto const first_of = [](auto list, std::size_t count) {
    list.resize(count);
    return list;
  };
  auto const counts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), kernel.counts);
  auto const value_sums =
      Kokkos::subview(kernel.value_sums, std::pair<std::size_t, std::size_t>(0, values));
  EXPECT_TRUE(matches(value_sums, reference::inclusive_scan_by_key(
                                      first_of(runs, values), first_of(in, values), Sum<int>{})));
  EXPECT_TRUE(matches(kernel.sums, reference::exclusive_scan_by_key(runs, in, Sum<int>{}, 0)));
  expect_firsts(kernel.first_values, keys, first_of(runs, values), counts(0));
  expect_firsts(kernel.firsts, keys, runs, counts(1));
}

TEST(KeyEquality, OfATeam) {
  for (int const size : possible_team_sizes()) check_equality<0>(size);
}
TEST(KeyEquality, OfLanes) {
  check_equality<1>(1);
  check_equality<8>(1);
  check_equality<32>(1);
}

}  // namespace KokkosScanTest
