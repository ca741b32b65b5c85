// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cmath>
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
