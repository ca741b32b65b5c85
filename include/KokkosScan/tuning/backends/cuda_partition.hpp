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
    policy.threads = 4;
    int const parked = policy.tile() * (item_bytes + 1) + 16;
    int const fitting = scratch_bytes / parked;
    policy.slots = fitting > 4 ? 4 : (fitting < 2 ? 0 : fitting);
    policy.teams_per_multiprocessor = 5;
  } else if (variant == DeviceScan::look_back) {
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
