// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/scan_policy.hpp>

namespace KokkosScan::tuning::host {

/// A tile is sorted into one buffer a class: two of them and what is being read stay in L2. On two
/// cores of a Xeon with AVX-512, half kept, of a streaming copy: int32 0.53 to 0.56 with 32 to 256
/// KiB; double 0.53 (32), 0.51 (64), 0.42 (128), 0.45 (256), its selection 0.50, 0.59, 0.57, 0.67.
constexpr int partition_tile_bytes = 64 * 1024;

constexpr ScanPolicy partition_policy(int item_bytes) {
  int const items = partition_tile_bytes / item_bytes;
  return {.lanes = 1,
          .threads = 1,
          .items = items > 2 ? items : 2,
          .storage = TileStorage::cache,
          .is_persistent = true};
}

}  // namespace KokkosScan::tuning::host
