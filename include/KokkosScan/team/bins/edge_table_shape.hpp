// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// The size of a table of edges.
///
/// Numbers have a place in the range of the edges. Its upper bits say in which bucket it is, the
/// lower ones where in that.
struct EdgeTableShape {
  /// Of the number of an edge, in the entry of a bucket that several share.
  static constexpr int edge_bits = 24;

  int buckets = 1;
  int bits_in_bucket = 0;
  std::size_t edge_bytes = 0;  ///< 0: the edges stay in memory

  /// The edges, the entries of the buckets, and behind them the scale.
  KOKKOS_FUNCTION std::size_t bytes() const {
    return edge_bytes + (static_cast<std::size_t>(buckets) + 1) * sizeof(std::int32_t);
  }
  /// Whether most numbers need no search.
  KOKKOS_FUNCTION bool is_table() const { return buckets > 1; }
  KOKKOS_FUNCTION std::int32_t places() const { return buckets << bits_in_bucket; }

  /// What a table in scratch and the edges take where there is room for all, and so many items to
  /// find.
  template <class Edge>
  static std::size_t most_bytes(std::size_t bins, std::size_t items) {
    return bytes_of_edges<Edge>(bins) + (most_buckets(bins, items) + 1) * sizeof(std::int32_t);
  }
  /// For so many bytes of scratch.
  template <class Edge>
  static EdgeTableShape in_scratch(std::size_t bins, std::size_t room, std::size_t items) {
    // Few elements ask for edges, so buckets come first. Few items are not worth many edges.
    std::size_t const edges = bytes_of_edges<Edge>(bins);
    std::size_t const words = room / sizeof(std::int32_t);
    std::size_t const buckets = std::min(words > 2 ? words - 1 : 1, most_buckets(bins, items));
    EdgeTableShape const shape = of(buckets, bins, edges);
    return bins <= items && shape.bytes() <= room ? shape : of(buckets, bins, 0);
  }
  /// In memory: a bucket for each bin and some, so that equal bins do not share them; of more bins
  /// than an entry can tell all edges are searched.
  static EdgeTableShape in_memory(std::size_t bins) {
    bool const can_tell = bins < std::size_t(1) << edge_bits;
    return of(can_tell ? std::min<std::size_t>(bins + bins / 4, 1 << 22) : 1, bins, 0);
  }
  /// With so many buckets, for so many bins.
  static EdgeTableShape of(std::size_t buckets, std::size_t bins, std::size_t edge_bytes) {
    // Places have 23 bits, of which at least one is in a bucket; 29 hold a bin and those, unless
    // there is but one bucket.
    int const bits = std::min(23 - static_cast<int>(std::bit_width(buckets - 1)),
                              28 - static_cast<int>(std::bit_width(bins)));
    return {static_cast<int>(buckets), std::max(bits, 1), edge_bytes};
  }

 private:
  /// With more, buckets of a table in scratch are crowded.
  static constexpr std::size_t most_bins = 1 << 16;
  /// For fewer, entries are not worth finding: all edges are searched.
  static constexpr std::size_t least_items = 4096;

  /// 8 for a bin: few have several edges by chance. Entries take time to be found: many are made
  /// only for many items.
  static std::size_t most_buckets(std::size_t bins, std::size_t items) {
    if (bins > most_bins || items < least_items) return 1;
    return std::min(items / 8, std::clamp<std::size_t>(8 * bins, 2048, 8192));
  }
  template <class Edge>
  static std::size_t bytes_of_edges(std::size_t bins) {
    return KokkosScan::detail::ceil_div((bins + 1) * sizeof(Edge), 16) * 16;
  }
};

}  // namespace KokkosScan::team::detail
