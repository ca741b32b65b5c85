// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

namespace KokkosScan::tuning::cuda {

/// From this many elements on, `work_ahead` beats `look_back`.
constexpr std::size_t work_ahead_from = std::size_t(1) << 22;

/// Kokkos gives a team at most 48 KiB of level-0 scratch; some of it is Kokkos' and the kernel's.
constexpr int scratch_bytes = 47 * 1024;

/// Elements of one access: 16 bytes where the element divides them.
constexpr int access_width(int element_bytes) {
  return element_bytes < 16 && 16 % element_bytes == 0 ? 16 / element_bytes : 1;
}

constexpr int at_least_one(int x) { return x > 1 ? x : 1; }

/// \param element_bytes  the larger of an input and an output element
/// \param item_bytes     what a lane holds per element: accumulator and payload
constexpr ScanPolicy scan_policy(DeviceScan variant, int element_bytes, int item_bytes) {
  int const width = access_width(element_bytes);
  // A register holds 4 bytes, however small the item.
  int const row_registers = width * ((item_bytes + 3) / 4) * 4;
  ScanPolicy policy{.lanes = 32, .threads = 8, .width = width};
  if (variant == DeviceScan::work_ahead) {
    // About 40 KiB of parked tiles a team and 4 teams a multiprocessor cover the way publish - scan
    // - publish - poll. Of copy speed (H200, 2^28, threads x rows x slots, inclusive / exclusive):
    // int32 4 x 7 x 3 0.89 / 0.90, 4 x 4 x 5 0.88 / 0.88 (and 5 % faster at 2^20), 6 x 4 x 3 0.86,
    // 8 x 3 x 3 0.86, 8 x 5 x 2 0.84; double 4 x 7 x 3 0.83, 8 x 5 x 2 0.66.
    policy.threads = 4;
    policy.rows = at_least_one((item_bytes > 4 ? 112 : 64) / row_registers);
    int const parked = policy.tile() * item_bytes;
    int const fitting = scratch_bytes / parked;
    // Where not even two large items a lane fit, the teams form a chain.
    policy.slots = fitting > 5 ? 5 : (fitting < 2 ? 0 : fitting);
    policy.teams_per_multiprocessor = 4;
  } else if (variant == DeviceScan::look_back) {
    // Bytes in flight decide (H200, 2^28 int32): 64 items a lane reach 0.67 of copy speed, 32
    // reach 0.62, 24 reach 0.56.
    policy.threads = item_bytes > 4 ? 8 : 4;
    policy.rows = at_least_one((item_bytes > 4 ? 128 : 256) / row_registers);
    policy.teams_per_multiprocessor = item_bytes > 4 ? 3 : 4;
  } else {
    policy.rows = at_least_one(64 / row_registers);
  }
  return policy;
}

}  // namespace KokkosScan::tuning::cuda
