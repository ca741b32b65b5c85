// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/bin_plan.hpp>

#include "counted_drivers.hpp"
#include "errors.hpp"
#include "extraction_drivers.hpp"
#include "generators.hpp"
#include "silent_calls.hpp"

/// \file Histograms and extractions of as many elements as the device says.

namespace KokkosScanTest {

using KokkosScan::counted;
using KokkosScan::DeviceHistogram;
using KokkosScan::HistogramOptions;

constexpr std::size_t many = 100003;

template <DeviceHistogram V, class T>
void check_counted_histogram(std::size_t bins, double range) {
  auto const input = spread_elements<T>(Spread::half_outside, many, range);
  UniformBins const binning(T(0), static_cast<T>(range), bins);
  GuardedArray<T> const in(input, 1);
  for (int const size : sizes_up_to(many)) {
    SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + std::to_string(bins) + " bins, " +
                 describe_size(size, many));
    GuardedArray<int> const counts(bins);
    KokkosScan::histogram(Exec(), counted(in.const_view(), on_device(size)), binning, counts.view(),
                          HistogramOptions<V>{});
    EXPECT_TRUE(counts.holds(
        reference::histogram<int>(first_of(input, counted_of(size, many)), binning, bins)));
  }
}

TEST(CountedHistogram, EveryVariant) {
  check_counted_histogram<DeviceHistogram::private_bins, float>(10, 1);
  check_counted_histogram<DeviceHistogram::automatic, float>(3000, 1);
  check_counted_histogram<DeviceHistogram::shared_bins, float>(3000, 1);
  check_counted_histogram<DeviceHistogram::automatic, float>(20000, 1);
  if constexpr (!on_host)
    check_counted_histogram<DeviceHistogram::partitioned_bins, float>(20000, 1);
  check_counted_histogram<DeviceHistogram::automatic, signed char>(10, 100);
}

TEST(CountedHistogram, Weights) {
  auto const input = spread_elements<float>(Spread::half_outside, many, 1);
  auto weights = random_elements<double>(many);
  weights.back() = 1e300;  // counted once only
  UniformBins const binning(0.0f, 1.0f, 10);
  GuardedArray<float> const in(input);
  GuardedArray<double> const weight(weights);
  for (int const size : {0, 1, 33333, static_cast<int>(many) - 1}) {
    SCOPED_TRACE(size);
    auto const expected = reference::histogram<double>(first_of(input, counted_of(size, many)),
                                                       binning, 10, first_of(weights, many));
    GuardedArray<double> const sums(10), reproducible(10);
    auto const counted_in = counted(in.const_view(), on_device(size));
    KokkosScan::histogram(Exec(), counted_in, binning, sums.view(), weight.const_view());
    EXPECT_TRUE(sums.holds(expected));
    KokkosScan::histogram(Exec(), counted_in, binning, reproducible.view(), weight.const_view(),
                          HistogramOptions<>{}.reproducible());
    EXPECT_TRUE(reproducible.holds(expected)) << "reproducible";
  }
}

/// Elements, indices and ranks.
template <ExtractionPolicy P = ExtractionPolicy{}, class T, class Binning>
void check_counted_extraction(std::vector<T> const& input, Binning const& binning,
                              std::size_t bins) {
  std::size_t const n = input.size();
  ExtractionOptions<P> const options;
  GuardedArray<T> const in(input, 1);
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE(std::to_string(bins) + " bins, " + describe_size(size, n));
    std::size_t const m = counted_of(size, n);
    auto const elements = first_of(input, m);
    auto const expected = reference::extract(elements, binning, bins);
    auto const counted_in = counted(in.const_view(), on_device(size));
    GuardedArray<T> const out(n, 1), again(n, 1);
    GuardedArray<int> const offsets(bins + 1), permutation(n, 1), ranks(n);
    KokkosScan::extract_bins(Exec(), counted_in, binning, out.view(), offsets.view(), options);
    EXPECT_TRUE(offsets.holds(as<int>(expected.offsets)));
    auto const sorted = first_of(in_order_of(elements, expected), expected.offsets[bins]);
    EXPECT_TRUE(out.holds(untouched_behind(sorted, n)));
    KokkosScan::extract_bins(Exec(), counted_in, binning, again.view(), offsets.view(),
                             options.with_known_offsets());
    EXPECT_TRUE(again.holds(untouched_behind(sorted, n))) << "known offsets";
    KokkosScan::bin_permutation(Exec(), counted_in, binning, permutation.view(), offsets.view(),
                                options);
    EXPECT_TRUE(permutation.holds(untouched_behind(as<int>(expected.permutation), n)))
        << "permutation";
    EXPECT_TRUE(offsets.holds(as<int>(expected.offsets))) << "offsets of the permutation";
    KokkosScan::bin_ranks(Exec(), counted_in, binning, ranks.view(), offsets.view(), options);
    EXPECT_TRUE(ranks.holds(untouched_behind(as<int>(reference::ranks(expected)), n))) << "ranks";
  }
}

TEST(CountedExtraction, FewBinsAndMany) {
  auto const input = spread_elements<float>(Spread::half_outside, many, 1);
  for (std::size_t const bins : {5u, 200u, 5000u, 100000u})
    check_counted_extraction(input, UniformBins(0.0f, 1.0f, bins), bins);
}

TEST(CountedExtraction, OneTile) {
  auto const input = spread_elements<float>(Spread::half_outside, 150, 1);
  for (std::size_t const bins : {5u, 200u})
    check_counted_extraction(input, UniformBins(0.0f, 1.0f, bins), bins);
}

/// Tiles of a GPU's kind, whatever the machine.
TEST(CountedExtraction, SortedTiles) {
  auto const input = spread_elements<float>(Spread::half_outside, 10007, 1);
  UniformBins const binning(0.0f, 1.0f, 100);
  if constexpr (KokkosScan::tuning::capabilities<Exec>.forward_progress)
    check_counted_extraction<two_look>(input, binning, 100);
}

/// A step of a time loop: points are binned, whatever travels along is permuted, and how many
/// there are is the device's.
TEST(CountedPlan, SortsThePointsThereAre) {
  constexpr std::size_t n = 20011, axis = 12, bins = axis * axis;
  Kokkos::View<float* [2], Memory> const points("points", n);
  auto const host = Kokkos::create_mirror_view(points);
  std::vector<Kokkos::Array<float, 2>> input(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t d = 0; d < 2; ++d)
      input[i][d] = host(i, d) = static_cast<float>(1.2 * random_unit(d, i));
  Kokkos::deep_copy(points, host);
  KokkosScan::GridBins<2> const cells({0, 0}, {1, 1}, {axis, axis});
  auto const tags = random_elements<double>(n);
  GuardedArray<double> const charges(tags);
  KokkosScan::BinPlan<Exec> plan{Exec()};
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE(describe_size(size, n));
    auto const expected = reference::extract(first_of(input, counted_of(size, n)), cells, bins);
    GuardedArray<double> const sorted(n);
    plan.update(counted(points, on_device(size)), cells);
    plan.permute(charges.const_view(), sorted.view());
    EXPECT_TRUE(matches(plan.offsets(), as<int>(expected.offsets)));
    std::vector<double> moved;
    for (std::size_t const i : expected.permutation) moved.push_back(tags[i]);
    EXPECT_TRUE(sorted.holds(untouched_behind(moved, n)));
  }
  plan.update(points, cells);
  EXPECT_TRUE(
      matches(plan.permutation(), as<int>(reference::extract(input, cells, bins).permutation)))
      << "all of them, after a counted update";
}

TEST(CountedExtraction, NeitherAllocatesNorFences) {
  Exec const exec;
  KokkosScan::Workspace workspace(exec);
  GuardedArray<float> const in(spread_elements<float>(Spread::uniform, many, 1)), out(many);
  auto const size = on_device(77777);
  for (std::size_t const bins : {10u, 300u}) {
    GuardedArray<int> const counts(bins), offsets(bins + 1);
    UniformBins const binning(0.0f, 1.0f, bins);
    expect_neither_allocation_nor_fence(exec, [&] {
      KokkosScan::histogram("counted", exec, counted(in.const_view(), size), binning, counts.view(),
                            HistogramOptions<>{}.with(workspace));
      KokkosScan::extract_bins("counted", exec, counted(in.const_view(), size), binning, out.view(),
                               offsets.view(), ExtractionOptions<>{}.with(workspace));
    });
  }
}

TEST(CountedExtraction, TheSizeIsNoOutput) {
  GuardedArray<float> const in(10), out(10);
  GuardedArray<int> const offsets(4), counts(3);
  UniformBins const binning(0.0f, 1.0f, 3);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::extract_bins(Exec(),
                                 counted(in.const_view(), Kokkos::subview(offsets.view(), 1)),
                                 binning, out.view(), offsets.view());
      },
      "extract_bins", "the count of the input and offsets overlap partially"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), counted(in.const_view(), Kokkos::subview(counts.view(), 1)),
                              binning, counts.view());
      },
      "histogram", "the count of the input and counts overlap partially"));
}

}  // namespace KokkosScanTest
