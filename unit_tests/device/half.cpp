// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/extract_bins.hpp>
#include <KokkosScan/device/histogram.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/device/select.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/points.hpp>
#include <KokkosScan/predicates.hpp>

#include "bin_data.hpp"
#include "extraction_drivers.hpp"
#include "view_builder.hpp"

/// \file Kokkos' half_t and bhalf_t: classes in builds for GPUs, elsewhere other names of float.

namespace KokkosScanTest {

using Kokkos::Experimental::half_t, Kokkos::Experimental::bhalf_t;
using KokkosScan::EdgeBins, KokkosScan::GridBins;

static_assert(
    std::is_same_v<KokkosScan::default_accumulator_t<Array<half_t>, Array<half_t>>, float>);
static_assert(std::is_same_v<KokkosScan::default_accumulator_t<Array<int>, Array<bhalf_t>>, float>);
static_assert(
    std::is_same_v<KokkosScan::default_accumulator_t<Array<half_t>, Array<double>>, double>);

/// Multiples of 1/64 in [-1, 3).
template <class Half>
std::vector<Half> multiples(std::size_t n) {
  std::vector<Half> values;
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(static_cast<Half>(static_cast<float>(random_bits(5, i) % 256) / 64 - 1));
  return values;
}

/// In half_t a sum of ones would end at 2048, in bhalf_t at 256.
template <class Half>
void check_sums_of_ones() {
  constexpr std::size_t n = 3000;
  GuardedArray<Half> const in(std::vector<Half>(n, static_cast<Half>(1.0f))), out(n);
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view());
  std::vector<Half> expected;
  for (std::size_t i = 1; i <= n; ++i) expected.push_back(static_cast<Half>(static_cast<float>(i)));
  EXPECT_TRUE(out.holds(expected));
}

TEST(Half, SumsAreOfFloat) {
  check_sums_of_ones<half_t>();
  check_sums_of_ones<bhalf_t>();
}

TEST(Half, LargestOfThem) {
  for (std::size_t const n : few_sizes()) {
    auto const input = multiples<half_t>(n);
    std::vector<half_t> expected;
    for (half_t const& x : input)
      expected.push_back(expected.empty() || expected.back() < x ? x : expected.back());
    GuardedArray<half_t> const in(input, 1), out(n);
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), KokkosScan::Max<half_t>{});
    EXPECT_TRUE(out.holds(expected)) << "n = " << n;
  }
}

struct IsPositive {
  KOKKOS_FUNCTION bool operator()(half_t const& x) const { return static_cast<float>(x) > 0; }
};

TEST(Half, AreSelected) {
  for (std::size_t const n : few_sizes()) {
    auto const input = multiples<half_t>(n);
    std::vector<half_t> expected;
    for (half_t const& x : input)
      if (IsPositive{}(x)) expected.push_back(x);
    std::size_t const m = expected.size();
    expected.resize(n);
    GuardedArray<half_t> const in(input, 1);
    Array<half_t> const out("out", n);
    GuardedArray<int> const count(1);
    KokkosScan::select(Exec(), in.const_view(), out, IsPositive{},
                       Kokkos::subview(count.view(), 0));
    EXPECT_TRUE(count.holds({static_cast<int>(m)}));
    EXPECT_TRUE(matches(out, expected)) << "n = " << n;
  }
}

/// Binned as the floats that they are equal to.
template <class Half, class Binning>
void check_bins(std::size_t n, Binning const& binning) {
  SCOPED_TRACE(std::to_string(n) + " elements, " + std::to_string(binning.bins()) + " bins");
  auto const input = multiples<Half>(n);
  auto const floats = as<float>(input);
  auto const expected = reference::extract(floats, binning, binning.bins());
  GuardedArray<Half> const in(input, 1);
  Array<Half> const out("out", n);
  GuardedArray<int> const counts(binning.bins()), offsets(binning.bins() + 1);
  KokkosScan::histogram(Exec(), in.const_view(), binning, counts.view());
  EXPECT_TRUE(counts.holds(reference::histogram<int>(floats, binning, binning.bins())));
  KokkosScan::extract_bins(Exec(), in.const_view(), binning, out, offsets.view());
  EXPECT_TRUE(offsets.holds(as<int>(expected.offsets)));
  auto sorted = in_order_of(input, expected);
  for (auto j = static_cast<std::size_t>(expected.offsets.back()); j < n; ++j) sorted[j] = Half();
  EXPECT_TRUE(matches(out, sorted));
}

TEST(Half, AreBinned) {
  Kokkos::View<float*, Kokkos::HostSpace> const host("edges", 4);
  host(0) = -0.5f, host(1) = 0.25f, host(2) = 1.0f, host(3) = 2.0f;
  auto const edges = Kokkos::create_mirror_view_and_copy(Memory(), host);
  for (std::size_t const n : {1000u, 20011u}) {
    check_bins<half_t>(n, UniformBins(0.0f, 2.0f, 10));
    check_bins<half_t>(n, UniformBins(0.0, 2.0, 1000));
    check_bins<bhalf_t>(n, UniformBins(0.0f, 2.0f, 10));
    if constexpr (on_host) check_bins<half_t>(n, EdgeBins(edges));
  }
}

TEST(Half, AreCoordinates) {
  constexpr std::size_t n = 5003;
  auto const x = multiples<half_t>(n);
  auto y = x;
  std::reverse(y.begin(), y.end());
  std::vector<Kokkos::Array<float, 2>> floats(n);
  for (std::size_t i = 0; i < n; ++i)
    floats[i] = {static_cast<float>(x[i]), static_cast<float>(y[i])};
  GridBins<2, float> const grid({0, 0}, {2, 2}, {8, 4});
  GuardedArray<half_t> const xs(x), ys(y);
  GuardedArray<int> const counts(grid.bins());
  KokkosScan::histogram(Exec(), KokkosScan::points(xs.const_view(), ys.const_view()), grid,
                        counts.view());
  EXPECT_TRUE(counts.holds(reference::histogram<int>(floats, grid, grid.bins())));
}

}  // namespace KokkosScanTest
