// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/binning.hpp>
#include <KokkosScan/lane/extract_bin.hpp>
#include <KokkosScan/lane/histogram.hpp>

#include "bin_data.hpp"
#include "lane_drivers.hpp"

/// \file Histograms and the packing of one bin by the lanes of one thread.

namespace KokkosScanTest {

using KokkosScan::UniformBins;

/// Multiples of one half, whose sums are exact in any order.
KOKKOS_INLINE_FUNCTION float weight_of(std::size_t i) {
  return 0.5f * static_cast<float>(i % 17) - 2;
}

/// Every group of W lanes adds its own W elements to the shared counts, and packs one bin.
template <int W, class T>
struct BinGroups {
  Kokkos::View<T const*, Memory> in;
  Array<T> packed;
  Array<int> counts, totals;
  Kokkos::View<double*, Memory, Kokkos::MemoryTraits<Kokkos::Atomic>> sums;
  UniformBins<T> binning;
  int bin;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    lane::Group<LaneMember, W> const lanes(member);
    std::size_t const group = group_of(member);
    std::size_t const first = group * W;
    if (first >= in.extent(0)) return;
    auto const x = lanes.generate([&](int lane) { return in(first + lane); });
    lane::histogram(lanes, x, binning, counts);
    auto const weight = lanes.generate([&](int lane) { return weight_of(first + lane); });
    lane::histogram(lanes, x, binning, sums, weight);
    int total;
    auto const y = lane::extract_bin(lanes, x, binning, bin, total);
    lanes.for_each(y, [&](int lane, T const& element) {
      packed(first + lane) = element;
      if (lane == W - 1) totals(group) = total;
    });
  }
};

template <int W, class T>
void check_lane_bins(Spread spread, std::size_t groups, int bins, int wanted) {
  if constexpr (has_lanes<W>) {
    std::size_t const n = groups * W;
    SCOPED_TRACE(std::to_string(W) + " lanes, n = " + std::to_string(n) + ", " +
                 std::to_string(bins) + " bins, bin " + std::to_string(wanted) + ", " +
                 name(spread));
    auto const input = spread_elements<T>(spread, n, 100, n);
    UniformBins const binning(T(0), T(100), bins);
    std::vector<T> packed;
    std::vector<int> totals;
    for (std::size_t first = 0; first < n; first += W) {
      std::vector<T> here, elsewhere;
      for (std::size_t i = first; i < first + W; ++i)
        (wanted >= 0 && binning(input[i]) == wanted ? here : elsewhere).push_back(input[i]);
      totals.push_back(static_cast<int>(here.size()));
      packed.insert(packed.end(), here.begin(), here.end());
      packed.insert(packed.end(), elsewhere.begin(), elsewhere.end());
    }
    // The histogram is added to the previous counts.
    std::vector<int> expected = reference::histogram<int>(input, binning, bins);
    for (int& count : expected) count += 3;
    std::vector<double> expected_sums(bins, 0.25);
    for (std::size_t i = 0; i < n; ++i)
      if (int const b = binning(input[i]); b >= 0) expected_sums[b] += weight_of(i);
    GuardedArray<T> const in(input, 1), out(n, 1);
    GuardedArray<int> const counts(std::vector<int>(bins, 3)), total(groups);
    GuardedArray<double> const sums(std::vector<double>(bins, 0.25));
    launch_groups(BinGroups<W, T>{in.const_view(), out.view(), counts.view(), total.view(),
                                  sums.view(), binning, wanted},
                  groups, W);
    EXPECT_TRUE(counts.holds(expected)) << "counts";
    EXPECT_TRUE(sums.holds(expected_sums)) << "sums of weights";
    EXPECT_TRUE(out.holds(packed)) << "packed";
    EXPECT_TRUE(total.holds(totals)) << "totals";
  }
}

TEST(LaneBins, EveryWidthAndSpread) {
  for (Spread const spread : all_spreads)
    for (std::size_t const groups : {1u, 3u, 40u})
      for (int const bins : {1, 3, 70})
        for (int const wanted : {bins / 2, KokkosScan::no_bin}) {
          check_lane_bins<1, float>(spread, groups, bins, wanted);
          check_lane_bins<2, float>(spread, groups, bins, wanted);
          check_lane_bins<4, double>(spread, groups, bins, wanted);
          check_lane_bins<8, int>(spread, groups, bins, wanted);
          check_lane_bins<16, float>(spread, groups, bins, wanted);
          check_lane_bins<32, int>(spread, groups, bins, wanted);
          check_lane_bins<64, float>(spread, groups, bins, wanted);
        }
}

}  // namespace KokkosScanTest
