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
  int buckets = 1;
  int bits_in_bucket = 0;
  std::size_t edge_bytes = 0;  ///< 0: the edges stay in memory

  KOKKOS_FUNCTION std::size_t bytes() const {
    return edge_bytes + static_cast<std::size_t>(buckets) * sizeof(std::int32_t);
  }
  KOKKOS_FUNCTION std::int32_t places() const { return buckets << bits_in_bucket; }

  /// What a table in scratch and the edges take where there is room for all, and so many items to
  /// find.
  template <class Edge>
  static std::size_t most_bytes(std::size_t bins, std::size_t items) {
    return bytes_of_edges<Edge>(bins) + most_buckets(bins, items) * sizeof(std::int32_t);
  }
  /// For so many bytes of scratch.
  template <class Edge>
  static EdgeTableShape in_scratch(std::size_t bins, std::size_t room, std::size_t items) {
    // Few elements ask for edges, so buckets come first. Few items are not worth many edges.
    std::size_t const edges = bytes_of_edges<Edge>(bins);
    std::size_t const buckets =
        std::clamp<std::size_t>(room / sizeof(std::int32_t), 1, most_buckets(bins, items));
    bool const has_edges = edges + buckets * sizeof(std::int32_t) <= room && bins <= items;
    return of(buckets, bins, has_edges ? edges : 0);
  }
  /// In memory: a bucket for each bin and some, so that equal bins do not share them.
  static EdgeTableShape in_memory(std::size_t bins) {
    return of(std::min<std::size_t>(bins + bins / 4, 1 << 22), bins, 0);
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

  /// 8 for a bin: few have several edges by chance. Entries are found by searches through all
  /// edges: many are made only for many items.
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
