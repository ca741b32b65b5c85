// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>

namespace KokkosScan::tuning::host {

/// A tile is sorted into one buffer a class: two buffers and what is being read stay in L2. Two
/// threads of a Xeon with AVX-512, half kept, fraction of the speed of a streaming copy:
///
///     tile                                 16 KiB       32 KiB       64 KiB      128 KiB
///     int32, partition_copy / select  0.62 / 0.61  0.60 / 0.64  0.58 / 0.60  0.63 / 0.63
///     doubles                         0.64 / 0.59  0.60 / 0.60  0.62 / 0.60  0.62 / 0.63
constexpr int partition_tile_bytes = 128 * 1024;

constexpr ScanPolicy partition_policy(PartitionSizes const& sizes) {
  int const items = partition_tile_bytes / sizes.item_bytes();
  return {.lanes = 1,
          .threads = 1,
          .items = items > 2 ? items : 2,
          .storage = TileStorage::cache,
          .is_persistent = true};
}

}  // namespace KokkosScan::tuning::host
