// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "extraction_drivers.hpp"
#include "histogram_drivers.hpp"

/// \file Binnings by edges, clamping ones, and overflow bins, in histograms and extractions. Their
/// results for single values are tested in binning.cpp.

namespace KokkosScanTest {

using KokkosScan::EdgeBins;
using KokkosScan::no_bin;
using KokkosScan::OutOfRange;

/// The definition: a search through all bins. An integer that is compared with a float is converted
/// to that float type, as everywhere in C++.
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

/// Compares \p binning on the device with \p definition on the host.
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

/// Teams that count in scratch and keep a table of edges there, on every machine.
inline constexpr KokkosScan::HistogramPolicy with_table{.threads = on_host ? 1 : 128,
                                                        .loads = 2,
                                                        .access_bytes = 16,
                                                        .scratch_bytes = 16 * 1024,
                                                        .table_bytes = 8 * 1024};

/// Packed and strided edges; elements out of range are discarded or clamped.
template <class Edge, class T>
void check_edges(std::vector<Edge> const& edges, std::vector<T> const& input) {
  std::size_t const bins = edges.size() - 1;
  GuardedArray<Edge> const packed(edges, 1), strided(edges, 2, 3);
  for (OutOfRange const policy : {OutOfRange::discard, OutOfRange::clamp}) {
    bool const clamps = policy == OutOfRange::clamp;
    SCOPED_TRACE(clamps ? "clamp" : "discard");
    LinearSearch<Edge> const definition{edges, clamps};
    check_binning(input, EdgeBins(packed.const_view(), policy), definition, bins);
    GuardedArray<T> const in(input);
    GuardedArray<int> const counts(bins);
    KokkosScan::histogram(Exec(), in.const_view(), EdgeBins(strided.strided_view(), policy),
                          counts.view());
    auto const expected = reference::histogram<int>(input, definition, bins);
    EXPECT_TRUE(counts.holds(expected)) << "strided edges, " << bins << " bins";
    KokkosScan::histogram(Exec(), in.const_view(), EdgeBins(packed.const_view(), policy),
                          counts.view(),
                          HistogramOptions<DeviceHistogram::private_bins, with_table>{});
    EXPECT_TRUE(counts.holds(expected)) << "with a table, " << bins << " bins";
    GuardedArray<int> const ones(std::vector<int>(input.size(), 1));
    KokkosScan::histogram(Exec(), in.const_view(), EdgeBins(packed.const_view(), policy),
                          counts.view(), ones.const_view(),
                          HistogramOptions<DeviceHistogram::private_bins, with_table>{});
    EXPECT_TRUE(counts.holds(expected)) << "weighted, with a table, " << bins << " bins";
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

}  // namespace KokkosScanTest
