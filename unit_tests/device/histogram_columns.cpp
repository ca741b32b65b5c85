// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning.hpp>
#include <KokkosScan/device/histogram_columns.hpp>
#include <climits>
#include <cmath>
#include <numeric>
#include <tuple>

#include "errors.hpp"
#include "histogram_drivers.hpp"
#include "silent_calls.hpp"

/// \file Histograms of columns by every option and layout. Histograms by default options are tested
/// in bin_plan.cpp.

namespace KokkosScanTest {

using KokkosScan::EdgeBins;
using KokkosScan::OverflowBin;
using KokkosScan::UniformBins;

/// Three columns of half-outside elements, and their expected histograms.
struct Columns {
  static constexpr std::size_t count = 3;
  Kokkos::Array<UniformBins<float>, count> binnings{
      UniformBins(0.0f, 1.0f, 7), UniformBins(-1.0f, 0.5f, 100), UniformBins(0.2f, 0.4f, 1)};
  static constexpr std::size_t bins = 108;
  std::size_t rows;
  std::vector<float> columns[count];

  explicit Columns(std::size_t n) : rows(n) {
    for (std::size_t c = 0; c < count; ++c)
      columns[c] = spread_elements<float>(Spread::half_outside, n, 1, c);
  }
  template <class Binnings>
  std::vector<int> histograms(Binnings const& of) const {
    std::vector<int> expected;
    for (std::size_t c = 0; c < count; ++c)
      for (int const k : reference::histogram<int>(columns[c], of[c], of[c].bins()))
        expected.push_back(k);
    return expected;
  }
  std::vector<int> histograms() const { return histograms(binnings); }
  /// Copies the columns into any table that the device can access.
  template <class View>
  void copy_to(View const& table) const {
    Kokkos::View<float**, Kokkos::LayoutRight, Memory> const packed("packed", rows, count);
    auto const host = Kokkos::create_mirror_view(packed);
    for (std::size_t c = 0; c < count; ++c)
      for (std::size_t i = 0; i < rows; ++i) host(i, c) = columns[c][i];
    Kokkos::deep_copy(packed, host);
    Kokkos::deep_copy(Exec(), table, packed);
  }
  Kokkos::View<float**, Memory> table() const {
    Kokkos::View<float**, Memory> const result("table", rows, count);
    copy_to(result);
    Exec().fence();
    return result;
  }
};

TEST(HistogramColumns, ByEveryVariantInAWorkspaceUsedTwice) {
  Columns const data(20011);
  auto const table = data.table();
  auto const check = [&]<DeviceHistogram V>(std::integral_constant<DeviceHistogram, V>) {
    SCOPED_TRACE(KokkosScan::name(V));
    KokkosScan::Workspace<Exec> workspace{Exec()};
    for (int run = 0; run < 2; ++run) {
      GuardedArray<int> const counts(Columns::bins, 1), strided(Columns::bins, 1, 2);
      KokkosScan::histogram_columns(Exec(), table, data.binnings, counts.view(),
                                    HistogramOptions<V>{}.with(workspace));
      EXPECT_TRUE(counts.holds(data.histograms())) << "run " << run;
      KokkosScan::histogram_columns("strided counts", Exec(), table, data.binnings,
                                    strided.strided_view(), HistogramOptions<V>{}.with(workspace));
      EXPECT_TRUE(strided.holds(data.histograms())) << "strided counts, run " << run;
    }
  };
  check(std::integral_constant<DeviceHistogram, DeviceHistogram::automatic>{});
  check(std::integral_constant<DeviceHistogram, DeviceHistogram::private_bins>{});
  check(std::integral_constant<DeviceHistogram, DeviceHistogram::shared_bins>{});
}

/// Weights of rows, in both layouts: whole numbers, whose real sums are exact too.
template <class Weight, class Layout, class Options>
void check_weighted_columns(std::size_t n, Options const& options) {
  SCOPED_TRACE(n);
  Columns const data(n);
  Kokkos::View<float**, Layout, Memory> const table("table", n, Columns::count);
  data.copy_to(table);
  auto const weights = as<Weight>(random_elements<int>(n));
  std::vector<Weight> expected;
  for (std::size_t c = 0; c < Columns::count; ++c)
    for (Weight const sum : reference::histogram<Weight>(data.columns[c], data.binnings[c],
                                                         data.binnings[c].bins(), weights))
      expected.push_back(sum);
  GuardedArray<Weight> const weight(weights, 1), sums(Columns::bins), spaced(weights, 0, 2);
  KokkosScan::histogram_columns(Exec(), table, data.binnings, sums.view(), weight.const_view(),
                                options);
  EXPECT_TRUE(sums.holds(expected));
  KokkosScan::histogram_columns(Exec(), table,
                                std::tuple(data.binnings[0], data.binnings[1], data.binnings[2]),
                                sums.view(), spaced.strided_view(), options);
  EXPECT_TRUE(sums.holds(expected)) << "a tuple of binnings, strided weights";
}

TEST(HistogramColumns, WeightsOfRows) {
  for (std::size_t const n : {0u, 1u, 700u, 20011u}) {
    check_weighted_columns<int, Kokkos::LayoutLeft>(n, HistogramOptions<>{});
    check_weighted_columns<int, Kokkos::LayoutRight>(n, HistogramOptions<>{});
    check_weighted_columns<double, Kokkos::LayoutRight>(n, HistogramOptions<>{});
    check_weighted_columns<double, Kokkos::LayoutLeft>(n, HistogramOptions<>{}.reproducible());
  }
}

TEST(HistogramColumns, WrongWeights) {
  Columns const data(10);
  auto const table = data.table();
  GuardedArray<int> const counts(Columns::bins), weights(9);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram_columns(Exec(), table, data.binnings, counts.view(), weights.view());
      },
      "histogram_columns", "weights has extent 9, needs 10 (extent of in)"));
  auto const some = Kokkos::subview(counts.view(), std::pair<int, int>(0, 10));
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::histogram_columns(Exec(), table, data.binnings, counts.view(), some); },
      "histogram_columns", "weights and counts start at the same address"));
}

TEST(HistogramColumns, GrownWorkspaceNeitherAllocatesNorFences) {
  Exec const exec;
  Columns const data(20011);
  auto const table = data.table();
  GuardedArray<int> const counts(Columns::bins);
  KokkosScan::Workspace<Exec> workspace(exec);
  expect_neither_allocation_nor_fence(exec, [&] {
    KokkosScan::histogram_columns("counted", exec, table, data.binnings, counts.view(),
                                  HistogramOptions<>{}.with(workspace));
  });
}

TEST(HistogramColumns, Accumulate) {
  for (std::size_t const n : {0u, 1u, 20011u}) {
    SCOPED_TRACE(n);
    Columns const data(n);
    auto const table = data.table();
    std::vector<int> expected(Columns::bins);
    std::iota(expected.begin(), expected.end(), 100);
    GuardedArray<int> const counts(expected);
    auto const own = data.histograms();
    for (int run = 0; run < 2; ++run) {
      KokkosScan::histogram_columns(Exec(), table, data.binnings, counts.view(),
                                    HistogramOptions<>{}.accumulate());
      for (std::size_t b = 0; b < expected.size(); ++b) expected[b] += own[b];
      EXPECT_TRUE(counts.holds(expected)) << "run " << run;
    }
  }
}

/// The sums run through all columns: the last count is that of all elements in bins.
TEST(HistogramColumns, Cumulative) {
  for (std::size_t const n : {0u, 1u, 20011u}) {
    SCOPED_TRACE(n);
    Columns const data(n);
    auto expected = data.histograms();
    std::partial_sum(expected.begin(), expected.end(), expected.begin());
    GuardedArray<int> const counts(Columns::bins);
    KokkosScan::histogram_columns(Exec(), data.table(), data.binnings, counts.view(),
                                  HistogramOptions<>{}.cumulative());
    EXPECT_TRUE(counts.holds(expected));
  }
}

TEST(HistogramColumns, NoRowsGiveZeros) {
  Columns const data(0);
  GuardedArray<int> const counts(Columns::bins);
  KokkosScan::histogram_columns(Exec(), data.table(), data.binnings, counts.view());
  EXPECT_TRUE(counts.holds(std::vector<int>(Columns::bins, 0)));
  GuardedArray<int> const again(Columns::bins);
  Kokkos::View<float**, Kokkos::LayoutStride, Memory> const nothing(
      nullptr, Kokkos::LayoutStride(0, 3, Columns::count, 1));
  KokkosScan::histogram_columns(Exec(), nothing, data.binnings, again.view());
  EXPECT_TRUE(again.holds(std::vector<int>(Columns::bins, 0))) << "strided";
}

/// Rows or columns next to each other, gaps between both, and the middle columns of a wider table.
TEST(HistogramColumns, StridedTables) {
  for (std::size_t const n : {1u, 2u, 20011u}) {
    Columns const data(n);
    auto const check = [&](Kokkos::LayoutStride const& layout, std::size_t span) {
      SCOPED_TRACE("rows " + std::to_string(n) + ", strides " + std::to_string(layout.stride[0]) +
                   " and " + std::to_string(layout.stride[1]));
      Array<float> const memory("memory", span);
      Kokkos::deep_copy(memory, 0.3f);
      Kokkos::View<float**, Kokkos::LayoutStride, Memory> const table(memory.data(), layout);
      data.copy_to(table);
      Exec().fence();
      GuardedArray<int> const counts(Columns::bins);
      KokkosScan::histogram_columns(Exec(), table, data.binnings, counts.view());
      EXPECT_TRUE(counts.holds(data.histograms()));
    };
    check(Kokkos::LayoutStride(n, 2, 3, 2 * n + 5), 2 * n + (2 * n + 5) * 3);
    check(Kokkos::LayoutStride(n, 11, 3, 3), 11 * n + 11);
    Kokkos::View<float**, Kokkos::LayoutRight, Memory> const wide("wide", n, 8);
    Kokkos::deep_copy(wide, 0.3f);
    auto const middle = Kokkos::subview(wide, Kokkos::ALL, std::pair<int, int>(2, 5));
    data.copy_to(middle);
    Exec().fence();
    GuardedArray<int> const counts(Columns::bins);
    KokkosScan::histogram_columns(Exec(), middle, data.binnings, counts.view());
    EXPECT_TRUE(counts.holds(data.histograms())) << "the middle of a table of " << n << " rows";
  }
}

/// A user's own binning: every result outside [0, bins) means no bin, however far outside.
struct BySign {
  int positive_bins, nowhere;
  KOKKOS_FUNCTION std::size_t bins() const { return 1 + static_cast<std::size_t>(positive_bins); }
  KOKKOS_FUNCTION int operator()(float x) const {
    if (x < 0) return x < -0.5f ? nowhere : 0;
    return 1 + static_cast<int>(x * static_cast<float>(positive_bins));
  }
};

/// Derived from a binning of the library, with a call operator of its own.
struct Mirrored : UniformBins<float> {
  using UniformBins<float>::UniformBins;
  KOKKOS_FUNCTION int operator()(float x) const {
    return UniformBins<float>::operator()(x < 0 ? -x : x);
  }
};

TEST(HistogramColumns, BinningsOfOnesOwn) {
  Columns const data(20011);
  auto const table = data.table();
  auto const check = [&](auto const& binnings) {
    auto const expected = data.histograms(binnings);
    GuardedArray<int> const counts(expected.size()), shared(expected.size());
    KokkosScan::histogram_columns(Exec(), table, binnings, counts.view());
    EXPECT_TRUE(counts.holds(expected));
    KokkosScan::histogram_columns(Exec(), table, binnings, shared.view(),
                                  HistogramOptions<DeviceHistogram::shared_bins>{});
    EXPECT_TRUE(shared.holds(expected)) << "shared bins";
  };
  for (int const nowhere : {-1, INT_MIN, INT_MAX, 5}) {
    SCOPED_TRACE("nowhere is " + std::to_string(nowhere));
    check(Kokkos::Array<BySign, 3>{BySign{3, nowhere}, BySign{1, nowhere}, BySign{40, nowhere}});
  }
  check(Kokkos::Array<Mirrored, 3>{Mirrored(0.0f, 1.0f, 4), Mirrored(0.5f, 1.0f, 9),
                                   Mirrored(0.0f, 0.1f, 1)});
}

TEST(HistogramColumns, EveryBinningHasBins) {
  Kokkos::View<float**, Memory> const table("table", 10, 2);
  GuardedArray<int> const counts(4);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram_columns(
            Exec(), table, Kokkos::Array<BySign, 2>{BySign{3, -1}, BySign{-1, -1}}, counts.view());
      },
      "histogram_columns", "binnings[1] has 0 bins (bins() is 0), needs at least 1"));
  EXPECT_TRUE(counts.is_untouched());
}

/// Binnings of several types: uniform bins, edges, and a callable.
TEST(HistogramColumns, BinningsOfSeveralTypes) {
  GuardedArray<float> const edges(std::vector<float>{-1, -0.25, 0, 0.5, 0.5, 2});
  for (std::size_t const n : {0u, 1u, 20011u}) {
    SCOPED_TRACE(n);
    Columns const data(n);
    auto const table = data.table();
    UniformBins const uniform(0.0f, 1.0f, 7);
    KokkosScan::EdgeBins const by_edges(edges.const_view());
    BySign const by_sign{40, INT_MAX};
    std::vector<int> expected;
    auto const add = [&](std::size_t column, auto const& binning, std::size_t bins) {
      for (int const k : reference::histogram<int>(data.columns[column], binning, bins))
        expected.push_back(k);
    };
    auto const host_edges = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), edges.view());
    add(0, uniform, 7);
    add(1, KokkosScan::EdgeBins(host_edges), 5);
    add(2, by_sign, 41);
    GuardedArray<int> const counts(53), shared(53);
    KokkosScan::histogram_columns(Exec(), table, std::tuple(uniform, by_edges, by_sign),
                                  counts.view());
    EXPECT_TRUE(counts.holds(expected));
    KokkosScan::histogram_columns("with a label", Exec(), table,
                                  std::tuple(uniform, by_edges, by_sign), shared.view(),
                                  HistogramOptions<DeviceHistogram::shared_bins>{});
    EXPECT_TRUE(shared.holds(expected)) << "shared bins";
    EXPECT_TRUE(rejects(
        [&] {
          KokkosScan::histogram_columns(Exec(), table, std::tuple(uniform, by_sign), counts.view());
        },
        "histogram_columns", "in has 3 columns, needs 2 (number of binnings)"));
  }
}

/// If there are many elements, each column has a table of its edges: binnings of one type and of
/// several types.
TEST(HistogramColumns, ByEdges) {
  constexpr std::size_t few = 3000, many = 1 << 21;
  for (std::size_t const n : {few, many}) {
    Columns const data(n);
    std::vector<float> equal, growing;
    for (int b = 0; b <= 300; ++b) {
      equal.push_back(static_cast<float>(b) / 300);
      growing.push_back(std::exp2(static_cast<float>(b - 300) / 15));
    }
    std::vector<float> const two{0.25f, 0.75f};
    GuardedArray<float> const first(equal), second(growing), third(two);
    auto const host = [](std::vector<float> const& edges) {
      return EdgeBins(Kokkos::View<float const*, Kokkos::HostSpace>(edges.data(), edges.size()));
    };
    auto const table = data.table();
    auto const expected_of = [&](auto const&... binnings) {
      std::vector<int> all;
      std::size_t c = 0;
      auto const add = [&](auto const& binning) {
        for (int const k : reference::histogram<int>(data.columns[c], binning, binning.bins()))
          all.push_back(k);
        ++c;
      };
      (add(binnings), ...);
      return all;
    };
    {
      auto const expected = expected_of(host(equal), host(growing), host(two));
      GuardedArray<int> const counts(expected.size(), 1);
      Kokkos::Array const binnings{EdgeBins(first.const_view()), EdgeBins(second.const_view()),
                                   EdgeBins(third.const_view())};
      KokkosScan::histogram_columns(Exec(), table, binnings, counts.view());
      EXPECT_TRUE(counts.holds(expected)) << n << " rows, edges";
      GuardedArray<float> const weights(std::vector<float>(n, 2)), sums(expected.size());
      KokkosScan::histogram_columns(Exec(), table, binnings, sums.view(), weights.const_view());
      auto twice = as<float>(expected);
      for (float& x : twice) x *= 2;
      EXPECT_TRUE(sums.holds(twice)) << n << " rows, edges, weights";
    }
    {
      UniformBins const uniform(0.0f, 1.0f, 70);
      auto const expected = expected_of(uniform, OverflowBin(host(growing)), EdgeBins(host(two)));
      GuardedArray<int> const counts(expected.size(), 1);
      KokkosScan::histogram_columns(Exec(), table,
                                    std::tuple(uniform, OverflowBin(EdgeBins(second.const_view())),
                                               EdgeBins(third.const_view())),
                                    counts.view());
      EXPECT_TRUE(counts.holds(expected)) << n << " rows, one column of equal bins";
    }
  }
}

}  // namespace KokkosScanTest
