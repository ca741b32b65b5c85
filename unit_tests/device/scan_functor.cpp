// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <algorithm>

#include "counted_drivers.hpp"
#include "errors.hpp"
#include "scan_drivers.hpp"

namespace KokkosScanTest {

/// Squares an element, and counts its calls for each element.
template <class T>
struct CountingLoad {
  Array<T> values;
  Array<int> calls;
  KOKKOS_FUNCTION T operator()(std::size_t i) const {
    Kokkos::atomic_inc(&calls(i));
    return static_cast<T>(values(i) * values(i));
  }
};

template <class T>
struct CountingStore {
  Array<T> results;
  Array<int> calls;
  KOKKOS_FUNCTION void operator()(std::size_t i, T const& value) const {
    Kokkos::atomic_inc(&calls(i));
    results(i) = value;
  }
};

template <class T>
std::vector<T> squares(std::vector<T> const& values) {
  std::vector<T> result;
  for (T const& x : values) result.push_back(static_cast<T>(x * x));
  return result;
}

template <DeviceScan V, ScanMode Mode, class T, ScanPolicy P = tuned>
void check_functors(std::size_t n) {
  SCOPED_TRACE((describe<V, P>(n)) + (Mode == ScanMode::inclusive ? ", inclusive" : ", exclusive"));
  auto const input = random_elements<T>(n, n);
  GuardedArray<T> const in(input), out(n);
  Array<int> const loads("loads", n), stores("stores", n);
  KokkosScan::Sum<T> const op;
  KokkosScan::scan(Exec(), n, CountingLoad<T>{in.view(), loads}, op,
                   CountingStore<T>{out.view(), stores}, Mode, ScanOptions<V, P>{});
  auto const terms = squares(input);
  EXPECT_TRUE(out.holds(Mode == ScanMode::inclusive ? reference::inclusive_scan(terms, op)
                                                    : reference::exclusive_scan(terms, op)));
  EXPECT_TRUE(matches(loads, std::vector<int>(n, 1)))
      << "load(i) is called exactly once per element";
  EXPECT_TRUE(matches(stores, std::vector<int>(n, 1)))
      << "store(i) is called exactly once per element";
}

template <ScanMode Mode, class T>
void check_functor_variants(std::vector<std::size_t> const& sizes) {
  for (std::size_t const n : sizes) {
    check_functors<DeviceScan::automatic, Mode, T>(n);
    check_functors<DeviceScan::parallel_scan, Mode, T>(n);
    check_functors<DeviceScan::hillis_steele, Mode, T>(n);
    check_functors<DeviceScan::hierarchical, Mode, T>(n);
    check_functors<DeviceScan::look_back, Mode, T>(n);
    check_functors<DeviceScan::fixed_look_back, Mode, T>(n);
    check_functors<DeviceScan::work_ahead, Mode, T>(n);
    check_functors<DeviceScan::hierarchical, Mode, T, small_tiles>(n);
    check_functors<DeviceScan::look_back, Mode, T, small_tiles>(n);
    check_functors<DeviceScan::fixed_look_back, Mode, T, small_tiles>(n);
    check_functors<DeviceScan::work_ahead, Mode, T, small_tiles>(n);
  }
}

TEST(ScanFunctors, LoadIsCalledOncePerElementInclusive) {
  check_functor_variants<ScanMode::inclusive, int>(all_sizes<int>());
}

TEST(ScanFunctors, LoadIsCalledOncePerElementExclusive) {
  check_functor_variants<ScanMode::exclusive, double>(some_sizes<double>());
}

/// Yields the last operand that is not zero. The order of the operands matters.
struct LastNotZero {
  KOKKOS_FUNCTION int operator()(int a, int b) const { return b != 0 ? b : a; }
};

void check_order_of_functors(std::size_t n) {
  auto const op = KokkosScan::make_monoid(LastNotZero{}, 0);
  std::vector<int> input(n);
  for (std::size_t i = 0; i < n; ++i)
    input[i] = random_bits(3, i) % 5 == 0 ? static_cast<int>(i) + 1 : 0;
  GuardedArray<int> const in(input), out(n);
  auto const from = in.view(), to = out.view();
  KokkosScan::scan(
      Exec(), n, KOKKOS_LAMBDA(std::size_t i) { return from(i); }, op,
      KOKKOS_LAMBDA(std::size_t i, int x) { to(i) = x; }, ScanMode::inclusive);
  EXPECT_TRUE(out.holds(reference::inclusive_scan(input, op))) << "n = " << n;
}

TEST(ScanFunctors, OrderIsKept) {
  for (std::size_t const n : {100u, 5000u, 200003u}) check_order_of_functors(n);
}

struct IndexModuloSeven {
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t i) const {
    return static_cast<std::int8_t>(i % 7);
  }
};

/// Stores results as a compaction would: only the rank of every multiple of seven.
struct StoreRank {
  Array<std::int64_t> rank;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::int64_t value) const {
    if (i % 7 == 0) rank(i / 7) = value;
  }
};

TEST(ScanFunctors, LoadMayReturnANarrowerTypeAndStoreMaySkip) {
  std::size_t const n = 70000;
  Array<std::int64_t> const rank("rank", n / 7);
  KokkosScan::scan("ranks", Exec(), n, IndexModuloSeven{}, KokkosScan::Sum<std::int64_t>{},
                   StoreRank{rank}, ScanMode::exclusive);
  std::vector<std::int64_t> expected;
  for (std::size_t k = 0; k < n / 7; ++k) expected.push_back(static_cast<std::int64_t>(21 * k));
  EXPECT_TRUE(matches(rank, expected));
}

void scan_ones(int n, Array<int> const& out) {
  KokkosScan::scan(
      Exec(), n, KOKKOS_LAMBDA(std::size_t) { return 1; }, KokkosScan::Sum<int>{},
      KOKKOS_LAMBDA(std::size_t i, int x) { out(i) = x; }, ScanMode::inclusive);
}

enum Length { too_small = -1 };

TEST(ScanFunctors, NegativeLengthIsRefused) {
  Array<int> const out("out", 10);
  EXPECT_TRUE(rejects([&] { scan_ones(-3, out); }, "scan", "n is -3, needs to be at least 0"));
  Array<std::int64_t> const rank("rank", 10);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::scan(Exec(), too_small, IndexModuloSeven{}, KokkosScan::Sum<std::int64_t>{},
                         StoreRank{rank}, ScanMode::exclusive);
      },
      "scan", "n is -1, needs to be at least 0"));
  EXPECT_TRUE(matches(out, std::vector<int>(10, 0)));
}

/// Squares of the first elements, whose number is on the device: load(i) is not called beyond it.
template <DeviceScan V, ScanPolicy P = tuned>
void check_counted_functors(std::size_t n, ScanMode mode) {
  using T = int;
  auto const input = random_elements<T>(n, n);
  KokkosScan::Sum<T> const op;
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE((describe<V, P>(n)) + ", " + describe_size(size, n));
    std::size_t const m = counted_of(size, n);
    GuardedArray<T> const in(input), out(n);
    Array<int> const loads("loads", n), stores("stores", n);
    KokkosScan::scan(Exec(), KokkosScan::counted(n, on_device(size)),
                     CountingLoad<T>{in.view(), loads}, op, CountingStore<T>{out.view(), stores},
                     mode, ScanOptions<V, P>{});
    auto const terms = squares(first_of(input, m));
    EXPECT_TRUE(out.holds(untouched_behind(mode == ScanMode::inclusive
                                               ? reference::inclusive_scan(terms, op)
                                               : reference::exclusive_scan(terms, op),
                                           n)));
    std::vector<int> calls(n, 0);
    std::fill_n(calls.begin(), m, 1);
    EXPECT_TRUE(matches(loads, calls)) << "load(i) is called once for each of the first elements";
    EXPECT_TRUE(matches(stores, calls)) << "store(i) is called once for each of them";
  }
}

TEST(ScanFunctors, TheirNumberMayBeOnTheDevice) {
  for (std::size_t const n : {0u, 100u, 5000u, 300007u}) {
    check_counted_functors<DeviceScan::automatic>(n, ScanMode::inclusive);
    check_counted_functors<DeviceScan::automatic>(n, ScanMode::exclusive);
    check_counted_functors<DeviceScan::hierarchical>(n, ScanMode::inclusive);
  }
  check_counted_functors<DeviceScan::hierarchical, small_tiles>(5000, ScanMode::exclusive);
  check_counted_functors<DeviceScan::work_ahead, small_tiles>(5000, ScanMode::exclusive);
}

TEST(ScanFunctors, ACountIsOneNumber) {
  Array<int> const out("out", 10);
  auto const scan_counted = [&](auto const& size) {
    KokkosScan::scan(Exec(), size, IndexModuloSeven{}, KokkosScan::Sum<std::int64_t>{},
                     StoreRank{Array<std::int64_t>("rank", 2)}, ScanMode::inclusive);
  };
  EXPECT_TRUE(rejects([&] { scan_counted(KokkosScan::counted(10, out)); }, "scan",
                      "the count of the input has 10 entries, needs 1"));
  EXPECT_TRUE(rejects([&] { scan_counted(KokkosScan::counted(-1, on_device(3))); }, "scan",
                      "n is -1, needs to be at least 0"));
}

}  // namespace KokkosScanTest
