// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a user's type that is derived from a type of the library, every backend uses the user's call
// operator, and none of the other inherited members in its place.
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "environment.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

using KokkosScan::DeviceScan;

struct SaturatingSum : KokkosScan::Sum<std::uint8_t> {
  KOKKOS_FUNCTION std::uint8_t operator()(std::uint8_t a, std::uint8_t b) const {
    int const sum = a + b;
    return static_cast<std::uint8_t>(sum > 255 ? 255 : sum);
  }
};

template <DeviceScan Variant>
void check_saturating_sums() {
  SCOPED_TRACE(name(Variant));
  GuardedArray<std::uint8_t> const in(std::vector<std::uint8_t>(1000, 1)), out(1000);
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), SaturatingSum{},
                             KokkosScan::ScanOptions<Variant>{});
  std::vector<std::uint8_t> expected(1000);
  for (int i = 0; i < 1000; ++i)
    expected[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(std::min(i + 1, 255));
  EXPECT_TRUE(out.holds(expected));
}

TEST(DerivedTypes, Operators) {
  check_saturating_sums<DeviceScan::automatic>();
  check_saturating_sums<DeviceScan::hierarchical>();
  check_saturating_sums<DeviceScan::look_back>();
  check_saturating_sums<DeviceScan::work_ahead>();
}

/// Halves a number before the library's binning.
struct HalvedBins : KokkosScan::UniformBins<double> {
  using UniformBins::UniformBins;
  KOKKOS_FUNCTION int operator()(double x) const { return UniformBins::operator()(x / 2); }
};

/// Has a `find` with another meaning.
struct Parity {
  KOKKOS_FUNCTION int operator()(double x) const { return static_cast<int>(x) % 2; }
  KOKKOS_FUNCTION bool find(double, int& bin) const {
    bin = 1000;
    return true;
  }
};

struct DerivedBinnings : testing::Test {
  GuardedArray<double> const in{std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}, out{10};
  GuardedArray<int> const counts{5}, offsets{6}, parities{2};
};

TEST_F(DerivedBinnings, Histogram) {
  KokkosScan::histogram(Exec(), in.const_view(), HalvedBins(0.0, 5.0, 5), counts.view());
  EXPECT_TRUE(counts.holds({2, 2, 2, 2, 2}));
  KokkosScan::histogram(Exec(), in.const_view(), Parity{}, parities.view());
  EXPECT_TRUE(parities.holds({5, 5}));
}

TEST_F(DerivedBinnings, Extraction) {
  KokkosScan::extract_bins(Exec(), in.const_view(), HalvedBins(0.0, 5.0, 5), out.view(),
                           offsets.view());
  EXPECT_TRUE(offsets.holds({0, 2, 4, 6, 8, 10}));
  EXPECT_TRUE(out.holds({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

}  // namespace KokkosScanTest
