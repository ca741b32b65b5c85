// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda_bins.hpp>

#include <algorithm>
#include <cstddef>

/// \file
/// \brief The shapes of CUDA, cut so that two teams fit in the 64 KiB of scratch of a compute unit,
/// unless thousands of bins or edges take more. Not measured: no such device was available.

namespace KokkosScan::tuning::hip {

/// Half of the 64 KiB, without what Kokkos takes for teams of \p threads threads: 8 bytes for each,
/// for two more, and for the team.
constexpr std::size_t bytes_of_two_teams(int threads) {
  return 32 * 1024 - 8 * (static_cast<std::size_t>(threads) + 3);
}
/// For a tile and a table.
inline constexpr std::size_t max_bytes_with_table = bytes_of_two_teams(256);

/// The most items of a tile whose teams, with \p threads threads and \p counts_bytes of counts, are
/// two; at least one.
constexpr int max_items(int threads, std::size_t counts_bytes, int slot_bytes) {
  std::size_t const item_bytes =
      static_cast<std::size_t>(threads) * static_cast<std::size_t>(slot_bytes);
  return std::max(1, static_cast<int>((bytes_of_two_teams(threads) - counts_bytes) / item_bytes));
}

constexpr HistogramPolicy histogram_policy(bool has_weights, int item_bytes) {
  HistogramPolicy policy = cuda::histogram_policy(has_weights, item_bytes);
  policy.teams_per_multiprocessor = 2;
  policy.copies_bytes = 28 * 1024 - 64;
  policy.hot_lanes = 0;  // real numbers are added in scratch by one instruction (gfx90a and newer)
  // A range's bins take 32 KiB, so one counting team fits. The packing teams have tiles of 16 KiB.
  policy.ranges.threads = 256;
  policy.ranges.items = 16;
  policy.ranges.teams_per_multiprocessor = 2;
  policy.ranges.count_teams_per_multiprocessor = 1;
  return policy;
}

/// Tiles of two thirds of CUDA's size.
constexpr ExtractionPolicy extraction_policy(int item_bytes) {
  ExtractionPolicy policy = cuda::extraction_policy(item_bytes);
  if (policy.items > 1) policy.items = policy.items * 2 / 3;
  policy.teams_per_multiprocessor = 2;
  return policy;
}

/// Tiles of three quarters of CUDA's size: the counts of 256 classes take 9 KiB beside them.
constexpr ExtractionPolicy look_back_extraction_policy(int slot_bytes) {
  ExtractionPolicy policy = cuda::look_back_extraction_policy(slot_bytes);
  constexpr std::size_t counts_bytes = 11 * 1024 + 128;
  if (policy.items > 1)
    policy.items =
        std::min(policy.items * 3 / 4, max_items(policy.threads, counts_bytes, slot_bytes));
  if (policy.looks_back) policy.teams_per_multiprocessor = 2;
  return policy;
}

/// Tiles of half of CUDA's size: the counts take 18 KiB.
constexpr ExtractionPolicy short_tiles_policy(int slot_bytes) {
  ExtractionPolicy policy = cuda::short_tiles_policy(slot_bytes);
  if (policy.threads != 256) return hip::look_back_extraction_policy(slot_bytes);
  constexpr std::size_t counts_bytes = 19 * 1024 + 192;
  policy.items = std::min(policy.items / 2, max_items(policy.threads, counts_bytes, slot_bytes));
  policy.teams_per_multiprocessor = 2;
  return policy;
}

}  // namespace KokkosScan::tuning::hip
