// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning/index_bins.hpp>
#include <KokkosScan/device/extract_bins.hpp>

#include <cstddef>
#include <vector>

#include "extraction_drivers.hpp"

/// \file Many bins, few of which have most of the elements. A CPU sorts by way of buckets of
/// neighboring bins: several threads share a bucket with many elements, and one that is too large
/// for a thread's buffer is sorted to the output.

namespace KokkosScanTest {

using KokkosScan::IndexBins;

/// Bins at random, but that \p percent of the elements are in bins [first, first + few). One in a
/// hundred is in no bin.
std::vector<int> skewed_bins(std::size_t n, int bins, int percent, int first, int few) {
  std::vector<int> in(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto const bits = random_bits(71, i);
    auto const number = static_cast<int>(bits >> 33);
    bool const is_skewed = static_cast<int>(bits % 100) < percent;
    in[i] = bits / 100 % 100 == 0 ? -1 : is_skewed ? first + number % few : number % bins;
  }
  return in;
}

/// Binned again in every pass, and moved beside their bins.
void check_skewed(std::vector<int> const& input, int bins) {
  auto const all = static_cast<std::size_t>(bins);
  auto const expected = reference::extract(input, IndexBins(bins), all);
  check_moves(input, IndexBins(bins), all, expected);
  std::vector<double> const reals(input.begin(), input.end());
  auto const bin_of = KOKKOS_LAMBDA(double x) { return static_cast<int>(x); };
  check_moves(reals, bin_of, all, expected);
}

TEST(ExtractionBySkewedBins, MostInAFewBins) {
  for (int const bins : {4099, 70001})
    for (std::size_t const n : {std::size_t(70001), std::size_t(300007)})
      for (int const few : {1, 3, 40}) check_skewed(skewed_bins(n, bins, 70, bins / 3, few), bins);
}
TEST(ExtractionBySkewedBins, AllInTheFirstOrTheLastBin) {
  int const bins = 5000;
  for (int const bin : {0, bins - 1}) check_skewed(std::vector<int>(100003, bin), bins);
}
TEST(ExtractionBySkewedBins, AllInNoBin) { check_skewed(std::vector<int>(100003, -1), 5000); }
/// An eighth of the elements: not shared by two threads, but more than a buffer holds.
TEST(ExtractionBySkewedBins, MoreThanABufferHolds) {
  check_skewed(skewed_bins((std::size_t(1) << 22) + 5, 5000, 11, 1000, 7), 5000);
}
TEST(ExtractionBySkewedBins, IntoStridedViews) {
  auto const input = skewed_bins(50021, 4099, 60, 77, 5);
  check_extraction(input, IndexBins(4099), 4099);
}

}  // namespace KokkosScanTest
