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
/// Numbers are quantized to levels (edge_quantizer.hpp). The upper bits of a level are its bucket,
/// the lower `bits_in_bucket` its position in the bucket.
struct EdgeTableShape {
  /// Bits for the index of an edge, in the entry of a bucket with several edges.
  static constexpr int edge_bits = 24;

  int buckets = 1;
  int bits_in_bucket = 0;
  std::size_t edge_bytes = 0;  ///< 0: the edges stay in memory

  /// The edges, then the entries of the buckets, then the scale.
  KOKKOS_FUNCTION std::size_t bytes() const {
    return edge_bytes + (static_cast<std::size_t>(buckets) + 1) * sizeof(std::int32_t);
  }
  /// Whether most numbers need no search.
  KOKKOS_FUNCTION bool is_table() const { return buckets > 1; }
  KOKKOS_FUNCTION std::int32_t levels() const { return buckets << bits_in_bucket; }

  /// Bytes of a table in scratch, edges included, if room does not limit it.
  /// \param items  that will be looked up
  template <class Edge>
  static std::size_t max_bytes(std::size_t bins, std::size_t items) {
    return bytes_of_edges<Edge>(bins) + (max_buckets(bins, items) + 1) * sizeof(std::int32_t);
  }
  /// The best table for \p room bytes of scratch and \p items lookups.
  template <class Edge>
  static EdgeTableShape in_scratch(std::size_t bins, std::size_t room, std::size_t items) {
    // Buckets first: few lookups need the edges. Few items are not worth copying many edges.
    std::size_t const edges = bytes_of_edges<Edge>(bins);
    std::size_t const words = room / sizeof(std::int32_t);
    std::size_t const buckets = std::min(words > 2 ? words - 1 : 1, max_buckets(bins, items));
    EdgeTableShape const shape = of(buckets, bins, edges);
    return bins <= items && shape.bytes() <= room ? shape : of(buckets, bins, 0);
  }
  /// A table in memory. With more bins than an entry can hold, a single bucket: all edges are
  /// searched.
  static EdgeTableShape in_memory(std::size_t bins, std::size_t buckets) {
    bool const fits_entry = bins < std::size_t(1) << edge_bits;
    return of(fits_entry ? std::min<std::size_t>(buckets, 1 << 22) : 1, bins, 0);
  }
  static EdgeTableShape of(std::size_t buckets, std::size_t bins, std::size_t edge_bytes) {
    // A level has at most 23 bits, at least one of them its position in the bucket. A bin and that
    // position together have at most 29, except with a single bucket.
    int const bits = std::min(23 - static_cast<int>(std::bit_width(buckets - 1)),
                              28 - static_cast<int>(std::bit_width(bins)));
    return {static_cast<int>(buckets), std::max(bits, 1), edge_bytes};
  }

 private:
  /// With more bins the buckets of a table in scratch would be crowded.
  static constexpr std::size_t max_bins = 1 << 16;
  /// With fewer lookups the entries do not pay: all edges are searched.
  static constexpr std::size_t min_items = 4096;

  /// 8 per bin: by chance, few have several edges. One per 8 items at most: entries take time.
  static std::size_t max_buckets(std::size_t bins, std::size_t items) {
    if (bins > max_bins || items < min_items) return 1;
    return std::min(items / 8, std::clamp<std::size_t>(8 * bins, 2048, 8192));
  }
  template <class Edge>
  static std::size_t bytes_of_edges(std::size_t bins) {
    return KokkosScan::detail::align_up((bins + 1) * sizeof(Edge), 16);
  }
};

}  // namespace KokkosScan::team::detail
