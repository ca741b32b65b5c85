// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

namespace KokkosScan::tuning::cuda {

/// Elements of one access: 16 bytes where the element divides them.
constexpr int access_width(int element_bytes) {
  return element_bytes < 16 && 16 % element_bytes == 0 ? 16 / element_bytes : 1;
}

constexpr int at_least_one(int x) { return x > 1 ? x : 1; }

/// From this many elements on, `work_ahead` beats `look_back` in partitions.
constexpr std::size_t partition_ahead_from = std::size_t(1) << 22;

/// \param element_bytes  the larger of an input and an output element
/// \param item_bytes     what a lane holds per element: what is written, and a flag where there is
///                       one
constexpr ScanPolicy partition_policy(DeviceScan variant, int element_bytes, int item_bytes) {
  int const width = access_width(element_bytes);
  int const row_registers = width * ((item_bytes + 3) / 4) * 4;
  ScanPolicy policy{
      .lanes = 32, .threads = 8, .items = width * at_least_one(64 / row_registers), .width = width};
  if (variant == DeviceScan::work_ahead) {
    // H200, 2^28, half kept, of copy speed (partition_copy) and of floor (select); threads x rows x
    // slots x teams: int32 4 x 4 x 4 x 5 0.87-0.89 / 0.85, 4 x 4 x 5 x 5 0.84 / 0.85, 4 x 4 x 4 x 6
    // 0.84 / 0.85, 4 x 5 x 4 x 4 0.84 / 0.85, 4 x 4 x 5 x 4 0.80 / 0.79, 2 x 8 x 3 x 8 0.72 / 0.62;
    // double (rows of 2) 4 x 4 x 4 x 5 0.91 / 0.87, 4 x 5 x 4 x 4 0.91 / 0.88, 4 x 4 x 5 x 5 0.89 /
    // 0.89.
    policy.threads = 4;
    int const parked = policy.tile() * (item_bytes + 1) + 16;
    int const fitting = scratch_bytes / parked;
    policy.slots = fitting > 4 ? 4 : (fitting < 2 ? 0 : fitting);
    // Three classes (of 3n): 4 x 4 x 4 x 5 0.68 although 68 bytes spill, 8 x 2 x 4 x 4 0.65, 4 x 3
    // x 5 x 5 0.64, 4 x 5 x 4 x 4 0.64, 4 x 4 x 4 x 4 0.62, 4 x 4 x 5 x 4 0.61.
    policy.teams_per_multiprocessor = 5;
  } else if (variant == DeviceScan::look_back) {
    // For small sizes: 0.42 to 0.48 of copy speed at 2^28 in any shape, but 8 x 4 rows are 1.1
    // to 1.7 x CUB up to 2^20.
    policy.teams_per_multiprocessor = 4;
  }
  return policy;
}

/// The count before a partition in order: nothing but reading, so as much in flight as there can
/// be.
constexpr ScanPolicy count_policy(int element_bytes) {
  int const width = access_width(element_bytes);
  return {.lanes = 32,
          .threads = 8,
          .items = width * at_least_one(64 / (width * ((element_bytes + 3) / 4) * 4)),
          .width = width,
          .teams_per_multiprocessor = 4};
}

}  // namespace KokkosScan::tuning::cuda
