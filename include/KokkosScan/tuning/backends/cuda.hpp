// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/scan_policy.hpp>

namespace KokkosScan::tuning::cuda {

/// \param element_bytes  the larger of an input and an output element
/// \param item_bytes     what a lane holds per element: accumulator and payload
constexpr ScanPolicy scan_policy(int element_bytes, int item_bytes) {
  // One access is 16 bytes where the element divides it.
  int const width = element_bytes < 16 && 16 % element_bytes == 0 ? 16 / element_bytes : 1;
  // About 64 bytes of items a lane: 16 registers, so that two teams of 256 and more stay resident.
  int const per_lane = 64 / (width * (item_bytes > element_bytes ? item_bytes : element_bytes));
  return {.lanes = 32,
          .threads = 8,
          .rows = per_lane > 1 ? per_lane : 1,
          .width = width,
          .storage = TileStorage::registers};
}

}  // namespace KokkosScan::tuning::cuda
