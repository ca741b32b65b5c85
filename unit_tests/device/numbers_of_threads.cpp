// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/histogram.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/device/scan_along.hpp>
#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/segmented_scan.hpp>
#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "environment.hpp"
#include "generators.hpp"
#include "matchers.hpp"
#include "segments.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

using Sums = std::map<std::string, std::vector<float>>;

/// Sums of floats whose rounding depends on the order of the additions, computed by one instance.
Sums sums_by(Exec const& exec, std::size_t n) {
  constexpr std::size_t bins = 100;
  auto const segments = random_segments(n, 100000);
  GuardedArray<float> const in(random_reals<float>(n)), out(n), counts(bins);
  GuardedArray<std::size_t> const offsets(segments);
  GuardedArray<int> const keys(keys_of<int>(segments));
  Sums sums;
  auto const keep = [&](std::string const& what, auto const& view) {
    exec.fence();
    sums[what] = to_vector(view);
  };
  KokkosScan::inclusive_scan(exec, in.const_view(), out.view());
  keep("inclusive_scan", out.view());
  KokkosScan::exclusive_scan(exec, in.const_view(), out.view());
  keep("exclusive_scan", out.view());
  KokkosScan::segmented_inclusive_scan(exec, in.const_view(), offsets.const_view(), out.view());
  keep("segmented_inclusive_scan", out.view());
  KokkosScan::exclusive_scan_by_key(exec, keys.const_view(), in.const_view(), out.view());
  keep("exclusive_scan_by_key", out.view());
  // Along axis 0, short chains, long chains and chains between.
  for (std::size_t const rows : {5u, 300u, 3000u, 100000u}) {
    using Table = Kokkos::View<float**, Kokkos::LayoutRight, Memory, Kokkos::MemoryUnmanaged>;
    Table const table(in.view().data(), rows, n / rows), result(out.view().data(), rows, n / rows);
    KokkosScan::inclusive_scan_along<0>(exec, table, result);
    keep("along axis 0 of " + std::to_string(rows), out.view());
    KokkosScan::exclusive_scan_along<1>(exec, table, result);
    keep("along axis 1 of " + std::to_string(rows), out.view());
  }
  KokkosScan::histogram(exec, in.const_view(), KokkosScan::UniformBins(-1.0f, 1.0f, bins),
                        counts.view(), in.const_view(),
                        KokkosScan::HistogramOptions<>{}.reproducible());
  keep("reproducible histogram", counts.view());
  return sums;
}

/// Whether the numbers are equal and zeros have the same sign.
::testing::AssertionResult same_bits(std::vector<float> const& actual,
                                     std::vector<float> const& expected) {
  auto const equal = equal_lists(actual, expected);
  if (equal && std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(float)) != 0)
    return ::testing::AssertionFailure() << "a zero has another sign";
  return equal;
}

TEST(NumberOfThreads, ChangesNoBitOfASum) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 2, 5);
  int const threads = Exec().concurrency();
  if (std::all_of(instances.begin(), instances.end(),
                  [&](Exec const& exec) { return exec.concurrency() == threads; }))
    GTEST_SKIP() << "every instance has as many threads";
  for (std::size_t const n : {5003u, 1000003u}) {
    auto const expected = sums_by(Exec(), n);
    for (Exec const& exec : instances)
      for (auto const& [what, sums] : sums_by(exec, n))
        EXPECT_TRUE(same_bits(sums, expected.at(what)))
            << what << ", n = " << n << ", " << exec.concurrency() << " threads, expected is of "
            << threads;
  }
}

}  // namespace KokkosScanTest
