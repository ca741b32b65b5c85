// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "histogram_drivers.hpp"

#include <KokkosScan/binning.hpp>
#include <cstdint>
#include <limits>
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

TEST(HistogramOptions, TeamsOfMoreThreadsThanThereAreAreRefused) {
  constexpr KokkosScan::HistogramPolicy large{.threads = 2048, .scratch_bytes = 1 << 14};
  GuardedArray<float> const in(std::vector<float>(10, 0.5f));
  GuardedArray<int> const counts(8);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0.0f, 1.0f, 8), counts.view(),
                              HistogramOptions<DeviceHistogram::automatic, large>{});
      },
      "histogram", "policy of options has teams of 2048 threads"));
  constexpr KokkosScan::HistogramPolicy large_ranges{
      .threads = 1,
      .scratch_bytes = 1 << 10,
      .ranges = {.threads = 1, .log2_bins = 4, .count_threads = 2048}};
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0.0f, 1.0f, 8), counts.view(),
                              HistogramOptions<DeviceHistogram::partitioned_bins, large_ranges>{});
      },
      "histogram", "policy.ranges of options has teams of 2048 threads"));
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
