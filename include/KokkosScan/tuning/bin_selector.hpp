// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/tuning/backends/cuda_bins.hpp>
#include <KokkosScan/tuning/backends/hip_bins.hpp>
#include <KokkosScan/tuning/backends/host_bins.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

namespace KokkosScan::tuning {

/// \brief The tuned policy of histograms, with or without weights.
template <class Exec>
constexpr HistogramPolicy histogram_policy(bool has_weights) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::histogram_policy(has_weights);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::histogram_policy(has_weights);
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

/// \brief The largest element that a pass moves, in bytes: one for each lane of a warp or wavefront
/// fits its scratch.
template <class Exec>
inline constexpr int most_extracted_bytes =
    capabilities<Exec>.lanes_are_threads && capabilities<Exec>.max_lanes > 32 ? 512 : 1024;

/// \brief The tuned policy of a pass that looks back; one that does not where there is none.
/// \param slot_bytes  of scratch that an item takes: the item, and its class where that is kept
template <class Exec>
constexpr ExtractionPolicy look_back_extraction_policy(int slot_bytes) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::look_back_extraction_policy(slot_bytes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::look_back_extraction_policy(slot_bytes);
  else
    return {};
}

/// \brief The same for items that take at most `most_bytes_in_short_tiles` of scratch.
template <class Exec>
constexpr ExtractionPolicy short_tiles_policy(int slot_bytes) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::short_tiles_policy(slot_bytes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::short_tiles_policy(slot_bytes);
  else
    return {};
}
/// \brief What a tile of a pass that looks back and a table beside it take of a team's scratch.
template <class Exec>
inline constexpr std::size_t most_bytes_with_table =
    capabilities<Exec>.backend == Backend::hip ? hip::most_bytes_with_table
                                               : cuda::most_bytes_with_table;
/// \brief What a slot of scratch is taken to be larger for, where bins are found by a table.
constexpr int table_slot_bytes(std::size_t element_bytes) {
  return cuda::table_slot_bytes(element_bytes);
}
inline constexpr std::size_t most_bytes_in_short_tiles = cuda::most_bytes_in_short_tiles;
/// \brief Items that take so many bytes of scratch look back whatever the number of bins.
inline constexpr std::size_t most_bytes_looking_back = cuda::most_bytes_looking_back;

/// \brief The largest element that is sorted itself, in bytes; of larger ones the indices are.
inline constexpr std::size_t most_sorted_bytes = cuda::most_sorted_bytes;
/// \brief With few bins, elements up to so many bytes are sorted themselves all the same, in
/// pieces.
inline constexpr std::size_t most_bytes_in_pieces = cuda::most_bytes_in_pieces;

/// \brief Whether a pass looks back that could as well sort pieces: one of more bins, or of at most
/// so many bytes of scratch for all items.
constexpr bool prefer_look_back(int bins, std::size_t bytes) {
  return bins > cuda::most_bins_in_pieces || bytes <= most_bytes_looking_back;
}

/// \brief Pieces of n items that are counted in bins of their own by as many of \p teams. On a CPU
/// many bins are cleared and summed for each piece, which the items of a piece must be worth.
template <class Exec>
std::size_t histogram_pieces(std::size_t n, std::size_t bins, std::size_t teams) {
  if (capabilities<Exec>.lanes_are_threads) return teams;
  return host::histogram_pieces(n, bins, teams);
}

/// \brief Bytes of a team's scratch for its bins.
/// \param has_table  that finds them, and leaves so many at least
constexpr std::size_t bytes_for_bins(HistogramPolicy const& policy, bool has_table) {
  int const table =
      policy.table_bytes < policy.scratch_bytes / 2 ? policy.table_bytes : policy.scratch_bytes / 2;
  return static_cast<std::size_t>(policy.scratch_bytes - (has_table ? table : 0));
}

/// \brief Private bins where they fit the scratch of a few teams or, on a host, a cache.
/// \param count_bytes  of the smallest private count
/// \param partitions   there is a way to partition so many bins
/// \param has_table    finds the bins: each window would ask it again
constexpr DeviceHistogram choose_histogram(HistogramPolicy const& policy, std::size_t n,
                                           std::size_t bins, std::size_t count_bytes,
                                           bool partitions, bool has_table) {
  // H200, 2^20 bins: 2^20 elements 104 µs partitioned and 91 shared, 2^22 112 and 127 (both with
  // some 80 that are saved since, docs/performance_bins.md, 32).
  bool const pays = partitions && n / 4 >= bins;
  // 2^28 floats by 32768 edges: 2 windows 8562 µs, partitioned 4299.
  auto const windows = static_cast<std::size_t>(has_table && pays ? 1 : policy.most_windows);
  std::size_t const most =
      policy.scratch_bytes > 0 ? windows * bytes_for_bins(policy, has_table) : std::size_t(1) << 23;
  if (bins * count_bytes <= most) return DeviceHistogram::private_bins;
  return pays ? DeviceHistogram::partitioned_bins : DeviceHistogram::shared_bins;
}

/// \brief Whether the bins of small elements that are sorted by many bins are found in every pass,
/// in place of a key that moves with them.
template <class Exec>
constexpr bool finds_again(bool is_cheap, bool is_dear) {
  return is_cheap || (capabilities<Exec>.lanes_are_threads && !is_dear);
}

/// \brief Whether an extraction stores the bin of each element first, and then goes by that: where
/// the binning is dear, or large elements are read for nothing else.
/// \param is_cheap  the binning is found sooner than read
/// \param is_dear   it is worth a bin that is kept
/// \param moves_elements  and so reads them in any case
///
/// Without a table that finds the bins. H200, with and without stored bins: 2^24 floats by 65536
/// edges 1.05 and 3.4 ms; a permutation of 2^24 points of 24 bytes by 2^3 cells 0.22 and 0.39. But
/// of points of 12 bytes 0.19 and 0.18, of 8 bytes 0.19 and 0.13, and 2^25 structs of 12 bytes
/// themselves by 8 bins 0.63 and 0.39.
constexpr bool asks_once(bool is_cheap, bool is_dear, bool moves_elements,
                         std::size_t element_bytes) {
  return !is_cheap && (is_dear || (!moves_elements && element_bytes > most_sorted_bytes));
}

/// \brief The most edges of a table in a team's scratch, where its bins are not: of more a table is
/// in memory. H200, histograms of 2^28 floats by 4096 / 8192 / 16384 edges, µs: the table in memory
/// and bins partitioned 1351 / 1501 / 1587, both in scratch 351 / 1020 / 1568; without edges about
/// 930 and 255. Stored, 2^26 floats by 65536: in memory 2044, in scratch 3465, all that follows
/// included.
inline constexpr int most_edges_in_scratch = 4096;

/// \brief The most elements whose keys are stored in order beside them, only for the bins' ends to
/// be searched in them, where these could be found in what was sorted.
///
/// H200, 2^16 bins of floats, a permutation: 2^22 elements 134 µs either way, 2^24 432 with keys
/// kept and 391 without. 2^21 bins of 10^5 points: 82 and 190.
constexpr std::size_t most_kept_keys(int bins) { return 64 * static_cast<std::size_t>(bins); }

}  // namespace KokkosScan::tuning
