// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "histogram_drivers.hpp"

#include <KokkosScan/binning.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "errors.hpp"
#include "silent_calls.hpp"

namespace KokkosScanTest {

using KokkosScan::IndexBins;
using KokkosScan::UniformBins;

struct Tenths {
  KOKKOS_FUNCTION int operator()(float x) const {
    return x < 0 ? KokkosScan::no_bin : static_cast<int>(x * 12);  // 10 and 11 are no bins either
  }
};

TEST(HistogramOptions, Accumulate) {
  auto const input = spread_elements<float>(Spread::half_outside, 20011, 1);
  auto const bytes = spread_elements<std::uint8_t>(Spread::uniform, 20011, 90);
  GuardedArray<float> const in(input);
  GuardedArray<std::uint8_t> const small(bytes);
  UniformBins const binning(0.0f, 1.0f, 37);
  std::vector<long> expected(37);
  std::iota(expected.begin(), expected.end(), 100);
  GuardedArray<long> const counts(expected);
  auto const add = [&](std::vector<long> const& more) {
    for (std::size_t b = 0; b < expected.size(); ++b) expected[b] += more[b];
  };
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(),
                        HistogramOptions<>{}.accumulate());
  add(reference::histogram<long>(input, binning, 37));
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(),
                        HistogramOptions<DeviceHistogram::shared_bins>{}.accumulate());
  add(reference::histogram<long>(input, binning, 37));
  KokkosScan::histogram(Exec(), small.const_view(), IndexBins(37), counts.view(),
                        HistogramOptions<>{}.accumulate());
  add(reference::histogram<long>(bytes, IndexBins(37), 37));
  EXPECT_TRUE(counts.holds(expected));
}

TEST(HistogramOptions, Cumulative) {
  auto const input = spread_elements<double>(Spread::power_law, 20011, 1);
  GuardedArray<double> const in(input);
  for (std::size_t const bins : {1u, 100u, 5000u}) {
    UniformBins const binning(0.0, 0.9, bins);
    auto expected = reference::histogram<int>(input, binning, bins);
    std::partial_sum(expected.begin(), expected.end(), expected.begin());
    GuardedArray<int> const counts(bins);
    KokkosScan::Workspace<Exec> workspace{Exec()};
    KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(),
                          HistogramOptions<>{}.cumulative().with(workspace));
    EXPECT_TRUE(counts.holds(expected));
  }
}

template <class Count, DeviceHistogram V, class Weight>
void check_weights(std::vector<Weight> const& weights, Spread spread, std::size_t bins,
                   bool reproducible = false) {
  SCOPED_TRACE(name(spread) + ", " + KokkosScan::name(V) + ", " + std::to_string(bins) + " bins");
  auto const input = spread_elements<float>(spread, weights.size(), 1);
  UniformBins const binning(0.0f, 1.0f, bins);
  GuardedArray<float> const in(input, 1);
  GuardedArray<Weight> const heavy(weights, 1), apart(weights, 2);
  GuardedArray<Count> const counts(bins, 1), misaligned(bins);
  HistogramOptions<V> options;
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
TEST(WeightedHistogram, SharedBins) { check_all_weights<DeviceHistogram::shared_bins>(); }

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
      GuardedArray<float> const in(input);
      for (std::size_t const bins : {8u, 200u, 4096u, 70000u}) {
        SCOPED_TRACE("runs of " + std::to_string(run) + " at " + std::to_string(frequent) + ", " +
                     std::to_string(bins) + " bins");
        UniformBins const binning(0.0f, 1.0f, bins);
        auto const check = [&]<class Count>(Count, auto const& options) {
          std::vector<Count> const heavy(weights.begin(), weights.end());
          GuardedArray<Count> const weight(heavy), counts(bins);
          KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view(),
                                weight.const_view(), options);
          // Whole numbers: their sums are exact.
          EXPECT_TRUE(counts.holds(reference::histogram<Count>(input, binning, bins, heavy)));
        };
        check(0.0f, HistogramOptions<>{});
        check(0.0, HistogramOptions<>{});
        check(0.0, HistogramOptions<>{}.reproducible());
        check(std::int64_t(0), HistogramOptions<>{});
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

TEST(HistogramOptions, GrownWorkspaceNeitherAllocatesNorFences) {
  Exec const exec;
  auto const input = spread_elements<float>(Spread::uniform, 100003, 1);
  GuardedArray<float> const in(input);
  for (std::size_t const bins : {8u, 4096u, 200000u, 3000000u}) {
    SCOPED_TRACE(bins);
    GuardedArray<int> const counts(bins);
    KokkosScan::Workspace<Exec> workspace(exec);
    auto const call = [&] {
      KokkosScan::histogram("counted", exec, in.const_view(), UniformBins(0.0f, 1.0f, bins),
                            counts.view(), HistogramOptions<>{}.with(workspace));
    };
    expect_neither_allocation_nor_fence(exec, call);
  }
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

/// docs/bins_internals.md: private bins are counted and merged; shared bins are cleared and counted
/// where counts are contiguous and of the type of the totals, otherwise stored by one launch more.
TEST(HistogramOptions, LaunchesAsFewKernelsAsDocumented) {
  Exec const exec;
  Kokkos::View<float*, Exec> const in("in", 300007);
  KokkosScan::Workspace<Exec> workspace(exec);
  auto const launches = [&](auto const& counts, auto const& options) {
    return expect_neither_allocation_nor_fence(exec, [&] {
      KokkosScan::histogram("counted", exec, in, UniformBins(0.0f, 1.0f, 100), counts,
                            options.with(workspace));
    });
  };
  GuardedArray<int> const counts(100), spaced(100, 0, 2);
  GuardedArray<double> const reals(100);
  constexpr HistogramOptions<DeviceHistogram::shared_bins> shared;
  EXPECT_EQ(launches(counts.view(), HistogramOptions<>{}), 2u);
  EXPECT_EQ(launches(counts.view(), HistogramOptions<DeviceHistogram::private_bins>{}), 2u);
  EXPECT_EQ(launches(counts.view(), shared), 2u);
  EXPECT_EQ(launches(counts.view(), shared.accumulate()), 1u);
  EXPECT_EQ(launches(spaced.strided_view(), shared), 3u);
  EXPECT_EQ(launches(reals.view(), shared), 3u);
  EXPECT_EQ(launches(counts.view(), HistogramOptions<>{}.cumulative()), 3u);
}

/// The number of windows is limited: with more bins, a GPU takes shared bins instead.
TEST(HistogramOptions, PrivateBinsByNameGiveWay) {
  Exec const exec;
  constexpr int bins = 1 << 22;
  auto const input = spread_elements<float>(Spread::uniform, 20011, 1.0);
  UniformBins<float> const binning(0.0f, 1.0f, bins);
  GuardedArray<float> const in(input);
  GuardedArray<int> const counts(bins);
  KokkosScan::Workspace<Exec> workspace(exec);
  std::size_t const launches = expect_neither_allocation_nor_fence(exec, [&] {
    KokkosScan::histogram("counted", exec, in.const_view(), binning, counts.view(),
                          HistogramOptions<DeviceHistogram::private_bins>{}.with(workspace));
  });
  EXPECT_EQ(launches, 2u);
  EXPECT_TRUE(on_host || workspace.capacity() < bins * sizeof(int)) << "no private bins";
  EXPECT_TRUE(counts.holds(reference::histogram<int>(input, binning, bins)));
}

TEST(HistogramOptions, AWorkspaceBelongsToOneInstance) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  if (instances[0] == instances[1]) GTEST_SKIP() << "the space has one instance only";
  KokkosScan::Workspace<Exec> workspace(instances[0]);
  GuardedArray<float> const in(std::vector<float>(10, 0.5f));
  GuardedArray<int> const counts(8);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(instances[1], in.const_view(), UniformBins(0.0f, 1.0f, 8),
                              counts.view(), HistogramOptions<>{}.with(workspace));
      },
      "histogram", "workspace belongs to another execution space instance"));
  EXPECT_TRUE(counts.is_untouched());
}

/// A callable with a known number of bins; elements in no bin are counted in one more bin.
TEST(HistogramOptions, WhatACallableDiscardsIsCounted) {
  auto const input = spread_elements<float>(Spread::half_outside, 20011, 1);
  std::vector<int> expected(11, 0);
  for (float const x : input) {
    int const b = Tenths{}(x);
    ++expected[b >= 0 && b < 10 ? static_cast<std::size_t>(b) : 10];
  }
  ASSERT_GT(expected[10], 0);
  GuardedArray<float> const in(input, 1);
  GuardedArray<int> const counts(11);
  KokkosScan::histogram(Exec(), in.const_view(), KokkosScan::OverflowBin(Tenths{}, 10),
                        counts.view());
  EXPECT_TRUE(counts.holds(expected));
}

/// A user's own binning with zero bins: nothing may be divided by the number of bins.
struct WithoutBins {
  static std::size_t bins() { return 0; }
  KOKKOS_FUNCTION int operator()(float) const { return 0; }
};

TEST(HistogramErrors, AreNamedBeforeTheLaunch) {
  GuardedArray<float> const in(std::vector<float>(10, 0.5f)), nine(std::vector<float>(9, 1.0f));
  GuardedArray<int> const counts(8);
  GuardedArray<float> const real(8);
  auto const call = [&](auto const& binning) {
    return [&in, &counts, binning] {
      KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view());
    };
  };
  EXPECT_TRUE(rejects(call(UniformBins(0.0f, 1.0f, 0)), "histogram", "binning has 0 bins"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), in.const_view(), WithoutBins{}, GuardedArray<int>(0).view());
      },
      "histogram", "binning has 0 bins (bins() is 0), needs at least 1"));
  EXPECT_TRUE(rejects(call(UniformBins(1.0f, 0.5f, 8)), "histogram",
                      "binning has lo 1 and hi 0.5, needs lo < hi"));
  GuardedArray<float> const descending(std::vector<float>{0, 2, 1}),
      endless(std::vector<float>{0, std::numeric_limits<float>::infinity()});
  EXPECT_TRUE(rejects([&] { KokkosScan::check_edges(descending.const_view()); }, "check_edges",
                      "edges has edge 2 at 1 after 2"));
  EXPECT_TRUE(rejects([&] { KokkosScan::check_edges(endless.const_view()); }, "check_edges",
                      "edges has edge 1 at inf"));
  if constexpr (on_host) {
    EXPECT_TRUE(rejects(call(KokkosScan::EdgeBins(descending.const_view())), "histogram",
                        "binning has edge 2 at 1 after 2, needs them ascending"));
  }
  EXPECT_TRUE(rejects(call(UniformBins(0.0f, 1.0f, 9)), "histogram",
                      "counts has extent 8, needs 9 (bins of binning)"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0.0f, 1.0f, 8), real.view(),
                              nine.const_view());
      },
      "histogram", "weights has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0.0f, 1.0f, 8), counts.view(),
                              HistogramOptions<>{}.accumulate().cumulative());
      },
      "histogram", "options ask for accumulate() and for cumulative()"));
  auto const part = Kokkos::subview(in.view(), std::pair<int, int>(1, 9));
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0.0f, 1.0f, 8), part); },
      "histogram", "in and counts overlap partially"));
  Kokkos::View<int*, Memory> const edges("edges", 9);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), in.const_view(), KokkosScan::EdgeBins(edges),
                              Kokkos::subview(edges, std::pair<int, int>(0, 8)));
      },
      "histogram", "edges of binning and counts start at the same address"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), in.const_view(),
                              KokkosScan::OverflowBin(KokkosScan::EdgeBins(
                                  Kokkos::subview(edges, std::pair<int, int>(0, 8)))),
                              Kokkos::subview(edges, std::pair<int, int>(1, 9)));
      },
      "histogram", "edges of binning and counts overlap partially"));
  EXPECT_TRUE(counts.is_untouched());
}

TEST(Histogram, EmptyInputGivesZeros) {
  GuardedArray<float> const in(0);
  GuardedArray<int> const counts(8), kept(std::vector<int>(8, 5));
  KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0.0f, 1.0f, 8), counts.view());
  EXPECT_TRUE(counts.holds(std::vector<int>(8, 0)));
  KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0.0f, 1.0f, 8), kept.view(),
                        HistogramOptions<>{}.accumulate());
  EXPECT_TRUE(kept.holds(std::vector<int>(8, 5)));
}

}  // namespace KokkosScanTest
