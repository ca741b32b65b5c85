// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/host_limits.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace KokkosScan::tuning::host {

/// A thread finds the slots of a batch of elements, 256 bytes and at least 16 elements, in vector
/// code, and then counts those of the previous batch. Several copies of the bins avoid reading back
/// a count whose store has not reached the cache yet. Two threads of a Xeon, 2^24 floats all in one
/// of 4096 bins (before bins of fewer than 8 copies were counted otherwise:
/// team/bins/slot_counter.hpp): 26.6 ms with one copy, 14.5 with two, 9.6 with four. Copies that
/// exceed the nearest cache cost more. 16 cores, 2^26 uniform floats: in 1024 bins 5.8 ms with 8
/// copies, 9.4 with 16; in 4096 bins 5.8 with two, 9.4 with four.
///
/// Small elements in up to 100 bins are counted in groups of two, in up to 9 bins of four. 16
/// hardware threads of a Xeon, 2^26 elements, of reading, one by one / in groups, in tables of at
/// most 40 KiB / 72 KiB:
///
///     bins                   8               15              64              90
///     floats, uniform  .32 / .59 / .47 .32 / .48 / .48 .30 / .39 / .26 .30 / .40 / .26
///     floats, power    .37 / .62 / .57 .37 / .47 / .54 .35 / .48 / .47 .36 / .55 / .48
///     int32, uniform   .26 / .39 / .37 .26 / .37 / .35 .25 / .32 / .27 .26 / .33 / .26
///
/// In 256 bins, whose table of 258 KiB only the second cache holds, uniform floats took longer.
constexpr HistogramPolicy histogram_policy() {
  return {.threads = 1,
          .loads = 1,
          .access_bytes = 256,
          .teams_per_multiprocessor = 1,
          .table_bytes = 28 * 1024,  // of columns: of the 31 KiB of a team's scratch
          .max_copies = 16,
          .copies_bytes = 40 * 1024,
          .grouped_bytes = 40 * 1024,
          .cached_bins = 1024};
}

/// The number of buckets of a table of edges; 1: no table. A bucket with several edges makes
/// vector code search, so there are more where the nearest caches hold them.
/// 16 threads of a Xeon, 2^26 floats by edges that grow as cubes, ms, a table of 28 KiB for each
/// thread asked for one element after the other / one for all threads, in vector code:
///
///     edges      256      1000     5000     10^4     10^5 (no table)
///                36 / 11  29 / 12  40 / 14  61 / 15  373 / 28
///
/// \param least  a table with fewer would be crowded
/// \param items  that will be looked up; a bucket takes as long as some of them
constexpr std::size_t buckets_of_edges(std::size_t least, std::size_t items) {
  std::size_t const most = std::clamp<std::size_t>(8 * least, 2048, 1 << 17);
  std::size_t const buckets = std::min(std::max(least, most), items / 8);
  return buckets < least ? 1 : buckets;
}

/// The least bins that a thread sums over all pieces: a cache line of counts.
inline constexpr std::size_t min_bins_merged = 16;

/// With p pieces a thread counts n / p elements in about 0.5 ns each. Then p counts of every bin
/// are summed, in 0.07 ns each (two threads of an EPYC) by as many threads as get some, but not
/// faster than memory gives them, 0.02 ns each. The sum, 0.5 n / p + s p bins, is least at
/// p = √(0.5 n / (s bins)). Several pieces have at most 2^26 counts in all, or one for each
/// element.
inline std::size_t histogram_pieces(std::size_t n, std::size_t bins, std::size_t threads) {
  constexpr std::size_t counts = std::size_t(1) << 26;
  std::size_t const all = std::max<std::size_t>(bins, 1);
  std::size_t const most = std::clamp<std::size_t>(std::max(counts, n) / all, 1, threads);
  std::size_t const merging = std::clamp<std::size_t>(all / min_bins_merged, 1, threads);
  double const sum = std::max(0.07 / static_cast<double>(merging), 0.02);
  double const best = std::sqrt(0.5 * static_cast<double>(n) / (sum * static_cast<double>(all)));
  return best < static_cast<double>(most) ? std::max<std::size_t>(static_cast<std::size_t>(best), 1)
                                          : most;
}

/// Whether a cache holds the bins of a piece.
constexpr bool cache_holds_bins(std::size_t bytes) { return bytes <= std::size_t(8) << 20; }

/// Whether each piece has bins of its own, in memory: if a cache holds them, or if there are as
/// many elements as bins and enough threads get a piece. Otherwise all threads share bins. Two
/// threads of an EPYC, 2^24 floats, ms, shared bins / with a cache of frequent ones / own bins:
///
///               uniform         power law        all in one bin   sorted
///     2^22      83 /  99 / 36   172 / 123 / 33   196 / 9.2 / 6.8  53 / 52 / 6.6
///     2^24     109 / 137 / 85   137 / 173 / 69   175 / 9.6 /  14  55 / 53 /  16
///
/// \param bytes  of one piece's bins
inline bool owns_bins(std::size_t n, std::size_t bins, std::size_t bytes, std::size_t threads) {
  if (cache_holds_bins(bytes)) return true;
  std::size_t const pieces = histogram_pieces(n, bins, threads);
  return n >= bins && pieces >= std::min<std::size_t>(threads, 2) && 4 * pieces >= threads;
}

/// Bins found by a table of edges before they are stored. Two threads of a Xeon, extraction of 2^24
/// floats by 32 to 1000 edges: 16 at once 38 to 75 ms, 64 at once 24 to 34.
inline constexpr int bins_stored_at_once = 64;

constexpr ExtractionPolicy extraction_policy() {
  return {.threads = 1, .items = 64, .pieces_per_team = 1, .digit_bits = 8};
}

/// The most bins of one pass over pieces; with more, there is a pass for every digit. Two threads
/// of an EPYC, ms, passes by digits / one pass:
///
///                           2^16         2^20        2^22         2^24         2^26
///     ranks, 1024 bins      0.28 / 0.12  3.8 / 0.94  14.6 / 4.1   50.0 / 16.5  195 / 66
///     ranks, 4096           0.29 / 0.14  4.3 / 1.1   16.3 / 4.5   55.0 / 17.9  239 / 73
///     permutation, 1024     0.28 / 0.11  4.4 / 0.92  14.0 / 8.4   61.4 / 37.5  535 / 170
///     permutation, 4096     0.29 / 0.13  4.8 / 1.3   21.3 / 10.3  98.3 / 48.1  596 / 201
///     floats, 1024          0.24 / 0.11  3.3 / 0.92  14.1 / 8.6   42.7 / 40.6  167 / 178
///     floats, 4096          0.25 / 0.13  4.2 / 1.3   15.6 / 10.7  46.9 / 54.2  173 / 229
///
/// \param index_bytes  each bin has an index in the scratch of a team
constexpr int max_bins_in_pieces(bool moves_elements, std::size_t index_bytes) {
  return moves_elements ? 1024 : 16 * 1024 / static_cast<int>(index_bytes);
}
/// The least items of each class that a piece has, on average. Threads that move items to the same
/// lines of a cache wait for each other; and every piece has a count of each class, which is all
/// that matters to ranks: they are not moved by class. Two threads of a Xeon, µs, one piece / two:
///
///     items of a class in each piece       3          8         16         32         64
///     floats, 1000 bins                              40 / 126  84 / 128  167 / 169  281 / 242
///     doubles, 1000                                  49 / 92   97 / 122  194 / 167  273 / 267
///     permutation, 4096               80 / 208       229 / 488  484 / 643             983 / 736
///     ranks, 4096                     50 / 51       115 / 88   233 / 140             454 / 261
constexpr std::size_t min_items_of_class(bool moves, int item_bytes) {
  return moves ? static_cast<std::size_t>(std::clamp(256 / item_bytes, 4, 24)) : 4;
}

/// The most bins that have buffers: so many that the nearest cache holds them, or the next one if
/// whole buffers are stored around the caches. Threads of a Xeon, ms, without buffers / with them:
///
///                             500 bins     1000         4000
///     2 threads, 2^24 floats  72.2 / 52.2  74.2 / 53.4  78.8 / 57.4 (permutation)
///     2, 2^24 doubles         83.6 / 36.2  101 / 60.4
///     16, 2^24 floats         12.2 / 6.37  12.3 / 7.88  15.5 / 10.6 (permutation)
///     16, 2^24 doubles        17.3 / 7.86  17.5 / 8.96
///     not around the caches:
///     16, 2^22 floats         1.75 / 1.92  2.15 / 2.13  2.58 / 3.00 (permutation)
///     16, 2^20 floats         0.47 / 0.56  0.58 / 0.69  1.23 / 1.22 (permutation)
KOKKOS_FUNCTION constexpr int max_buffered_bins(bool is_streamed) {
  return is_streamed ? 4096 : 256;
}

/// The most bins that are sorted by way of buckets: 1024 buckets of `max_bins_of_bucket`.
inline constexpr int max_bins_in_buckets = 1 << 24, max_bins_of_bucket = 1 << 14;
/// Log2 of the bins of a bucket. A bucket has up to 256 KiB of items on average, which a cache
/// holds beside the sorted ones. There are some for each thread; but no more than threads have
/// buffers for in the pass that moves items there, and no more than 256 KiB of buffers. (2^29
/// floats, 16 threads of a Xeon, 5000 and 10^5 bins, ms, up to 1024 buckets 361 and 503, up to 2048
/// 388 and 474.)
constexpr int bucket_shift(std::size_t items, std::size_t item_bytes, int bins,
                           std::size_t threads) {
  std::size_t const bytes = items * item_bytes, least = 4 * threads;
  int const buffered = std::min(max_buffered_bins(goes_around_caches(2 * bytes)), 1024);
  std::size_t const most = std::max(static_cast<std::size_t>(buffered), least);
  std::size_t const wanted = std::clamp(bytes / (std::size_t(256) << 10), least, most);
  int shift = 0;
  while (static_cast<std::size_t>((bins - 1) >> shift) >= wanted &&
         2 << shift <= max_bins_of_bucket)
    ++shift;
  return shift;
}
/// Bytes of the buffer in which a thread sorts a bucket; larger ones are sorted to the output.
inline constexpr std::size_t bucket_buffer_bytes = std::size_t(1) << 20;
/// Whether an element is moved beside its bin: of larger ones, the index is.
constexpr bool is_moved_beside_key(std::size_t bytes) { return bytes <= 32 && 32 % bytes == 0; }

}  // namespace KokkosScan::tuning::host
