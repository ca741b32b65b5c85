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
    // 192 threads x 4 rows of 16 bytes in 3 slots, 4 teams: 150 KB of parked tiles and more a
    // multiprocessor, what covers publish - scan - publish - poll.
    policy.threads = item_bytes > 4 ? 8 : 6;
    policy.rows = at_least_one((item_bytes > 4 ? 80 : 64) / row_registers);
    int const slot = policy.tile() * item_bytes;
    policy.slots = at_least_one(scratch_bytes / slot < 3 ? scratch_bytes / slot : 3);
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
