// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda_bins.hpp>
#include <KokkosScan/tuning/backends/hip_bins.hpp>
#include <KokkosScan/tuning/backends/host_bins.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>
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

/// \brief How many pieces n items are cut into, each counted in bins of its own by one of \p teams.
/// On a CPU the bins of every piece are cleared and summed, so a piece needs enough items to be
/// worth that.
template <class Exec>
std::size_t histogram_pieces(std::size_t n, std::size_t bins, std::size_t teams) {
  if (capabilities<Exec>.lanes_are_threads) return teams;
  return host::histogram_pieces(n, bins, teams);
}

/// \brief On hosts, the least bins that a thread sums over all pieces.
inline constexpr std::size_t min_bins_merged = host::min_bins_merged;

/// \brief Whether a host may count fewer items in shared bins, for which others have bins of their
/// own.
/// \param bytes  of one piece's bins
template <class Exec>
constexpr bool may_share_fewer(std::size_t bytes) {
  return !capabilities<Exec>.lanes_are_threads && !host::cache_holds_bins(bytes);
}

/// \brief Bytes of a team's scratch that are left for its bins.
/// \param has_table  a table finds the bins; it takes at most half of the scratch
constexpr std::size_t bytes_for_bins(HistogramPolicy const& policy, bool has_table) {
  int const table =
      policy.table_bytes < policy.scratch_bytes / 2 ? policy.table_bytes : policy.scratch_bytes / 2;
  return static_cast<std::size_t>(policy.scratch_bytes - (has_table ? table : 0));
}

/// \brief The number of buckets of a table of edges in memory, for all teams; 1: no table pays.
/// \param items  that will be looked up
template <class Exec>
constexpr std::size_t buckets_in_memory(std::size_t bins, std::size_t items) {
  // At least 5/4 for each bin, so that the edges of equal bins do not share buckets.
  std::size_t const least = bins + bins / 4;
  if (capabilities<Exec>.lanes_are_threads) return least;
  return host::buckets_of_edges(least, items);
}

/// \brief Where all bins have more copies, none of them are hot bins.
inline constexpr int max_log2_copies_beside_hot = cuda::max_log2_copies_beside_hot;

/// \brief The least number of items for which bins may be partitioned.
constexpr std::size_t items_worth_packing(std::size_t bins) {
  return cuda::min_items_per_packed_bin * bins;
}

/// \brief What the choice of a histogram's variant depends on, beside the numbers of items and
/// bins.
struct HistogramTraits {
  std::size_t count_bytes;  ///< of the smallest private count
  std::size_t item_bytes;   ///< of an element and its weight
  std::size_t teams = 1;    ///< that run at once
  bool has_weights = false;
  bool partitions = false;    ///< this number of bins can be partitioned
  bool has_table = false;     ///< a table finds the bins, and takes some of a team's scratch
  bool is_expensive = false;  ///< bins are worth finding once, not for each window
};

/// \brief The most windows of private bins with weights that pay.
constexpr int windows_of_weights(HistogramPolicy const& policy, std::size_t n, std::size_t bins,
                                 HistogramTraits const& traits) {
  if (traits.is_expensive || n < cuda::min_items_per_bin_of_windows * bins) return 1;
  auto const most =
      static_cast<int>(cuda::max_windows_of_weights(traits.item_bytes, traits.count_bytes));
  return std::clamp(most, 1, policy.max_windows);
}

/// \brief Private bins where they fit team scratch, in windows that pay; on a host, where memory
/// for them pays.
inline DeviceHistogram choose_histogram(HistogramPolicy const& policy, std::size_t n,
                                        std::size_t bins, HistogramTraits const& traits) {
  if (policy.scratch_bytes == 0)
    return host::owns_bins(n, bins, bins * traits.count_bytes, traits.teams)
               ? DeviceHistogram::private_bins
               : DeviceHistogram::shared_bins;
  bool const pays = traits.partitions && n >= items_worth_packing(bins);
  int windows = policy.max_windows;
  if (traits.has_weights)
    windows = windows_of_weights(policy, n, bins, traits);
  else if (traits.is_expensive && pays)
    windows = 1;  // 2^28 floats by 32768 edges: 2 windows 8562 µs, partitioned 4299 µs
  std::size_t const most =
      static_cast<std::size_t>(windows) * bytes_for_bins(policy, traits.has_table);
  if (bins * traits.count_bytes <= most) return DeviceHistogram::private_bins;
  return pays ? DeviceHistogram::partitioned_bins : DeviceHistogram::shared_bins;
}

}  // namespace KokkosScan::tuning
