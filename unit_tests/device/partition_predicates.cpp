// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cmath>

#include "partition_drivers.hpp"

namespace KokkosScanTest {

/// What compares as false is rejected; NaN neither gets lost nor multiplies.
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

/// The predicates for which nothing but the reading of an element orders who writes over it.
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

/// A functor with state and memory of its own, which counts how often it is asked.
struct Asked {
  Kokkos::View<int*, Memory> times;
  int modulus;
  KOKKOS_FUNCTION bool operator()(int const& x) const {
    Kokkos::atomic_inc(&times(x));
    return x % modulus == 1;
  }
};

template <DeviceScan V>
void expect_asked_once(std::size_t n) {
  std::vector<int> input(n);
  for (std::size_t i = 0; i < n; ++i) input[i] = static_cast<int>(i);
  GuardedArray<int> const in(input), out(n), rest(n);
  CountOf const count;
  Kokkos::View<int*, Memory> const times("times", n);
  Asked const pred{times, 3};
  KokkosScan::select(Exec(), in.const_view(), out.view(), pred, count.view(), ScanOptions<V>{});
  EXPECT_TRUE(matches(times, std::vector<int>(n, 1))) << describe(V, n) << ", select";
  KokkosScan::partition_copy(Exec(), in.const_view(), out.view(), rest.view(), pred, count.view(),
                             ScanOptions<V>{});
  EXPECT_TRUE(matches(times, std::vector<int>(n, 2))) << describe(V, n) << ", partition_copy";
}

TEST(PartitionPredicates, AreAskedOncePerElement) {
  for (std::size_t const n : {100u, 300007u}) {
    expect_asked_once<DeviceScan::automatic>(n);
    expect_asked_once<DeviceScan::look_back>(n);
    expect_asked_once<DeviceScan::work_ahead>(n);
  }
}

}  // namespace KokkosScanTest
