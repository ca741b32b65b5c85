// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/select.hpp>
#include <KokkosScan/operators.hpp>

#include "counted_drivers.hpp"
#include "key_equality.hpp"
#include "partition_drivers.hpp"
#include "reference.hpp"

/// \file Keys that are compared by a callable: scans by key, and selections of unique keys.

namespace KokkosScanTest {

using KokkosScan::counted;
using KokkosScan::Sum;

template <DeviceScan V, class Key, class Equal>
void check_scans(std::vector<Key> const& keys, Equal const& equal) {
  std::size_t const n = keys.size();
  SCOPED_TRACE((describe<V, tuned>(n)));
  auto const runs = numbers_of_runs(keys, equal);
  auto const input = random_elements<int>(n, n);
  auto const key = view_of_all(keys);
  GuardedArray<int> const in(input, 1), out(n, 3);
  Sum<int> const sum;
  ScanOptions<V> const options;
  KokkosScan::inclusive_scan_by_key(Exec(), key, in.const_view(), out.view(), equal, sum, options);
  EXPECT_TRUE(out.holds(reference::inclusive_scan_by_key(runs, input, sum))) << "inclusive";
  KokkosScan::exclusive_scan_by_key("label", Exec(), key, in.const_view(), out.view(), equal, sum,
                                    5, options);
  EXPECT_TRUE(out.holds(reference::exclusive_scan_by_key(runs, input, sum, 5))) << "exclusive";
}

template <DeviceScan V, class Key, class Equal>
void check_selections(std::vector<Key> const& keys, Equal const& equal) {
  std::size_t const n = keys.size();
  SCOPED_TRACE((describe<V, tuned>(n)));
  auto const expected = reference::unique_indices<int>(numbers_of_runs(keys, equal));
  auto const key = view_of_all(keys);
  CountOf const count;
  GuardedArray<int> const indices(n, 1);
  ScanOptions<V> const options;
  KokkosScan::select_unique_indices(Exec(), key, indices.view(), equal, count.view(), options);
  EXPECT_EQ(count.value(), expected.size());
  EXPECT_TRUE(indices.holds(untouched_behind(expected, n)));

  Kokkos::View<Key*> const firsts("firsts", n);
  KokkosScan::select_unique("label", Exec(), key, firsts, equal, count.view(), options);
  EXPECT_EQ(count.value(), expected.size());
  auto const on_host_firsts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), firsts);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    Key const &own = on_host_firsts(i), &wanted = keys[static_cast<std::size_t>(expected[i])];
    ASSERT_TRUE(equal(own, wanted) && equal(wanted, own)) << "run " << i << ", seed " << seed();
  }
}

template <class Key, class Equal>
void check_by(std::vector<Key> const& keys, Equal const& equal) {
  check_scans<DeviceScan::automatic>(keys, equal);
  check_scans<DeviceScan::hierarchical>(keys, equal);
  check_scans<DeviceScan::work_ahead>(keys, equal);
  check_selections<DeviceScan::automatic>(keys, equal);
  check_selections<DeviceScan::hierarchical>(keys, equal);
  check_selections<DeviceScan::work_ahead>(keys, equal);
}

TEST(KeyEquality, OfStructsByAStatefulCallable) {
  for (std::size_t const n : {0u, 1u, 2u, 1000u, 70001u})
    for (int const width : {1, 5, 1 << 30}) check_by(random_visits(n), SameBlock(width));
}

TEST(KeyEquality, AnyRelationOfNeighbors) {
  for (std::size_t const n : {1u, 1000u, 70001u}) check_by(random_elements<int>(n, 3), Ascends{});
}

TEST(KeyEquality, InPlaceOfACountedInput) {
  for (std::size_t const m : {0u, 1u, 4000u, 9000u}) {
    auto values = random_elements<int>(9000, 4);
    auto const kept =
        reference::unique_indices<int>(numbers_of_runs(first_of(values, m), Ascends{}));
    GuardedArray<int> const in(values);
    CountOf const runs;
    KokkosScan::select_unique(Exec(), counted(in.view(), on_device(static_cast<int>(m))), in.view(),
                              Ascends{}, runs.view());
    for (std::size_t i = 0; i < kept.size(); ++i)
      values[i] = values[static_cast<std::size_t>(kept[i])];
    EXPECT_EQ(runs.value(), kept.size());
    EXPECT_TRUE(in.holds(values));
  }
}

TEST(KeyEquality, WithTheDefaultOperator) {
  auto const visits = random_visits(3000);
  SameBlock const equal(2);
  GuardedArray<int> const in(std::vector<int>(3000, 1)), out(3000);
  KokkosScan::inclusive_scan_by_key(Exec(), view_of_all(visits), in.const_view(), out.view(),
                                    equal);
  EXPECT_TRUE(out.holds(reference::inclusive_scan_by_key(numbers_of_runs(visits, equal),
                                                         std::vector<int>(3000, 1), Sum<int>{})));
}

}  // namespace KokkosScanTest
