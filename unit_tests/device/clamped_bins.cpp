// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <limits>

#include "binning_drivers.hpp"
#include "counted_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::GridBins;
using KokkosScan::IndexBins;

TEST(ClampOnTheDevice, UniformBinsAndIndexBins) {
  auto const reals = spread_elements<float>(Spread::half_outside, 20011, 3);
  auto const integers = spread_elements<int>(Spread::half_outside, 20011, 500);
  for (std::size_t const bins : {1u, 9u, 200u, 5000u}) {
    UniformBins const inside(-1.0f, 2.0f, bins);
    check_binning(
        reals, UniformBins(-1.0f, 2.0f, bins, OutOfRange::clamp),
        [&](float x) { return inside(std::min(std::max(x, -1.0f), 2.0f)); }, bins);
    int const last = static_cast<int>(bins) - 1;
    check_binning(
        integers, IndexBins(bins, OutOfRange::clamp),
        [&](int x) { return std::min(std::max(x, 0), last); }, bins);
  }
}

TEST(ClampOnTheDevice, GridBins) {
  using Point = Kokkos::Array<float, 2>;
  constexpr std::size_t n = 5001;
  Kokkos::View<Point*, Memory> const points("points", n);
  auto const host = Kokkos::create_mirror_view(points);
  std::vector<int> expected(12, 0);
  for (std::size_t i = 0; i < n; ++i) {
    auto const x = static_cast<float>(4 * random_unit(97, i) - 1.5);
    auto const y = static_cast<float>(4 * random_unit(98, i) - 1.5);
    host(i) = Point{x, y};
    int const row = std::min(2, static_cast<int>(std::max(x, 0.0f) * 3));
    int const column = std::min(3, static_cast<int>(std::max(y, 0.0f) * 4));
    ++expected[row * 4 + column];
  }
  Kokkos::deep_copy(points, host);
  GuardedArray<int> const counts(12);
  KokkosScan::histogram(
      Exec(), points, GridBins<2, float>({0, 0}, {1, 1}, {3, 4}, OutOfRange::clamp), counts.view());
  EXPECT_TRUE(counts.holds(expected));
}

/// NaN is in no bin, also if elements out of range are clamped; infinities are in the end bins.
TEST(ClampOnTheDevice, NaNIsNowhere) {
  constexpr std::size_t n = 20011;
  float const nan = std::numeric_limits<float>::quiet_NaN();
  float const infinity = std::numeric_limits<float>::infinity();
  std::vector<float> input;
  std::vector<float> in_order;
  int nans = 0;
  for (std::size_t i = 0; i < n; ++i) {
    float const choices[]{nan, infinity, -infinity, 0.5f};
    std::uint64_t const c = random_bits(99, i) % 4;
    input.push_back(choices[c]);
    nans += c == 0 ? 1 : 0;
  }
  UniformBins const clamp(0.0f, 1.0f, 3, OutOfRange::clamp);
  GuardedArray<float> const edges(std::vector<float>{0.0f, 0.25f, 0.75f, 1.0f});
  EdgeBins const by_edges(edges.const_view(), OutOfRange::clamp);
  std::vector<int> counts_expected;
  for (float const x : {-infinity, 0.5f, infinity}) {
    auto const k = std::count(input.begin(), input.end(), x);
    counts_expected.push_back(static_cast<int>(k));
    in_order.insert(in_order.end(), static_cast<std::size_t>(k), x);
  }
  auto const check = [&](auto const& binning) {
    GuardedArray<float> const in(input, 1), out(n);
    GuardedArray<int> const counts(3), offsets(4);
    KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view());
    EXPECT_TRUE(counts.holds(counts_expected));
    KokkosScan::extract_bins(Exec(), in.const_view(), binning, out.view(), offsets.view());
    EXPECT_TRUE(out.holds(untouched_behind(in_order, n)));
    EXPECT_TRUE(offsets.holds({0, counts_expected[0], counts_expected[0] + counts_expected[1],
                               static_cast<int>(n) - nans}));
  };
  check(clamp);
  check(by_edges);
}

}  // namespace KokkosScanTest
