// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>

namespace KokkosScan::tuning::host {

/// Tiles of 64 Ki elements of 4 bytes: read from DRAM once, from L2 the second time. Smaller ones
/// (4 Ki) lose a quarter to the exchange between tiles, larger ones (256 Ki) fall out of L2
/// (two cores of a Sapphire Rapids class Xeon, 2^26 elements; docs/performance.md).
constexpr int tile_bytes = 256 * 1024;

/// From this many bytes read and written on, results go around the caches: they would not stay.
constexpr std::size_t streaming_from = std::size_t(64) << 20;

/// How far ahead of itself a thread asks for what it reads once: processors do so themselves, but
/// only to the end of a page. On two threads of a Xeon, 2^25 int32: partition_copy 15.6 to 14.5 ms,
/// select 12.3 to 10.5 ms (1 KiB ahead: 15.2 and 11.4), histograms 10 to 15 % less.
constexpr int prefetch_distance = 4096;

constexpr ScanPolicy scan_policy(ItemSizes const& sizes, int vector_lanes) {
  int const items = tile_bytes / sizes.widest() / vector_lanes;
  return {.lanes = vector_lanes,
          .threads = 1,
          .items = items > 2 ? items : 2,
          .storage = TileStorage::cache,
          .is_persistent = true};
}

}  // namespace KokkosScan::tuning::host
