// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>

namespace KokkosScan::tuning::host {

/// Tiles of 64 Ki elements of 4 bytes: read from DRAM once, from L2 the second time. Smaller ones
/// (4 Ki) lose a quarter to the exchange between tiles, larger ones (256 Ki) fall out of L2
/// (two cores of a Sapphire Rapids class Xeon, 2^26 elements; docs/performance.md).
constexpr int tile_bytes = 256 * 1024;

constexpr ScanPolicy scan_policy(ItemSizes const& sizes, int vector_lanes) {
  int const items = tile_bytes / sizes.widest() / vector_lanes;
  return {.lanes = vector_lanes,
          .threads = 1,
          .items = items > 2 ? items : 2,
          .storage = TileStorage::cache,
          .is_persistent = true};
}

}  // namespace KokkosScan::tuning::host
