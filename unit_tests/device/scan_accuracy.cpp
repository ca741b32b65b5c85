// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/compensated_sum.hpp>
#include <KokkosScan/operators.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

/// The sum of k terms, in any order of additions, is within (k - 1) u / (1 - (k - 1) u) of the sum
/// of their magnitudes (Higham, Accuracy and Stability of Numerical Algorithms, section 4.2). The
/// long double oracle adds its own share.
template <class T>
struct Oracle {
  std::vector<long double> sums, bounds;

  explicit Oracle(std::vector<T> const& terms) {
    long double const u = std::numeric_limits<T>::epsilon() / 2.0L;
    long double sum = 0, magnitude = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      sum += terms[i];
      magnitude += std::fabs(static_cast<long double>(terms[i]));
      long double const steps =
          static_cast<long double>(i) * (u + std::numeric_limits<long double>::epsilon());
      sums.push_back(sum);
      bounds.push_back(steps / (1 - steps) * magnitude);
    }
  }
};

template <DeviceScan V, class T>
void check_accuracy(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  auto const terms = random_reals<T>(n, n);
  Oracle<T> const oracle(terms);
  GuardedArray<T> const in(terms), out(n);
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), KokkosScan::Sum<T>{},
                             ScanOptions<V>{});
  EXPECT_TRUE(near_lists(to_vector(out.view()), oracle.sums, oracle.bounds));
}

template <class T>
void check_accuracy_of_variants(std::size_t n) {
  check_accuracy<DeviceScan::automatic, T>(n);
  check_accuracy<DeviceScan::parallel_scan, T>(n);
  check_accuracy<DeviceScan::hillis_steele, T>(n);
  check_accuracy<DeviceScan::hierarchical, T>(n);
  check_accuracy<DeviceScan::look_back, T>(n);
  check_accuracy<DeviceScan::fixed_look_back, T>(n);
  check_accuracy<DeviceScan::work_ahead, T>(n);
}

TEST(ScanAccuracy, Float) {
  for (std::size_t const n : {1000u, 65537u, 1000003u}) check_accuracy_of_variants<float>(n);
}

TEST(ScanAccuracy, Double) {
  for (std::size_t const n : {1000u, 65537u, 1000003u}) check_accuracy_of_variants<double>(n);
}

/// Groups of four terms that cancel but for 2: the sums, which an int64 holds, round to what a
/// compensated sum gives, while a plain one loses every 1.
template <DeviceScan V>
void check_compensated(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  constexpr std::int64_t large = std::int64_t(1) << 60;
  std::int64_t const pattern[] = {large, 1, -large, 1};
  std::vector<double> terms, sums;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += pattern[i % 4];
    terms.push_back(static_cast<double>(pattern[i % 4]));
    sums.push_back(static_cast<double>(sum));
  }
  GuardedArray<double> const in(terms), out(n);
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(),
                             KokkosScan::CompensatedSum<double>{}, ScanOptions<V>{});
  EXPECT_TRUE(out.holds(sums));
}

TEST(ScanAccuracy, CompensatedSums) {
  for (std::size_t const n : {1000u, 65537u, 1000003u}) {
    check_compensated<DeviceScan::automatic>(n);
    check_compensated<DeviceScan::parallel_scan>(n);
    check_compensated<DeviceScan::hierarchical>(n);
    check_compensated<DeviceScan::work_ahead>(n);
  }
}

TEST(ScanAccuracy, CompensatedSumsStartFromInit) {
  GuardedArray<float> const in(std::vector<float>{1, -1e10f, 1}), out(4);
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(),
                             KokkosScan::CompensatedSum<float>{}, 1e10f);
  EXPECT_TRUE(out.holds({1e10f, 1e10f, 1, 2}));
}

/// Scans that are documented as reproducible give the same bits every time.
template <class T, class Options>
void check_reproducible(Options const& options, std::size_t n) {
  SCOPED_TRACE("n = " + std::to_string(n));
  GuardedArray<T> const in(random_reals<T>(n, n)), out(n);
  std::vector<T> first;
  for (int run = 0; run < 10; ++run) {
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), KokkosScan::Sum<T>{}, options);
    auto const bits = to_vector(out.view());
    if (run == 0) first = bits;
    EXPECT_TRUE(equal_lists(bits, first)) << "run " << run;
  }
}

TEST(ScanReproducibility, AutomaticWhenAskedFor) {
  for (std::size_t const n : {1023u, 1024u, 1025u, 20011u, 500009u}) {
    check_reproducible<double>(ScanOptions<>{}.reproducible(), n);
    check_reproducible<float>(ScanOptions<>{}.reproducible(), n);
  }
}

TEST(ScanReproducibility, HierarchicalAndWorkAhead) {
  check_reproducible<double>(ScanOptions<DeviceScan::hierarchical>{}, 500009);
  check_reproducible<double>(ScanOptions<DeviceScan::work_ahead>{}, 500009);
  check_reproducible<float>(ScanOptions<DeviceScan::hierarchical, small_tiles>{}, 500009);
  check_reproducible<float>(ScanOptions<DeviceScan::work_ahead, small_tiles>{}, 500009);
}

}  // namespace KokkosScanTest
