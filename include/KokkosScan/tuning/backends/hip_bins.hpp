// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda_bins.hpp>

#include <cstddef>

/// \file
/// \brief The shapes of CUDA, cut so that two teams fit in the 64 KiB of scratch of a compute unit,
/// unless thousands of bins or edges take more. Not measured: no such device was available.

namespace KokkosScan::tuning::hip {

/// For a tile and a table: half of the 64 KiB.
inline constexpr std::size_t max_bytes_with_table = 32 * 1024;

constexpr HistogramPolicy histogram_policy(bool has_weights, int item_bytes) {
  HistogramPolicy policy = cuda::histogram_policy(has_weights, item_bytes);
  policy.teams_per_multiprocessor = 2;
  policy.copies_bytes = 28 * 1024;
  policy.hot_lanes = 0;  // real numbers are added in scratch by one instruction
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
  if (policy.items > 1) policy.items = policy.items * 3 / 4;
  if (policy.looks_back) policy.teams_per_multiprocessor = 2;
  return policy;
}

/// Tiles of half of CUDA's size: the counts take 18 KiB.
constexpr ExtractionPolicy short_tiles_policy(int slot_bytes) {
  ExtractionPolicy policy = cuda::short_tiles_policy(slot_bytes);
  if (policy.threads != 256) return hip::look_back_extraction_policy(slot_bytes);
  policy.items /= 2;
  policy.teams_per_multiprocessor = 2;
  return policy;
}

}  // namespace KokkosScan::tuning::hip
