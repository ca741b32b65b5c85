// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning.hpp>
#include <KokkosScan/device/histogram_columns.hpp>
#include <cstdint>
#include <vector>

#include "histogram_drivers.hpp"

/// \file Histograms of columns that neighboring threads count together, if they interleave in
/// memory, or that teams count in the order of memory.

namespace KokkosScanTest {

using KokkosScan::OutOfRange;
using KokkosScan::UniformBins;

/// C columns, each with a range and a number of bins of its own, in a table with Layout.
template <class T, int C, class Layout>
struct ManyColumns {
  std::size_t rows;
  Kokkos::Array<UniformBins<T>, C> binnings;
  std::vector<T> columns[C];
  std::vector<int> weights;
  Kokkos::View<T**, Layout, Memory> table;

  ManyColumns(std::size_t n, Layout const& layout)
      : rows(n), weights(random_elements<int>(n, 99)), table("table", layout) {
    Kokkos::View<T**, Kokkos::LayoutRight, Memory> const packed("packed", n, C);
    auto const host = Kokkos::create_mirror_view(packed);
    for (int c = 0; c < C; ++c) {
      binnings[c] = UniformBins<T>(T(0), T(60 + c), 1 + 5 * (c % 7),
                                   c % 2 == 0 ? OutOfRange::discard : OutOfRange::clamp);
      columns[c] = spread_elements<T>(Spread::half_outside, n, T(60), c);
      for (std::size_t i = 0; i < n; ++i) host(i, c) = columns[c][i];
    }
    Kokkos::deep_copy(packed, host);
    Kokkos::deep_copy(Exec(), table, packed);
    Exec().fence();
  }

  /// The histograms of all columns, one after the other.
  /// \param of  weights, if rows have some
  template <class... Weights>
  std::vector<int> histograms(Weights const&... of) const {
    std::vector<int> counts;
    for (int c = 0; c < C; ++c) {
      auto const own =
          reference::histogram<int>(columns[c], binnings[c], binnings[c].bins(), of...);
      counts.insert(counts.end(), own.begin(), own.end());
    }
    return counts;
  }

  template <class Options>
  void check(Options const& options) const {
    SCOPED_TRACE(std::to_string(rows) + " rows of " + std::to_string(C));
    auto const expected = histograms();
    GuardedArray<int> const counts(expected.size());
    KokkosScan::histogram_columns(Exec(), table, binnings, counts.view(), options);
    EXPECT_TRUE(counts.holds(expected));
    if constexpr (C >= 8) {  // fewer are weighted column by column: histogram_columns.cpp
      GuardedArray<int> const sums(expected.size()), of_rows(weights);
      KokkosScan::histogram_columns(Exec(), table, binnings, sums.view(), of_rows.view(), options);
      EXPECT_TRUE(sums.holds(histograms(weights))) << "with weights";
    }
  }
};

/// By default, and by teams of several threads with windows of bins.
template <class T, int C, class Layout>
void check_columns(std::size_t n, Layout const& layout) {
  ManyColumns<T, C, Layout> const data(n, layout);
  data.check(HistogramOptions<DeviceHistogram::private_bins>{});
  constexpr auto policy = in_small_scratch<2>;  // nvcc takes no variable template as an argument
  if (!on_host || Exec().concurrency() >= 2)
    data.check(HistogramOptions<DeviceHistogram::private_bins, policy>{});
}

TEST(HistogramManyColumns, ThatInterleave) {
  for (std::size_t const n : {1u, 65u, 20011u}) {
    check_columns<float, 2>(n, Kokkos::LayoutRight(n, 2));
    check_columns<float, 5>(n, Kokkos::LayoutStride(n, 7, 5, 1));
    check_columns<std::int8_t, 32>(n, Kokkos::LayoutRight(n, 32));
  }
}

TEST(HistogramManyColumns, ThatFollowEachOther) {
  for (std::size_t const n : {1u, 65u, 20011u}) {
    check_columns<float, 3>(n, Kokkos::LayoutLeft(n, 3));
    check_columns<float, 5>(n, Kokkos::LayoutStride(n, 1, 5, n + 3));
  }
}

}  // namespace KokkosScanTest
