// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/scan_policy.hpp>

namespace KokkosScan::tuning::hip {

/// As on CUDA, with the lanes of a wavefront. Not measured yet: no such device was at hand.
constexpr ScanPolicy scan_policy(int element_bytes, int item_bytes, int lanes) {
  int const width = element_bytes < 16 && 16 % element_bytes == 0 ? 16 / element_bytes : 1;
  int const per_lane = 64 / (width * (item_bytes > element_bytes ? item_bytes : element_bytes));
  return {.lanes = lanes,
          .threads = 256 / lanes,
          .rows = per_lane > 1 ? per_lane : 1,
          .width = width,
          .storage = TileStorage::registers};
}

}  // namespace KokkosScan::tuning::hip
