// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "event_counter.hpp"
#include "histogram_drivers.hpp"
#include "rules.hpp"

/// \file Very many bins, and the largest number of bins that are partitioned.

namespace KokkosScanTest {

using KokkosScan::HistogramPolicy;
using KokkosScan::IndexBins;

/// Elements in any bin, and many in the last bins and past the last one.
std::vector<int> some_of_bins(int bins) {
  std::vector<int> in(5003);
  for (std::size_t i = 0; i < in.size(); ++i) {
    auto const bits = random_bits(1, i);
    in[i] = static_cast<int>(i % 3 == 0 ? bins - 3 + bits % 5 : bits % bins);
  }
  return in;
}

TEST(HistogramOfMostBins, TwoToThe24) {
  constexpr int bins = 1 << 24;
  check_histogram<DeviceHistogram::automatic>(some_of_bins(bins), IndexBins(bins), bins);
}

/// A GPU's tuned policy for partitioned bins, or a similar one for a host.
template <class Element>
constexpr HistogramPolicy in_ranges =
    on_host ? HistogramPolicy{.threads = 1,
                              .loads = 2,
                              .access_bytes = 16,
                              .scratch_bytes = 4096,
                              .cached_bins = 64,
                              .ranges = {.threads = 1,
                                         .items = 1000,
                                         .log2_bins = 12,
                                         .range_cost = 50,
                                         .part = 1 << 23}}
            : KokkosScan::tuning::histogram_policy<Exec>(false, sizeof(Element));

constexpr int most_partitioned = (1 << 22) - (1 << in_ranges<int>.ranges.log2_bins);

/// Bins occur in scattered order, each one to four times; the counts differ within a range.
struct ScatteredBins {
  std::size_t bins;
  static KOKKOS_FUNCTION std::size_t most(std::size_t bin) { return 1 + bin % 7 % 4; }
  KOKKOS_FUNCTION int operator()(std::size_t i) const {
    std::size_t const bin = i * 7919 % bins, round = i / bins;
    return round < most(bin) ? static_cast<int>(bin) : KokkosScan::no_bin;
  }
};
struct CountsOfScatteredBins {
  KOKKOS_FUNCTION int operator()(std::size_t bin) const {
    return static_cast<int>(ScatteredBins::most(bin));
  }
};

/// As many elements as give threads of a CPU bins of their own.
TEST(HistogramOfMostBins, MoreThanACacheHolds) {
  std::size_t const bins = (1 << 22) + 3;
  auto const in = written_by<int>(ScatteredBins{bins}, 4 * bins);
  Array<int> const counts("counts", bins);
  KokkosScan::histogram(Exec(), in, IndexBins(bins), counts);
  EXPECT_TRUE(follows(counts, CountsOfScatteredBins{}));
}

/// Uses so many elements that the bins are partitioned if they can be.
void check_choice(std::size_t bins, bool can_be_partitioned) {
  constexpr auto policy = in_ranges<int>;  // nvcc takes no variable template as an argument
  SCOPED_TRACE(std::to_string(bins) + " bins");
  auto const in = written_by<int>(ScatteredBins{bins}, 4 * bins);
  Array<int> const counts("counts", bins);
  bool is_partitioned = false;
  {
    EventCounter const counter;
    KokkosScan::histogram(Exec(), in, IndexBins(bins), counts,
                          HistogramOptions<DeviceHistogram::automatic, policy>{});
    for (std::string const& kernel : counter.kernels())
      is_partitioned = is_partitioned || kernel.find(" pack") != std::string::npos;
  }
  EXPECT_EQ(is_partitioned, can_be_partitioned);
  EXPECT_TRUE(follows(counts, CountsOfScatteredBins{}));
}

template <class Element>
void check_most_partitioned() {
  constexpr auto policy = in_ranges<Element>;
  constexpr int bins = most_partitioned - 1;
  auto const in = some_of_bins(bins);
  check_histogram<DeviceHistogram::partitioned_bins, int, policy>(
      std::vector<Element>(in.begin(), in.end()), IndexBins(bins), bins);
}

TEST(HistogramOfMostBins, ThatArePartitioned) {
  check_most_partitioned<int>();
  check_most_partitioned<std::int64_t>();
  check_choice(most_partitioned, true);
  check_choice(most_partitioned + 1, false);
}

}  // namespace KokkosScanTest
