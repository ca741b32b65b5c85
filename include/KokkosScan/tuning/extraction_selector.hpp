// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda_bins.hpp>
#include <KokkosScan/tuning/backends/hip_bins.hpp>
#include <KokkosScan/tuning/backends/host_bins.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>

#include <cstddef>

namespace KokkosScan::tuning {

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

/// \brief The most bins of one pass of the tuned \p policy over pieces.
/// \param moves_elements  not indices or ranks
/// \param index_bytes     size of an output index
template <class Exec>
constexpr int max_bins_in_pieces(ExtractionPolicy const& policy, bool moves_elements,
                                 std::size_t index_bytes) {
  return capabilities<Exec>.lanes_are_threads
             ? 1 << policy.digit_bits
             : host::max_bins_in_pieces(moves_elements, index_bytes);
}

/// \brief On hosts, the most bins that are sorted by way of buckets; more are digit by digit.
inline constexpr int max_bins_in_buckets = host::max_bins_in_buckets;
/// \brief On hosts, bytes of the buffer in which a thread sorts a bucket.
inline constexpr std::size_t bucket_buffer_bytes = host::bucket_buffer_bytes;
/// \brief On hosts, whether an element of a bucket is moved beside its bin.
/// \param bytes  of both
constexpr bool is_moved_beside_key(std::size_t bytes) { return host::is_moved_beside_key(bytes); }
/// \brief On hosts, log2 of the number of neighboring bins in a bucket.
constexpr int bucket_shift(std::size_t items, std::size_t item_bytes, int bins,
                           std::size_t threads) {
  return host::bucket_shift(items, item_bytes, bins, threads);
}

/// \brief On hosts, the least items of each class that a piece should have, on average.
/// \param moves  items are moved by class; ranks are not
constexpr std::size_t min_items_of_class(bool moves, int item_bytes) {
  return host::min_items_of_class(moves, item_bytes);
}

/// \brief On hosts, the most bins of a pass over pieces that stores whole buffers.
/// \param is_streamed  the buffers are stored around the caches
KOKKOS_FUNCTION constexpr int max_buffered_bins(bool is_streamed) {
  return host::max_buffered_bins(is_streamed);
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
  return bins > cuda::max_bins_preferring_pieces || bytes <= max_bytes_looking_back;
}

/// \brief Whether a sort of small elements by many bins finds their bins again in every pass,
/// instead of moving a key with each element.
template <class Exec>
constexpr bool finds_again(bool is_cheap, bool is_expensive) {
  return is_cheap || (capabilities<Exec>.lanes_are_threads && !is_expensive);
}

/// \brief Whether an extraction first stores the bin of each element, and then uses the stored
/// bins: if the binning is expensive, or if large elements would be read for their bins only. For
/// bins that no table finds.
/// \param is_cheap        a bin is computed faster than read
/// \param is_expensive    a bin is worth storing
/// \param moves_elements  the extraction moves elements, and so reads them in any case
template <class Exec>
constexpr bool asks_once(bool is_cheap, bool is_expensive, bool moves_elements,
                         std::size_t element_bytes) {
  // On CPUs, points of 12 and 16 bytes are not faster with bins stored.
  constexpr std::size_t most =
      capabilities<Exec>.lanes_are_threads ? cuda::max_bytes_read_twice : max_sorted_bytes;
  return !is_cheap && (is_expensive || (!moves_elements && element_bytes > most));
}

/// \brief The most edges whose table is put in a team's scratch, if the bins are not there; for
/// more edges, and on hosts, the table is in memory.
inline constexpr int max_edges_in_scratch = cuda::max_edges_in_scratch;

/// \brief On hosts, how many bins are found by a table of edges before they are stored.
inline constexpr int bins_stored_at_once = host::bins_stored_at_once;

/// \brief The most elements whose sorted keys are stored too, only to search the ends of the bins
/// in them, where the ends could also be found in the sorted elements.
constexpr std::size_t max_kept_keys(int bins) {
  return cuda::max_kept_keys_per_bin * static_cast<std::size_t>(bins);
}

}  // namespace KokkosScan::tuning
