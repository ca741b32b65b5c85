// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/three_way_partition.hpp>
#include <cmath>
#include <numeric>

#include "partition_drivers.hpp"

namespace KokkosScanTest {

/// Elements that compare as false are rejected; no NaN is lost or duplicated.
TEST(PartitionPredicates, NaN) {
  std::size_t const n = 5001;
  std::vector<double> input(n);
  for (std::size_t i = 0; i < n; ++i)
    input[i] = i % 7 == 3 ? std::nan("") : static_cast<double>(random_bits(3, i) % 100);
  GuardedArray<double> const in(input), out(n);
  CountOf const count;
  auto const expect = [&](auto const& pred, char const* what) {
    SCOPED_TRACE(what);
    KokkosScan::partition(Exec(), in.const_view(), out.view(), pred, count.view());
    auto const split =
        reference::split(input, [&](std::size_t i) { return pred(input[i]); }).joined();
    auto const actual = to_vector(out.view());
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_TRUE(actual[i] == split[i] || (std::isnan(actual[i]) && std::isnan(split[i])))
          << "at " << i << ": expected " << split[i] << ", got " << actual[i];
  };
  expect(KokkosScan::LessThan{50.0}, "NaN elements");
  expect(KokkosScan::NotEqualTo{7.0}, "NaN elements differ from everything");
  expect(KokkosScan::GreaterEqual{std::nan("")}, "NaN pivot");
  EXPECT_EQ(count.value(), 0u);
}

TEST(PartitionPredicates, Pivots) {
  auto const input = random_elements<int>(3001, 1);
  GuardedArray<int> const in(input), out(input.size());
  CountOf const count;
  auto const expect = [&](auto const& pred) {
    KokkosScan::partition(Exec(), in.const_view(), out.view(), pred, count.view());
    EXPECT_TRUE(
        out.holds(reference::split(input, [&](std::size_t i) { return pred(input[i]); }).joined()));
  };
  expect(KokkosScan::LessThan{0});
  expect(KokkosScan::LessEqual{0});
  expect(KokkosScan::GreaterThan{0});
  expect(KokkosScan::GreaterEqual{0});
  expect(KokkosScan::EqualTo{0});
  expect(KokkosScan::NotEqualTo{0});
}

/// Predicates for which only the load of an element orders it before the store that overwrites it.
TEST(PartitionPredicates, PivotsInPlace) {
  auto const input = random_elements<int>(300007, 1);
  auto const split = reference::split(input, [&](std::size_t i) { return input[i] < 0; });
  CountOf const count;
  GuardedArray<int> const selected(input), all(input);
  KokkosScan::select(Exec(), selected.view(), selected.view(), KokkosScan::LessThan{0},
                     count.view());
  EXPECT_TRUE(selected.holds(reference::over(split.selected, to_vector(selected.view()))));
  EXPECT_EQ(count.value(), split.selected.size());
  KokkosScan::partition(Exec(), all.view(), all.view(), KokkosScan::LessThan{0}, count.view());
  EXPECT_TRUE(all.holds(split.joined()));
}

/// A functor with state and memory of its own that counts its evaluations for each element.
struct Asked {
  Kokkos::View<int*, Memory> times;
  int modulus;
  KOKKOS_FUNCTION bool operator()(int const& x) const {
    Kokkos::atomic_inc(&times(x));
    return x % modulus == 1;
  }
};

struct TimesAsked {
  int in_one_pass;  ///< for calls that do not count first
  int in_order, in_place;
};

template <DeviceScan V>
void expect_asked(std::size_t n, TimesAsked const& times) {
  SCOPED_TRACE(describe(V, n));
  std::vector<int> input(n);
  std::iota(input.begin(), input.end(), 0);
  GuardedArray<int> const in(input), over(input), out(n), rest(n), counts(2);
  CountOf const count;
  ScanOptions<V> const options;
  auto const expect = [&](int expected, char const* what, auto const& call) {
    Kokkos::View<int*, Memory> const asked("asked", n);
    call(Asked{asked, 3});
    EXPECT_TRUE(matches(asked, std::vector<int>(n, expected))) << what;
  };
  expect(times.in_one_pass, "select", [&](Asked const& pred) {
    KokkosScan::select(Exec(), in.const_view(), out.view(), pred, count.view(), options);
  });
  expect(times.in_one_pass, "partition_copy", [&](Asked const& pred) {
    KokkosScan::partition_copy(Exec(), in.const_view(), out.view(), rest.view(), pred, count.view(),
                               options);
  });
  expect(times.in_one_pass, "partition, reversed", [&](Asked const& pred) {
    KokkosScan::partition<RejectedOrder::reversed>(Exec(), in.const_view(), out.view(), pred,
                                                   count.view(), options);
  });
  expect(times.in_order, "partition", [&](Asked const& pred) {
    KokkosScan::partition(Exec(), in.const_view(), out.view(), pred, count.view(), options);
  });
  expect(times.in_order, "partition_permutation", [&](Asked const& pred) {
    KokkosScan::partition_permutation(Exec(), in.const_view(), out.view(), pred, count.view(),
                                      options);
  });
  expect(times.in_place, "partition, in place", [&](Asked const& pred) {
    KokkosScan::partition(Exec(), over.view(), over.view(), pred, count.view(), options);
  });
  Kokkos::View<int*, Memory> const second("asked second", n);
  expect(times.in_order, "three_way_partition, pred_first", [&](Asked const& pred) {
    KokkosScan::three_way_partition(Exec(), in.const_view(), out.view(), pred, Asked{second, 5},
                                    counts.view(), options);
  });
  EXPECT_TRUE(matches(second, std::vector<int>(n, times.in_order)))
      << "three_way_partition, pred_second";
  expect(times.in_order, "three_way_partition_permutation, pred_first", [&](Asked const& pred) {
    KokkosScan::three_way_partition_permutation(Exec(), in.const_view(), out.view(), pred,
                                                Asked{second, 5}, counts.view(), options);
  });
  EXPECT_TRUE(matches(second, std::vector<int>(n, 2 * times.in_order)))
      << "three_way_partition_permutation, pred_second";
}

struct CountCalls {
  Kokkos::View<int*, Memory> times;
  KOKKOS_FUNCTION void operator()(std::size_t i, long& sum, bool) const {
    Kokkos::atomic_inc(&times(i));
    ++sum;
  }
};
/// How often Kokkos' own scan calls its functor for an index: once, twice or, on GPUs, three times.
int times_kokkos_calls(std::size_t n) {
  Kokkos::View<int*, Memory> const times("times", n);
  Kokkos::parallel_scan(KokkosScan::detail::range(Exec(), n), CountCalls{times});
  return to_vector(times).at(n / 2);
}

/// docs/partition.md, "Predicates": each predicate is evaluated once, except that partitions in
/// order count their classes first, unless there is only one tile; `hierarchical` evaluates it once
/// more if there are several tiles.
TEST(PartitionPredicates, AreAskedAsOftenAsDocumented) {
  std::size_t const one_tile = 100, many_tiles = 300007;
  TimesAsked const once{1, 1, 1}, counted{1, 2, 1}, once_more{2, 3, 3};
  expect_asked<DeviceScan::automatic>(one_tile, once);
  expect_asked<DeviceScan::hierarchical>(one_tile, once);
  expect_asked<DeviceScan::look_back>(one_tile, counted);
  expect_asked<DeviceScan::work_ahead>(one_tile, counted);
  expect_asked<DeviceScan::automatic>(many_tiles, counted);
  expect_asked<DeviceScan::hierarchical>(many_tiles, once_more);
  expect_asked<DeviceScan::look_back>(many_tiles, counted);
  expect_asked<DeviceScan::work_ahead>(many_tiles, counted);
  int const by_kokkos = times_kokkos_calls(many_tiles);
  expect_asked<DeviceScan::parallel_scan>(many_tiles, {by_kokkos, by_kokkos + 1, by_kokkos + 1});
}

}  // namespace KokkosScanTest
