// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/bin_plan.hpp>

#include "counted_drivers.hpp"
#include "errors.hpp"
#include "extraction_drivers.hpp"
#include "generators.hpp"
#include "histogram_drivers.hpp"
#include "silent_calls.hpp"

/// \file Histograms and extractions whose number of elements is on the device.

namespace KokkosScanTest {

using KokkosScan::counted;

constexpr std::size_t many = 100003;

/// For every size on the device, the pieces contain all items, and none twice.
TEST(CountedPieces, HoldAllItems) {
  using KokkosScan::detail::DeviceSize;
  for (std::size_t const most : {1u, 100u, 20011u})
    for (std::size_t const tile : {1u, 7u, 256u})
      for (std::size_t const wanted : {1u, 3u, 64u})
        for (int const size : sizes_up_to(most)) {
          SCOPED_TRACE(describe_size(size, most) + ", " + std::to_string(wanted) + " pieces");
          auto const planned =
              KokkosScan::detail::cut<Exec>(DeviceSize<int>{most, &size}, tile, wanted);
          auto const found = planned.found();
          EXPECT_LE(found.each, planned.each);
          std::size_t next = 0;
          for (std::size_t p = 0; p < found.count; ++p) {
            EXPECT_EQ(found.first(p), next);
            EXPECT_LE(found.last(p), next + found.each);
            next = found.last(p);
          }
          EXPECT_EQ(next, counted_of(size, most));
        }
}

template <DeviceHistogram V, KokkosScan::HistogramPolicy P = KokkosScan::HistogramPolicy{}, class T>
void check_counted_histogram(std::vector<T> const& input, T range, std::size_t bins) {
  UniformBins const binning(T(0), range, bins);
  GuardedArray<T> const in(input, 1);
  for (int const size : sizes_up_to(many)) {
    SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + std::to_string(bins) + " bins, " +
                 describe_size(size, many));
    GuardedArray<int> const counts(bins);
    KokkosScan::histogram(Exec(), counted(in.const_view(), on_device(size)), binning, counts.view(),
                          HistogramOptions<V, P>{});
    EXPECT_TRUE(counts.holds(
        reference::histogram<int>(first_of(input, counted_of(size, many)), binning, bins)));
  }
}

TEST(CountedHistogram, TunedShapes) {
  auto const in = spread_elements<float>(Spread::half_outside, many, 1);
  for (std::size_t const bins : {10u, 3000u, 20000u}) {
    check_counted_histogram<DeviceHistogram::automatic>(in, 1.0f, bins);
    check_counted_histogram<DeviceHistogram::shared_bins>(in, 1.0f, bins);
  }
}

/// Windows, a cache of frequent bins, and several parts that are partitioned; the size on the
/// device ends within one of the parts.
TEST(CountedHistogram, SmallScratch) {
  constexpr auto policy = in_small_scratch<1>, of_two = in_small_scratch<2>;
  auto const in = spread_elements<float>(Spread::power_law, many, 1);
  for (std::size_t const bins : {100u, 5001u}) {
    check_counted_histogram<DeviceHistogram::private_bins, policy>(in, 1.0f, bins);
    check_counted_histogram<DeviceHistogram::shared_bins, policy>(in, 1.0f, bins);
    check_counted_histogram<DeviceHistogram::partitioned_bins, policy>(in, 1.0f, bins);
    if (on_host && Exec().concurrency() < 2) continue;
    check_counted_histogram<DeviceHistogram::partitioned_bins, of_two>(in, 1.0f, bins);
  }
}

TEST(CountedHistogram, Bytes) {
  using Byte = signed char;
  check_counted_histogram<DeviceHistogram::automatic>(
      spread_elements<Byte>(Spread::half_outside, many, 100), Byte(100), 10);
}

TEST(CountedHistogram, Weights) {
  auto const input = spread_elements<float>(Spread::half_outside, many, 1);
  auto weights = random_elements<double>(many);
  weights.back() = 1e300;  // never counted
  UniformBins const binning(0.0f, 1.0f, 10);
  GuardedArray<float> const in(input);
  GuardedArray<double> const weight(weights);
  for (int const size : {0, 1, 33333, static_cast<int>(many) - 1}) {
    SCOPED_TRACE(size);
    auto const expected =
        reference::histogram<double>(first_of(input, counted_of(size, many)), binning, 10, weights);
    GuardedArray<double> const sums(10), reproducible(10);
    auto const counted_in = counted(in.const_view(), on_device(size));
    KokkosScan::histogram(Exec(), counted_in, binning, sums.view(), weight.const_view());
    EXPECT_TRUE(sums.holds(expected));
    KokkosScan::histogram(Exec(), counted_in, binning, reproducible.view(), weight.const_view(),
                          HistogramOptions<>{}.reproducible());
    EXPECT_TRUE(reproducible.holds(expected)) << "reproducible";
  }
}

/// Extracts elements, indices and ranks.
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

TEST(CountedExtraction, OneTileOrNone) {
  for (std::size_t const n : {0u, 150u}) {
    auto const input = spread_elements<float>(Spread::half_outside, n, 1);
    for (std::size_t const bins : {5u, 200u})
      check_counted_extraction(input, UniformBins(0.0f, 1.0f, bins), bins);
  }
}

/// Tiles as on a GPU, on every machine.
TEST(CountedExtraction, Tiles) {
  constexpr int tile = one_looks.tile();
  UniformBins const binning(0.0f, 1.0f, 100);
  for (std::size_t const n : {tile / 2, tile, 60 * tile + 1}) {
    auto const input = spread_elements<float>(Spread::half_outside, n, 1);
    check_counted_extraction<one_sorts>(input, binning, 100);
    if constexpr (KokkosScan::tuning::capabilities<Exec>.forward_progress) {
      check_counted_extraction<one_looks>(input, binning, 100);
      if (on_host && Exec().concurrency() < 2) continue;
      check_counted_extraction<two_look>(input, binning, 100);
    }
  }
}

/// A binning that is expensive to evaluate again, of elements too large for tiles to move: the
/// tiles move keys, and the elements are fetched afterwards.
struct BinOfSum {
  int bins;
  KOKKOS_FUNCTION int operator()(Heisenberg const& x) const {
    return static_cast<int>((x.a * 31 + x.b * 7 + x.c) % static_cast<unsigned>(bins + 1));
  }
};
TEST(CountedExtraction, Structs) {
  auto const input = random_elements<Heisenberg>(20011);
  for (int const bins : {200, 3000})
    check_counted_extraction(input, BinOfSum{bins}, static_cast<std::size_t>(bins));
}

/// A step of a time loop: points are binned and their other properties are permuted; the number of
/// points is on the device.
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
    auto const count = on_device(size);
    plan.update(counted(points, count), cells);
    Kokkos::deep_copy(count, 1);  // the plan remembers the earlier value
    plan.permute(charges.const_view(), sorted.view());
    EXPECT_TRUE(matches(plan.offsets(), as<int>(expected.offsets)));
    std::vector<double> moved;
    for (std::size_t const i : expected.permutation) moved.push_back(tags[i]);
    EXPECT_TRUE(sorted.holds(untouched_behind(moved, n)));
  }
  plan.update(points, cells);
  EXPECT_TRUE(
      matches(plan.permutation(), as<int>(reference::extract(input, cells, bins).permutation)))
      << "all elements, after a counted update";
}

/// Also for a plan whose earlier update was not counted.
TEST(CountedPlan, NeitherAllocatesNorFences) {
  Exec const exec;
  GuardedArray<float> const in(spread_elements<float>(Spread::uniform, many, 1)), sorted(many);
  UniformBins const cells(0.0f, 1.0f, 1000);
  auto const size = on_device(77777);
  KokkosScan::BinPlan<Exec> plan(exec);
  plan.update(in.const_view(), cells);
  exec.fence();
  {
    EventCounter const counter;
    plan.update("counted", counted(in.const_view(), size), cells);
    plan.permute(in.const_view(), sorted.view());
    EXPECT_EQ(counter.allocations(), 0);
    EXPECT_EQ(counter.fences(), 0) << counter.fence_names();
    EXPECT_EQ(counter.copies(), 0);
  }
  exec.fence();
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
  GuardedArray<int> const places(10);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::bin_permutation(Exec(),
                                    counted(in.const_view(), Kokkos::subview(places.view(), 1)),
                                    binning, places.view(), offsets.view());
      },
      "bin_permutation", "the count of the input and permutation overlap partially"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram(Exec(), counted(in.const_view(), Kokkos::subview(counts.view(), 1)),
                              binning, counts.view());
      },
      "histogram", "the count of the input and counts overlap partially"));
}

}  // namespace KokkosScanTest
