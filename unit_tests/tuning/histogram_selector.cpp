// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <KokkosScan/tuning/histogram_selector.hpp>
#include <cstddef>

namespace KokkosScanTest {

using KokkosScan::DeviceHistogram;
namespace tuning = KokkosScan::tuning;

constexpr std::size_t many = std::size_t(1) << 28;

TEST(ChooseHistogram, OfAGpuByBins) {
  constexpr auto policy = tuning::cuda::histogram_policy(false, 4);
  auto const choose = [&](std::size_t n, std::size_t bins) {
    return tuning::choose_histogram(policy, n, bins,
                                    {.count_bytes = 2, .item_bytes = 4, .partitions = true});
  };
  EXPECT_EQ(choose(many, 1), DeviceHistogram::private_bins);
  EXPECT_EQ(choose(many, 44032), DeviceHistogram::private_bins) << "two windows of 16-bit bins";
  EXPECT_EQ(choose(many, 44033), DeviceHistogram::partitioned_bins);
  EXPECT_EQ(choose(many, 1 << 20), DeviceHistogram::partitioned_bins);
  EXPECT_EQ(choose(1 << 22, 1 << 20), DeviceHistogram::partitioned_bins);
  EXPECT_EQ(choose((1 << 22) - 4, 1 << 20), DeviceHistogram::shared_bins) << "few elements a bin";
}

TEST(ChooseHistogram, OfWeightsByBytes) {
  constexpr auto policy = tuning::cuda::histogram_policy(true, 8);
  constexpr int own = 11232;  // bins of 4 bytes
  auto const choose = [&](std::size_t n, std::size_t bins, tuning::HistogramTraits traits) {
    traits.has_weights = true;
    return tuning::choose_histogram(policy, n, bins, traits);
  };
  constexpr auto owned = DeviceHistogram::private_bins, shared = DeviceHistogram::shared_bins;
  constexpr tuning::HistogramTraits small{.count_bytes = 4, .item_bytes = 8};
  EXPECT_EQ(choose(1000, own, small), owned);
  EXPECT_EQ(choose(1000, own + 1, small), shared) << "too few for windows";
  EXPECT_EQ(choose(many, 6 * own, small), owned) << "six windows";
  EXPECT_EQ(choose(many, 6 * own + 1, small), shared);
  constexpr tuning::HistogramTraits points{.count_bytes = 4, .item_bytes = 16};
  EXPECT_EQ(choose(many, 3 * own, points), owned) << "three windows of large items";
  EXPECT_EQ(choose(many, 3 * own + 1, points), shared);
  constexpr tuning::HistogramTraits wide{.count_bytes = 8, .item_bytes = 8};
  EXPECT_EQ(choose(many, 3 * own / 2, wide), owned) << "three windows of large sums";
  EXPECT_EQ(choose(many, 3 * own / 2 + 1, wide), shared);
  constexpr tuning::HistogramTraits huge{.count_bytes = 4, .item_bytes = 1000};
  EXPECT_EQ(choose(many, own, huge), owned);
  EXPECT_EQ(choose(many, own + 1, huge), shared);
  constexpr tuning::HistogramTraits edges{
      .count_bytes = 4, .item_bytes = 8, .has_table = true, .is_expensive = true};
  EXPECT_EQ(choose(many, own - 512, edges), owned);
  EXPECT_EQ(choose(many, own - 511, edges), shared) << "a table of 2 KiB, and one window";
}

TEST(ChooseHistogram, OfAHostByBytesAndThreads) {
  constexpr auto policy = tuning::host::histogram_policy();
  auto const choose = [&](std::size_t n, std::size_t bins, std::size_t threads) {
    return tuning::choose_histogram(policy, n, bins,
                                    {.count_bytes = 4, .item_bytes = 4, .teams = threads});
  };
  constexpr auto owned = DeviceHistogram::private_bins, shared = DeviceHistogram::shared_bins;
  EXPECT_EQ(choose(1000, 1 << 21, 128), owned) << "a cache holds the bins";
  EXPECT_EQ(choose(1 << 24, 1 << 22, 2), owned);
  EXPECT_EQ(choose(1 << 24, 1 << 24, 16), owned) << "a quarter of the threads have bins";
  EXPECT_EQ(choose(1 << 24, 1 << 24, 32), shared) << "fewer have";
  EXPECT_EQ(choose((1 << 22) - 1, 1 << 22, 2), shared) << "more bins than elements";
  EXPECT_EQ(choose(many, 1 << 22, 128), owned);
  EXPECT_EQ(choose(1 << 26, 1 << 26, 1), owned);
  EXPECT_EQ(choose(1 << 26, 1 << 26, 4), shared) << "one piece only";
}

TEST(ChooseHistogram, PartitionsEdgesRatherThanAskingTwice) {
  constexpr auto policy = tuning::cuda::histogram_policy(false, 4);
  auto const choose = [&](std::size_t n, std::size_t bins) {
    return tuning::choose_histogram(policy, n, bins,
                                    {.count_bytes = 2,
                                     .item_bytes = 4,
                                     .partitions = true,
                                     .has_table = true,
                                     .is_expensive = true});
  };
  EXPECT_EQ(choose(many, 17920), DeviceHistogram::private_bins);
  EXPECT_EQ(choose(many, 17921), DeviceHistogram::partitioned_bins);
  EXPECT_EQ(choose(70000, 17921), DeviceHistogram::private_bins)
      << "few elements per bin: two windows";
}

/// Bins get at least half of the scratch.
TEST(ChooseHistogram, ATableLeavesRoom) {
  EXPECT_EQ(tuning::bytes_for_bins({.scratch_bytes = 16384, .table_bytes = 8000}, true), 8384u);
  EXPECT_EQ(tuning::bytes_for_bins({.scratch_bytes = 16384, .table_bytes = 9000}, true), 8192u);
  EXPECT_EQ(tuning::bytes_for_bins({.scratch_bytes = 16384, .table_bytes = 8000}, false), 16384u);
  EXPECT_EQ(tuning::bytes_for_bins({}, true), 0u);
}

/// As many pieces as threads if a piece has enough items to be worth the bins that it clears; more
/// items never give fewer pieces.
TEST(HistogramPieces, OfAHost) {
  auto const pieces = [](std::size_t n, std::size_t bins) {
    return tuning::host::histogram_pieces(n, bins, 16);
  };
  EXPECT_EQ(pieces(many, 256), 16u);
  EXPECT_EQ(pieces(many, 1 << 20), 16u);
  EXPECT_EQ(pieces(1 << 20, 1 << 20), 5u);
  EXPECT_EQ(pieces(1 << 16, 1 << 20), 1u);
  EXPECT_EQ(pieces(1 << 24, 1 << 24), 4u) << "256 MiB";
  EXPECT_EQ(pieces(1000, 1 << 20), 1u);
  EXPECT_EQ(pieces(0, 8), 1u);
  EXPECT_EQ(pieces(many, 0), 16u);
  for (std::size_t n = 1, before = 1; n < many; n *= 3) {
    EXPECT_GE(pieces(n, 65536), before);
    before = pieces(n, 65536);
  }
}

}  // namespace KokkosScanTest
