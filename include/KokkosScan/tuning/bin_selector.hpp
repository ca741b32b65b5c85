// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/tuning/backends/cuda_bins.hpp>
#include <KokkosScan/tuning/backends/hip_bins.hpp>
#include <KokkosScan/tuning/backends/host_bins.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>

namespace KokkosScan::tuning {

/// \brief The tuned policy of histograms, with or without weights.
/// \param item_bytes  of an element and its weight; it matters only where bins are partitioned
template <class Exec>
constexpr HistogramPolicy histogram_policy(bool has_weights, int item_bytes = 4) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::histogram_policy(has_weights, item_bytes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::histogram_policy(has_weights, item_bytes);
  else
    return host::histogram_policy();
}

/// \brief The tuned policy of passes that move items of \p item_bytes.
template <class Exec>
constexpr ExtractionPolicy extraction_policy(int item_bytes) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::extraction_policy(item_bytes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::extraction_policy(item_bytes);
  else
    return host::extraction_policy();
}

/// \brief The largest element that a pass moves, in bytes: team scratch has room for one element
/// per lane of a warp or wavefront.
template <class Exec>
inline constexpr int max_extracted_bytes =
    capabilities<Exec>.lanes_are_threads && capabilities<Exec>.max_lanes > 32 ? 512 : 1024;

/// \brief The tuned policy of a pass that looks back; where there is none, `looks_back` is false.
/// \param slot_bytes  of scratch that an item takes: the item, and its class if that is kept
template <class Exec>
constexpr ExtractionPolicy look_back_extraction_policy(int slot_bytes) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::look_back_extraction_policy(slot_bytes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::look_back_extraction_policy(slot_bytes);
  else
    return {};
}

/// \brief The same, for so few items that all their slots take at most `max_bytes_in_short_tiles`.
template <class Exec>
constexpr ExtractionPolicy short_tiles_policy(int slot_bytes) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::short_tiles_policy(slot_bytes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::short_tiles_policy(slot_bytes);
  else
    return {};
}
/// \brief The most bytes of a team's scratch for a tile of a pass that looks back and a table that
/// finds its bins.
template <class Exec>
inline constexpr std::size_t max_bytes_with_table =
    capabilities<Exec>.backend == Backend::hip ? hip::max_bytes_with_table
                                               : cuda::max_bytes_with_table;
/// \brief Bytes added to the size of a slot when the tile is chosen, if a table finds the bins: a
/// smaller tile leaves the registers that this takes.
constexpr int table_slot_bytes(std::size_t element_bytes) {
  return cuda::table_slot_bytes(element_bytes);
}
inline constexpr std::size_t max_bytes_in_short_tiles = cuda::max_bytes_in_short_tiles;
/// \brief If all slots take at most this many bytes, a pass looks back for any number of bins.
inline constexpr std::size_t max_bytes_looking_back = cuda::max_bytes_looking_back;

/// \brief The largest element that is sorted itself, in bytes; of larger ones, indices are sorted.
/// Also for hosts, where it is not measured.
inline constexpr std::size_t max_sorted_bytes = cuda::max_sorted_bytes;
/// \brief With few bins, elements of up to this many bytes are sorted themselves as well, in
/// pieces.
inline constexpr std::size_t max_bytes_in_pieces = cuda::max_bytes_in_pieces;

/// \brief Whether a pass that could also sort pieces looks back instead: if it has many bins, or
/// few items.
/// \param bytes  of the slots of all items
constexpr bool prefer_look_back(int bins, std::size_t bytes) {
  return bins > cuda::max_bins_in_pieces || bytes <= max_bytes_looking_back;
}

/// \brief How many pieces n items are cut into, each counted in bins of its own by one of \p teams.
/// On a CPU the bins of every piece are cleared and summed, so a piece needs enough items to be
/// worth that.
template <class Exec>
std::size_t histogram_pieces(std::size_t n, std::size_t bins, std::size_t teams) {
  if (capabilities<Exec>.lanes_are_threads) return teams;
  return host::histogram_pieces(n, bins, teams);
}

/// \brief Bytes of a team's scratch that are left for its bins.
/// \param has_table  a table finds the bins; it takes at most half of the scratch
constexpr std::size_t bytes_for_bins(HistogramPolicy const& policy, bool has_table) {
  int const table =
      policy.table_bytes < policy.scratch_bytes / 2 ? policy.table_bytes : policy.scratch_bytes / 2;
  return static_cast<std::size_t>(policy.scratch_bytes - (has_table ? table : 0));
}

/// \brief Where all bins have more copies, none of them are hot bins. H200, 2^28 floats by power
/// law, float weights, µs, with hot bins / without them:
///
///     1024 bins, 8 copies      686 /  608
///     2048 bins, 4 copies      691 /  670
///     4096 bins, 2 copies      681 /  772
///     8192 bins                686 / 1148
///     16384 bins, 2 windows   1289 / 2152
///     65536 bins, 6 windows   2338 / 3313
inline constexpr int max_log2_copies_beside_hot = 1;

/// \brief The least number of items for which bins may be partitioned. H200, 2^20 bins, µs (both
/// with some 80 µs that are saved since, docs/performance_bins.md, 32):
///
///     elements     2^20  2^22
///     partitioned   104   112
///     shared         91   127
constexpr std::size_t items_worth_packing(std::size_t bins) { return 4 * bins; }

/// \brief What the choice of a histogram's variant depends on, beside the numbers of items and
/// bins.
struct HistogramTraits {
  std::size_t count_bytes;  ///< of the smallest private count
  std::size_t item_bytes;   ///< of an element and its weight
  bool has_weights = false;
  bool partitions = false;    ///< this number of bins can be partitioned
  bool has_table = false;     ///< a table finds the bins, and takes some of a team's scratch
  bool is_expensive = false;  ///< bins are worth finding once, not for each window
};

/// \brief The most windows of private bins with weights that pay. Each reads all items from L2, so
/// there may be more of small items. H200, µs, windows / shared bins:
///
///     weights    2^28 floats in  uniform      power law    all in one bin
///     int        16384 bins       606 / 4305   609 / 3322   715 / 1234
///     int        65536           1517 / 3396  1508 / 4488  1538 / 1244
///     float      16384            974 / 4333  2136 / 3426   737 /  588
///     float      65536           2044 / 3398  3377 / 4544  1581 /  590
///     double     16384           1683 / 3382  3405 / 2794  1487 /  846
///
///     float      2^26 points of 3 floats in 24^3 cells 543 / 1122, in 32^3 766 / 1093, in 40^3
///                1354 / 1057
///     float      2^24 floats in 65536 bins  226 / 243; 2^23 floats 166 / 134
constexpr int windows_of_weights(HistogramPolicy const& policy, std::size_t n, std::size_t bins,
                                 HistogramTraits const& traits) {
  if (traits.is_expensive || n < 256 * bins) return 1;
  auto const most = static_cast<int>(std::min(48 / traits.item_bytes, 24 / traits.count_bytes));
  return std::clamp(most, 1, policy.max_windows);
}

/// \brief Private bins where they fit team scratch, in windows that pay, or, on a host, a cache.
constexpr DeviceHistogram choose_histogram(HistogramPolicy const& policy, std::size_t n,
                                           std::size_t bins, HistogramTraits const& traits) {
  bool const pays = traits.partitions && n >= items_worth_packing(bins);
  int windows = policy.max_windows;
  if (traits.has_weights)
    windows = windows_of_weights(policy, n, bins, traits);
  else if (traits.is_expensive && pays)
    windows = 1;  // 2^28 floats by 32768 edges: 2 windows 8562 µs, partitioned 4299 µs
  std::size_t const most = policy.scratch_bytes > 0 ? static_cast<std::size_t>(windows) *
                                                          bytes_for_bins(policy, traits.has_table)
                                                    : std::size_t(1) << 23;
  if (bins * traits.count_bytes <= most) return DeviceHistogram::private_bins;
  return pays ? DeviceHistogram::partitioned_bins : DeviceHistogram::shared_bins;
}

/// \brief Whether a sort of small elements by many bins finds their bins again in every pass,
/// instead of moving a key with each element.
template <class Exec>
constexpr bool finds_again(bool is_cheap, bool is_expensive) {
  return is_cheap || (capabilities<Exec>.lanes_are_threads && !is_expensive);
}

/// \brief Whether an extraction first stores the bin of each element, and then uses the stored
/// bins: if the binning is expensive, or if large elements would be read for their bins only.
/// \param is_cheap        a bin is computed faster than read
/// \param is_expensive    a bin is worth storing
/// \param moves_elements  the extraction moves elements, and so reads them in any case
///
/// For bins that no table finds. H200, ms:
///
///                                                          bins stored  not stored
///     2^24 floats by 65536 edges                                  1.05         3.4
///     permutation of 2^24 points of 24 bytes by 2^3 cells         0.22        0.39
///     the same, points of 8 bytes                                 0.19        0.13
///     2^25 structs of 12 bytes themselves by 8 bins               0.63        0.39
///     permutation of 2^26 rows of 3 floats, 8 / 64 bins    0.64 / 0.66 0.74 / 1.00
///     the same, structs of 3 floats                        0.64 / 0.66 0.57 / 0.63
///     permutation of 2^26 rows of 2 doubles, 4 / 64 bins   0.65 / 0.68 0.96 / 1.20
///     the same, structs of 2 doubles                       0.64 / 0.68 0.91 / 1.12
///
/// On CPUs, points of 12 and 16 bytes are not faster with bins stored.
template <class Exec>
constexpr bool asks_once(bool is_cheap, bool is_expensive, bool moves_elements,
                         std::size_t element_bytes) {
  constexpr std::size_t most = capabilities<Exec>.lanes_are_threads ? 8 : max_sorted_bytes;
  return !is_cheap && (is_expensive || (!moves_elements && element_bytes > most));
}

/// \brief The most edges whose table is put in a team's scratch, if the bins are not there; for
/// more edges the table is in memory. H200, histograms of 2^28 floats, µs:
///
///     edges                              4096  8192  16384  (no edges)
///     table in memory, bins partitioned  1351  1501   1587   about 930
///     both in scratch                     351  1020   1568         255
///
/// Storing the bins of 2^26 floats by 65536 edges, all that follows included: table in memory
/// 2044 µs, in scratch 3465 µs.
inline constexpr int max_edges_in_scratch = 4096;

/// \brief The most elements whose sorted keys are stored too, only to search the ends of the bins
/// in them, where the ends could also be found in the sorted elements.
///
/// H200, permutations, µs:
///
///                             keys kept  not kept
///     2^22 floats, 2^16 bins        134       134
///     2^24 floats, 2^16 bins        432       391
///     10^5 points, 2^21 bins         82       190
constexpr std::size_t max_kept_keys(int bins) { return 64 * static_cast<std::size_t>(bins); }

}  // namespace KokkosScan::tuning
