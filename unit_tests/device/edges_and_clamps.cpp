// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning.hpp>
#include <KokkosScan/device/bin_plan.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>

#include "counted_drivers.hpp"
#include "extraction_drivers.hpp"
#include "histogram_drivers.hpp"

/// \file Binnings by edges, such that clamp, and one bin more for the rest, inside of histograms
/// and extractions. What they answer one by one is in binning.cpp.

namespace KokkosScanTest {

using KokkosScan::EdgeBins;
using KokkosScan::GridBins;
using KokkosScan::IndexBins;
using KokkosScan::no_bin;
using KokkosScan::OutOfRange;
using KokkosScan::OverflowBin;

/// The definition, by a search through all bins. An integer beside a float becomes that float type,
/// as everywhere in C++.
template <class Edge>
struct LinearSearch {
  std::vector<Edge> edges;
  bool clamps;
  template <class T>
  int operator()(T const& given) const {
    using Common = decltype(Edge() + T());
    auto const x = static_cast<Common>(given);
    auto const edge = [&](std::size_t b) { return static_cast<Common>(edges[b]); };
    std::size_t const bins = edges.size() - 1;
    if (clamps && x < edge(0)) return 0;
    if (clamps && x > edge(bins)) return static_cast<int>(bins) - 1;
    if (x == edge(bins)) return static_cast<int>(bins) - 1;
    for (std::size_t b = 0; b < bins; ++b)
      if (edge(b) <= x && x < edge(b + 1)) return static_cast<int>(b);
    return no_bin;
  }
};

/// \p binning, as the device has it, against \p definition, as the host does.
template <class T, class Binning, class Definition>
void check_binning(std::vector<T> const& input, Binning const& binning,
                   Definition const& definition, std::size_t bins) {
  SCOPED_TRACE(std::to_string(bins) + " bins, n = " + std::to_string(input.size()));
  auto const expected = reference::histogram<int>(input, definition, bins);
  GuardedArray<T> const in(input, 1);
  GuardedArray<int> const counts(bins, 1), shared(bins);
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view());
  EXPECT_TRUE(counts.holds(expected));
  KokkosScan::histogram(Exec(), in.const_view(), binning, shared.view(),
                        HistogramOptions<DeviceHistogram::shared_bins>{});
  EXPECT_TRUE(shared.holds(expected)) << "shared bins";
  check_moves(input, binning, bins, reference::extract(input, definition, bins));
}

/// Edges packed and strided, kept and clamped.
template <class Edge, class T>
void check_edges(std::vector<Edge> const& edges, std::vector<T> const& input) {
  std::size_t const bins = edges.size() - 1;
  GuardedArray<Edge> const packed(edges, 1), strided(edges, 2, 3);
  for (OutOfRange const policy : {OutOfRange::discard, OutOfRange::clamp}) {
    bool const clamps = policy == OutOfRange::clamp;
    SCOPED_TRACE(clamps ? "clamp" : "discard");
    LinearSearch<Edge> const definition{edges, clamps};
    check_binning(input, EdgeBins(packed.const_view(), policy), definition, bins);
    SCOPED_TRACE("strided edges");
    check_binning(input, EdgeBins(strided.strided_view(), policy), definition, bins);
  }
}

/// Ascending, with empty bins, from about -0.5 \p range to about \p range.
template <class Edge>
std::vector<Edge> random_edges(std::size_t bins, double range) {
  std::vector<Edge> edges;
  for (std::size_t b = 0; b <= bins; ++b)
    edges.push_back(static_cast<Edge>((1.5 * random_unit(96, b) - 0.5) * range));
  std::sort(edges.begin(), edges.end());
  if (bins > 3) edges[2] = edges[3];
  return edges;
}

TEST(EdgesOnTheDevice, StridedOrNot) {
  for (std::size_t const bins : {1u, 2u, 7u, 300u}) {
    check_edges(random_edges<float>(bins, 1),
                spread_elements<float>(Spread::half_outside, 20011, 1.2));
    check_edges(random_edges<double>(bins, 1),
                spread_elements<float>(Spread::half_outside, 5001, 1.2));
    check_edges(random_edges<int>(bins, 1000),
                spread_elements<int>(Spread::half_outside, 5001, 1200));
  }
}

/// Integers that no float holds are rounded to one, and binned as that.
TEST(EdgesOnTheDevice, FloatEdgesOfIntegers) {
  check_edges(random_edges<float>(50, 1000),
              spread_elements<int>(Spread::half_outside, 20011, 1200));
  std::vector<int> large;
  for (int const center : {1 << 24, 1 << 30, -(1 << 24), 0})
    for (int d = -70; d <= 70; ++d) large.push_back(center + d);
  large.push_back(std::numeric_limits<int>::max());
  large.push_back(std::numeric_limits<int>::min());
  check_edges(std::vector<float>{-0x1p30f, -0x1.000002p24f, -0x1p24f, -0.5f, 0.5f, 0x1p24f,
                                 0x1.000002p24f, 0x1p30f, 0x1.000002p30f},
              large);
  check_edges(std::vector<float>{-0.25f, 99.5f, 200.25f},
              spread_elements<std::uint8_t>(Spread::uniform, 5001, 255));
}

/// All bins but the last are empty, and that one holds one value.
TEST(EdgesOnTheDevice, AllEqual) {
  for (std::size_t const bins : {1u, 2u, 5u, 8u}) {
    check_edges(std::vector<int>(bins + 1, 3), spread_elements<int>(Spread::half_outside, 5001, 9));
    check_edges(std::vector<float>(bins + 1, 3.0f),
                spread_elements<int>(Spread::half_outside, 5001, 9));
    check_edges(std::vector<double>(bins + 1, 0.25), std::vector<double>{0.25, 0.0, 1.0, 0.25});
  }
}

TEST(ClampOnTheDevice, UniformBinsAndIndexBins) {
  auto const reals = spread_elements<float>(Spread::half_outside, 20011, 3);
  auto const integers = spread_elements<int>(Spread::half_outside, 20011, 500);
  for (std::size_t const bins : {1u, 9u, 200u, 5000u}) {
    UniformBins const inside(-1.0f, 2.0f, bins);
    check_binning(
        reals, UniformBins(-1.0f, 2.0f, bins, OutOfRange::clamp),
        [&](float x) { return inside(std::min(std::max(x, -1.0f), 2.0f)); }, bins);
    int const last = static_cast<int>(bins) - 1;
    check_binning(
        integers, IndexBins(bins, OutOfRange::clamp),
        [&](int x) { return std::min(std::max(x, 0), last); }, bins);
  }
}

TEST(ClampOnTheDevice, GridBins) {
  using Point = Kokkos::Array<float, 2>;
  constexpr std::size_t n = 5001;
  Kokkos::View<Point*, Memory> const points("points", n);
  auto const host = Kokkos::create_mirror_view(points);
  std::vector<int> expected(12, 0);
  for (std::size_t i = 0; i < n; ++i) {
    auto const x = static_cast<float>(4 * random_unit(97, i) - 1.5);
    auto const y = static_cast<float>(4 * random_unit(98, i) - 1.5);
    host(i) = Point{x, y};
    int const row = std::min(2, static_cast<int>(std::max(x, 0.0f) * 3));
    int const column = std::min(3, static_cast<int>(std::max(y, 0.0f) * 4));
    ++expected[row * 4 + column];
  }
  Kokkos::deep_copy(points, host);
  GuardedArray<int> const counts(12);
  KokkosScan::histogram(
      Exec(), points, GridBins<2, float>({0, 0}, {1, 1}, {3, 4}, OutOfRange::clamp), counts.view());
  EXPECT_TRUE(counts.holds(expected));
}

/// NaN is in no bin, whatever becomes of what is out of range; infinities are at the ends.
TEST(ClampOnTheDevice, NaNIsNowhere) {
  constexpr std::size_t n = 20011;
  float const nan = std::numeric_limits<float>::quiet_NaN();
  float const infinity = std::numeric_limits<float>::infinity();
  std::vector<float> input;
  std::vector<float> in_order;
  int nans = 0;
  for (std::size_t i = 0; i < n; ++i) {
    float const choices[]{nan, infinity, -infinity, 0.5f};
    std::uint64_t const c = random_bits(99, i) % 4;
    input.push_back(choices[c]);
    nans += c == 0 ? 1 : 0;
  }
  UniformBins const clamp(0.0f, 1.0f, 3, OutOfRange::clamp);
  GuardedArray<float> const edges(std::vector<float>{0.0f, 0.25f, 0.75f, 1.0f});
  EdgeBins const by_edges(edges.const_view(), OutOfRange::clamp);
  std::vector<int> counts_expected;
  for (float const x : {-infinity, 0.5f, infinity}) {
    auto const k = std::count(input.begin(), input.end(), x);
    counts_expected.push_back(static_cast<int>(k));
    in_order.insert(in_order.end(), static_cast<std::size_t>(k), x);
  }
  auto const check = [&](auto const& binning) {
    GuardedArray<float> const in(input, 1), out(n);
    GuardedArray<int> const counts(3), offsets(4);
    KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view());
    EXPECT_TRUE(counts.holds(counts_expected));
    KokkosScan::extract_bins(Exec(), in.const_view(), binning, out.view(), offsets.view());
    EXPECT_TRUE(out.holds(untouched_behind(in_order, n)));
    EXPECT_TRUE(offsets.holds({0, counts_expected[0], counts_expected[0] + counts_expected[1],
                               static_cast<int>(n) - nans}));
  };
  check(clamp);
  check(by_edges);
}

/// What \p definition says, and \p bins of what it says is in none.
template <class Definition>
auto with_rest(Definition const& definition, std::size_t bins) {
  return [=](auto const& x) {
    int const bin = definition(x);
    return bin == no_bin ? static_cast<int>(bins) : bin;
  };
}

TEST(OverflowOnTheDevice, HasTheRest) {
  auto const reals = spread_elements<float>(Spread::half_outside, 20011, 3);
  auto const bytes = spread_elements<std::uint8_t>(Spread::uniform, 20011, 255);
  for (std::size_t const bins : {1u, 7u, 200u, 5000u}) {
    UniformBins const uniform(-1.0f, 2.0f, bins);
    check_binning(reals, OverflowBin(uniform), with_rest(uniform, bins), bins + 1);
    IndexBins const index(bins);
    check_binning(bytes, OverflowBin(index), with_rest(index, bins), bins + 1);
  }
  auto const ascending = random_edges<float>(50, 1);
  GuardedArray<float> const edges(ascending);
  check_binning(reals, OverflowBin(EdgeBins(edges.const_view())),
                with_rest(LinearSearch<float>{ascending, false}, 50), 51);
}

struct EveryThird {
  KOKKOS_FUNCTION int operator()(float x) const {
    int const i = static_cast<int>(x);
    return i % 3 == 0 ? i / 3 : i;
  }
};

/// A callable that knows no number of bins, in a plan, which asks for it.
TEST(OverflowOnTheDevice, OfACallableInAPlan) {
  auto const input = spread_elements<float>(Spread::half_outside, 20011, 300);
  auto const definition = [](float x) {
    int const bin = EveryThird{}(x);
    return bin >= 0 && bin < 40 ? bin : 40;
  };
  auto const expected = reference::extract(input, definition, 41);
  GuardedArray<float> const in(input), sorted(input.size());
  KokkosScan::BinPlan<Exec> plan{Exec()};
  plan.update(in.const_view(), OverflowBin(EveryThird{}, 40));
  plan.permute(in.const_view(), sorted.view());
  EXPECT_TRUE(sorted.holds(in_order_of(input, expected)));
}

}  // namespace KokkosScanTest
