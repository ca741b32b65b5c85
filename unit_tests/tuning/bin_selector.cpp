// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <KokkosScan/tuning/bin_selector.hpp>
#include <cstddef>

namespace KokkosScanTest {

using KokkosScan::DeviceHistogram;
namespace tuning = KokkosScan::tuning;

constexpr std::size_t many = std::size_t(1) << 28;

TEST(ChooseHistogram, OfAGpuByBins) {
  constexpr auto policy = tuning::cuda::histogram_policy(false);
  auto const choose = [&](std::size_t n, std::size_t bins) {
    return tuning::choose_histogram(policy, n, bins, 2, true, false);
  };
  EXPECT_EQ(choose(many, 1), DeviceHistogram::private_bins);
  EXPECT_EQ(choose(many, 44032), DeviceHistogram::private_bins) << "two windows of 16-bit bins";
  EXPECT_EQ(choose(many, 44033), DeviceHistogram::partitioned_bins);
  EXPECT_EQ(choose(many, 1 << 20), DeviceHistogram::partitioned_bins);
  EXPECT_EQ(choose(1 << 22, 1 << 20), DeviceHistogram::partitioned_bins);
  EXPECT_EQ(choose((1 << 22) - 4, 1 << 20), DeviceHistogram::shared_bins) << "few elements a bin";
}

TEST(ChooseHistogram, SharesWhatCannotBePartitioned) {
  constexpr auto policy = tuning::cuda::histogram_policy(true);
  EXPECT_EQ(tuning::choose_histogram(policy, many, 1 << 20, 4, false, false),
            DeviceHistogram::shared_bins);
  EXPECT_EQ(tuning::choose_histogram(policy, many, 11008, 4, false, false),
            DeviceHistogram::private_bins);
  EXPECT_EQ(tuning::choose_histogram(policy, many, 22017, 4, false, false),
            DeviceHistogram::shared_bins);
}

TEST(ChooseHistogram, OfAHostByBytes) {
  constexpr auto policy = tuning::host::histogram_policy();
  EXPECT_EQ(tuning::choose_histogram(policy, many, 1 << 21, 4, false, false),
            DeviceHistogram::private_bins);
  EXPECT_EQ(tuning::choose_histogram(policy, many, (1 << 21) + 1, 4, false, false),
            DeviceHistogram::shared_bins);
}

TEST(ChooseHistogram, PartitionsEdgesRatherThanAskingTwice) {
  constexpr auto policy = tuning::cuda::histogram_policy(false);
  auto const choose = [&](std::size_t n, std::size_t bins) {
    return tuning::choose_histogram(policy, n, bins, 2, true, true);
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
  EXPECT_EQ(pieces(1 << 20, 1 << 20), 10u);
  EXPECT_EQ(pieces(1 << 16, 1 << 20), 2u);
  EXPECT_EQ(pieces(1000, 1 << 20), 1u);
  EXPECT_EQ(pieces(0, 8), 1u);
  EXPECT_EQ(pieces(many, 0), 16u);
  for (std::size_t n = 1, before = 1; n < many; n *= 3) {
    EXPECT_GE(pieces(n, 65536), before);
    before = pieces(n, 65536);
  }
}

}  // namespace KokkosScanTest
