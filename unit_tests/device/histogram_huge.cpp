// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning.hpp>
#include <KokkosScan/device/histogram.hpp>

#include "histogram_drivers.hpp"
#include "huge_cycles.hpp"

/// \file Histograms of more than 2^31 elements with weights, and by numbers of bins for every
/// variant, with up to all elements in one bin. KOKKOSSCAN_LARGE=1 needs 22 GB.

namespace KokkosScanTest {

using KokkosScan::IndexBins;

template <class T>
using Weights = Cycle<T, 7>;

template <class Count, class Weight>
void check_huge_weights(HistogramOptions<> const& options) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n);
    auto const weights = written_by<Weight>(Weights<Weight>{}, n);
    Array<Count> const counts("counts", period);
    KokkosScan::histogram(Exec(), in, IndexBins(period), counts, weights, options);
    EXPECT_TRUE(matches(counts, weights_by_bin<Count>(n, period, 7)));
  }
}

/// Element i is in bin i modulo the number of bins, or all are in one bin.
struct BinNumber {
  std::uint32_t bins;
  bool is_one;
  KOKKOS_FUNCTION std::uint32_t operator()(std::size_t i) const {
    return is_one ? bins / 2 : static_cast<std::uint32_t>(i % bins);
  }
};
struct CountOfBin {
  std::size_t n, bins;
  bool is_one;
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t bin) const {
    std::size_t const count = is_one ? (bin == bins / 2 ? n : 0) : count_in_cycle(n, bins, bin);
    return static_cast<std::int64_t>(count);
  }
};

TEST(HugeHistogram, IntegerWeights) {
  check_huge_weights<std::int64_t, std::uint8_t>(HistogramOptions<>{});
}

/// All sums are exact.
TEST(HugeHistogram, RealWeights) {
  check_huge_weights<double, float>(HistogramOptions<>{});
  check_huge_weights<double, float>(HistogramOptions<>{}.reproducible());
}

/// 101 private bins, 40000 in windows of 16 bits, 2^20 partitioned, 2^23 shared (on GPUs).
TEST(HugeHistogram, ByEveryNumberOfBins) {
  for (std::size_t const n : huge_sizes())
    for (std::uint32_t const bins : {101u, 40000u, 1u << 20, 1u << 23})
      for (bool const is_one : {false, true}) {
        SCOPED_TRACE("n = " + std::to_string(n) + ", " + std::to_string(bins) + " bins" +
                     (is_one ? ", all in one" : ""));
        auto const in = written_by<std::uint32_t>(BinNumber{bins, is_one}, n);
        Array<std::int64_t> const counts("counts", bins);
        KokkosScan::histogram(Exec(), in, IndexBins(bins), counts);
        EXPECT_TRUE(follows(counts, CountOfBin{n, bins, is_one}));
      }
}

}  // namespace KokkosScanTest
