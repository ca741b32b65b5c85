// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "histogram_drivers.hpp"

#include <KokkosScan/binning.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "silent_calls.hpp"

/// \file Sums of weights by bin.

namespace KokkosScanTest {

using KokkosScan::IndexBins;
using KokkosScan::UniformBins;

template <class Count, DeviceHistogram V,
          KokkosScan::HistogramPolicy P = KokkosScan::HistogramPolicy{}, class Weight>
void check_weights(std::vector<Weight> const& weights, Spread spread, std::size_t bins,
                   bool reproducible = false) {
  SCOPED_TRACE(name(spread) + ", " + KokkosScan::name(V) + ", " + std::to_string(bins) + " bins");
  auto const input = spread_elements<float>(spread, weights.size(), 1);
  UniformBins const binning(0.0f, 1.0f, bins);
  GuardedArray<float> const in(input, 1);
  GuardedArray<Weight> const heavy(weights, 1), apart(weights, 2);
  GuardedArray<Count> const counts(bins, 1), misaligned(bins);
  HistogramOptions<V, P> options;
  if (reproducible) options = options.reproducible();
  auto const expected = reference::histogram<Count>(input, binning, bins, weights);
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(), heavy.const_view(),
                        options);
  EXPECT_TRUE(counts.holds(expected));
  KokkosScan::histogram(Exec(), in.const_view(), binning, misaligned.view(), apart.const_view(),
                        options);
  EXPECT_TRUE(misaligned.holds(expected)) << "weights and elements with different alignments";
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(), heavy.const_view(),
                        options.accumulate());
  auto twice = expected, running = expected;
  for (Count& count : twice) count = static_cast<Count>(count + count);
  EXPECT_TRUE(counts.holds(twice)) << "accumulated";
  // Whole numbers: their sums are exact.
  for (std::size_t b = 1; b < bins; ++b)
    running[b] = static_cast<Count>(running[b] + running[b - 1]);
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(), heavy.const_view(),
                        options.cumulative());
  EXPECT_TRUE(counts.holds(running)) << "cumulative";
}

template <DeviceHistogram V>
void check_all_weights() {
  for (Spread const spread : all_spreads)
    for (std::size_t const bins : {1u, 8u, 1000u, 20000u}) {
      check_weights<int, V>(random_elements<int>(20011), spread, bins);
      check_weights<std::int64_t, V>(random_elements<std::int8_t>(20011), spread, bins);
      check_weights<std::uint16_t, V>(random_elements<std::uint32_t>(20011), spread, bins);
      check_weights<float, V>(random_elements<float>(20011), spread, bins);
      check_weights<double, V>(random_elements<float>(20011), spread, bins);
      check_weights<double, V>(random_elements<std::int16_t>(20011), spread, bins);
      check_weights<double, V>(random_elements<double>(20011), spread, bins, true);
      check_weights<float, V>(random_elements<float>(20011), spread, bins, true);
    }
}
TEST(WeightedHistogram, Automatic) { check_all_weights<DeviceHistogram::automatic>(); }
TEST(WeightedHistogram, PrivateBins) { check_all_weights<DeviceHistogram::private_bins>(); }
TEST(WeightedHistogram, SharedBins) { check_all_weights<DeviceHistogram::shared_bins>(); }

/// Up to 20 windows of 1023 bins of 4 bytes, or 511 of 8.
template <int Threads>
void check_windows() {
  constexpr auto policy = in_small_scratch<Threads>;
  constexpr auto owned = DeviceHistogram::private_bins;
  for (Spread const spread : all_spreads)
    for (std::size_t const bins : {511u, 512u, 1023u, 1024u, 5001u, 20460u, 20461u}) {
      SCOPED_TRACE("teams of " + std::to_string(policy.threads));
      check_weights<int, owned, policy>(random_elements<int>(20011), spread, bins);
      check_weights<float, owned, policy>(random_elements<float>(20011), spread, bins);
      check_weights<double, owned, policy>(random_elements<float>(20011), spread, bins, true);
    }
}
TEST(WeightedHistogram, InWindows) {
  check_windows<1>();
  if (!on_host || Exec().concurrency() >= 2) check_windows<2>();
}

/// The sums of whole numbers as weights, which are exact.
template <class Count, class Options>
void check_sums(std::vector<float> const& input, std::vector<std::int8_t> const& weights,
                std::size_t bins, Options const& options) {
  UniformBins const binning(0.0f, 1.0f, bins);
  std::vector<Count> const heavy(weights.begin(), weights.end());
  GuardedArray<float> const in(input);
  GuardedArray<Count> const weight(heavy), counts(bins);
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(), weight.const_view(),
                        options);
  EXPECT_TRUE(counts.holds(reference::histogram<Count>(input, binning, bins, heavy)));
}

/// Lanes that meet in a bin sum their weights first, batch after batch of a team. Elements of the
/// frequent bin come in between others, in runs, or are in no bin.
TEST(WeightedHistogram, MostInOneBin) {
  constexpr std::size_t n = 1000003;
  auto const elements = random_reals<float>(n);
  auto const weights = random_elements<std::int8_t>(n);
  for (float const frequent : {0.3f, 2.0f})
    for (std::size_t const run : {1u, 7u, 5000u}) {
      auto input = elements;
      for (std::size_t i = 0; i < n; ++i)
        if (i / run % 3 != 0) input[i] = frequent;
      for (std::size_t const bins : {8u, 200u, 4096u, 16384u, 70000u}) {
        SCOPED_TRACE("runs of " + std::to_string(run) + " at " + std::to_string(frequent) + ", " +
                     std::to_string(bins) + " bins");
        check_sums<float>(input, weights, bins, HistogramOptions<>{});
        check_sums<float>(input, weights, bins, HistogramOptions<DeviceHistogram::private_bins>{});
        check_sums<std::int32_t>(input, weights, bins,
                                 HistogramOptions<DeviceHistogram::private_bins>{});
        check_sums<double>(input, weights, bins, HistogramOptions<>{});
        check_sums<double>(input, weights, bins, HistogramOptions<>{}.reproducible());
        check_sums<std::int64_t>(input, weights, bins, HistogramOptions<>{});
      }
    }
}

/// Most items in a few neighboring bins, of which teams have more copies: there or elsewhere.
TEST(WeightedHistogram, MostInFewBins) {
  std::size_t const n = on_host ? 200003 : (1 << 24) + 11;
  auto const elements = random_reals<float>(n);
  auto const weights = random_elements<std::int8_t>(n);
  for (float const start : {0.0f, 0.3f, 0.9995f}) {
    auto input = elements;
    for (std::size_t i = 0; i < n; ++i)
      if (i % 4 != 0) input[i] = start + input[i] * 0.0004f;
    for (std::size_t const bins : {1000u, 4096u, 16384u, 65536u}) {
      SCOPED_TRACE("from " + std::to_string(start) + " on, " + std::to_string(bins) + " bins");
      check_sums<float>(input, weights, bins, HistogramOptions<>{});
      check_sums<double>(input, weights, bins, HistogramOptions<>{});
      if (bins > 4096) continue;
      check_sums<float>(input, weights, bins,
                        HistogramOptions<DeviceHistogram::private_bins, in_small_scratch<1>>{});
      if (!on_host || Exec().concurrency() >= 2)
        check_sums<double>(input, weights, bins,
                           HistogramOptions<DeviceHistogram::private_bins, in_small_scratch<2>>{});
    }
  }
}

/// Totals of 16 bytes, in as many pieces as there are threads. GPUs have no such numbers.
template <class Space>
void check_long_doubles() {
  if constexpr (!KokkosScan::tuning::capabilities<Space>.lanes_are_threads) {
    constexpr std::size_t n = 1 << 18;
    auto const input = random_reals<float>(n);
    std::vector<long double> const weights(n, 0.5L);
    GuardedArray<float> const in(input);
    GuardedArray<long double> const heavy(weights);
    for (std::size_t const bins : {100u, 3000u, 20000u}) {
      UniformBins const binning(0.0f, 1.0f, bins);
      GuardedArray<long double> const counts(bins);
      KokkosScan::histogram(Space(), in.const_view(), binning, counts.view(), heavy.const_view());
      EXPECT_TRUE(counts.holds(reference::histogram<long double>(input, binning, bins, weights)))
          << bins << " bins";
    }
  }
}
TEST(WeightedHistogram, LongDoubles) { check_long_doubles<Exec>(); }

/// The same bits for every variant and every order of the elements, and close to the true sum.
TEST(WeightedHistogram, ReproducibleSums) {
  constexpr std::size_t n = 50021, bins = 50;
  auto weights = random_reals<double>(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] *= std::ldexp(1.0, static_cast<int>(i % 40));
  auto input = spread_elements<float>(Spread::power_law, n, 1);
  UniformBins const binning(0.0f, 1.0f, bins);
  std::vector<long double> sums(bins, 0), bounds(bins, 0);
  double largest = 0;
  for (double const w : weights) largest = std::max(largest, std::fabs(w));
  for (std::size_t i = 0; i < n; ++i) {
    int const b = reference::bin(binning, input[i], bins);
    sums[b] += weights[i];
    bounds[b] += std::ldexp(largest, -45);  // n < 2^16, and two powers of two rounded up
  }
  for (std::size_t b = 0; b < bins; ++b) bounds[b] += std::ldexp(std::fabs(sums[b]), -52);
  auto const run = [&]<DeviceHistogram V>(std::integral_constant<DeviceHistogram, V>) {
    GuardedArray<float> const in(input);
    GuardedArray<double> const heavy(weights), counts(bins);
    KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(), heavy.const_view(),
                          HistogramOptions<V>{}.reproducible());
    return to_vector(counts.view());
  };
  using Private = std::integral_constant<DeviceHistogram, DeviceHistogram::private_bins>;
  using Shared = std::integral_constant<DeviceHistogram, DeviceHistogram::shared_bins>;
  auto const once = run(Private{});
  EXPECT_TRUE(near_lists(once, sums, bounds));
  EXPECT_TRUE(equal_lists(run(Shared{}), once));
  std::reverse(input.begin(), input.end());
  std::reverse(weights.begin(), weights.end());
  EXPECT_TRUE(equal_lists(run(Private{}), once)) << "reversed";
}

TEST(WeightedHistogram, ReproducibleScales) {
  GuardedArray<int> const in(std::vector<int>{0, 1, 1, 0});
  auto const run = [&](std::vector<double> const& weights) {
    GuardedArray<double> const heavy(weights), counts(2);
    KokkosScan::histogram(Exec(), in.const_view(), IndexBins(2), counts.view(), heavy.const_view(),
                          HistogramOptions<>{}.reproducible());
    return to_vector(counts.view());
  };
  EXPECT_EQ(run({0, 0, 0, 0}), (std::vector<double>{0, 0}));
  EXPECT_EQ(run({1e300, 2e300, -5e300, 1e300}), (std::vector<double>{2e300, -3e300}));
  EXPECT_EQ(run({8e307, 9e307, 0, 0}), (std::vector<double>{8e307, 9e307}));
  EXPECT_EQ(run({0, 0x1p1023, -0x1.8p1023, 0}), (std::vector<double>{0, -0x1p1022}));
  EXPECT_EQ(run({1, -2, 4, 0.5}), (std::vector<double>{1.5, 2}));
  double const tiny = std::ldexp(1.0, -1000);
  EXPECT_EQ(run({tiny, 3 * tiny, 0, 0}), (std::vector<double>{tiny, 3 * tiny}));
  EXPECT_EQ(run({0x1p-900, 0x1p-901, 0, 0x1p-900}), (std::vector<double>{0x1p-899, 0x1p-901}));
  double const infinity = std::numeric_limits<double>::infinity();
  for (double const bad : {infinity, -infinity, std::nan("")})
    for (double const count : run({1, bad, 1, 1})) EXPECT_TRUE(std::isnan(count)) << bad;
}

/// With private bins and with shared ones.
TEST(WeightedHistogram, GrownWorkspaceNeitherAllocatesNorFences) {
  Exec const exec;
  GuardedArray<float> const in(spread_elements<float>(Spread::uniform, 100003, 1)),
      weights(random_reals<float>(100003));
  for (std::size_t const bins : {100u, 3000000u}) {
    SCOPED_TRACE(bins);
    GuardedArray<float> const sums(bins);
    KokkosScan::Workspace<Exec> workspace(exec);
    for (auto const& options :
         {HistogramOptions<>{}, HistogramOptions<>{}.reproducible(),
          HistogramOptions<>{}.cumulative(), HistogramOptions<>{}.reproducible().accumulate()})
      expect_neither_allocation_nor_fence(exec, [&] {
        KokkosScan::histogram("counted", exec, in.const_view(), UniformBins(0.0f, 1.0f, bins),
                              sums.view(), weights.const_view(), options.with(workspace));
      });
  }
}

}  // namespace KokkosScanTest
