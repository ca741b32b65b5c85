// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

namespace KokkosScan::tuning::cuda {

/// Of the speed of reading (H200, 2^28 elements, 242 µs for 4-byte ones; uniform, normal, power law
/// and all in one bin differ by less than 2 %), threads x loads x teams a multiprocessor: float
/// with 8 / 256 / 4096 bins 512 x 4 x 3 0.94 / 0.93 / 0.91, 512 x 4 x 2 0.95 / 0.94 / 0.93, 512 x 2
/// x 4 0.94 / 0.92 / 0.90, 1024 x 2 x 2 0.94 / 0.93 / 0.92; int32 0.92 / 0.92 / 0.90 with 512 x 4 x
/// 3; double 0.92 / 0.92 / 0.90. Copies: as many as fit 33 KiB, 32 up to 256 bins: then no two
/// lanes of a warp ever meet.
constexpr HistogramPolicy histogram_policy(int element_bytes) {
  (void)element_bytes;
  return {.threads = 512,
          .loads = 4,
          .access_bytes = 16,
          .teams_per_multiprocessor = 3,
          .scratch_bytes = 43 * 1024,  // of Kokkos' 48 KiB, which hold 8 bytes a thread of its own
          .most_copies = 32,
          .copies_bytes = 33 * 1024,
          // 2^16 bins, 4 windows: 1105 µs uniform and power law, 2017 µs one bin; shared bins take
          // 2896, 4257 and 377 µs.
          .most_windows = 4,
          .cached_bins = 4096};  // 2^20 bins, power law: 4.9 ms, with 1024 7.2 ms, without 16 ms
}

/// Of the floor (H200, 2^28 floats; 2 reads, 1 write), threads x items x teams a multiprocessor,
/// with 8 / 64 / 256 bins: 256 x 16 x 3 0.65 / 0.55 / 0.33, 256 x 16 x 2 0.62 / 0.52 / 0.39,
/// 384 x 16 x 2 0.59 / 0.50 / 0.38, 192 x 16 x 4 0.66 / 0.55 / 0.29, 256 x 12 x 4 0.62 / 0.51 /
/// 0.27. Fewer threads than bins take two scans a tile. Other sizes: as many bytes a thread; not
/// measured.
/// \param item_bytes  of what is moved
constexpr ExtractionPolicy extraction_policy(int item_bytes) {
  int const fitting =
      34 * 1024 / (item_bytes + 1) / 64 * 64;  // of Kokkos' 48 KiB, beside the counts
  int const threads = fitting < 256 ? fitting : 256;
  int const items = item_bytes <= 4 ? 16 : 80 / item_bytes;
  return {.threads = threads >= 64 ? threads : 32,
          .items = items > 1 ? items : 1,
          .teams_per_multiprocessor = 3,
          .pieces_per_team = 4,
          .digit_bits = 8,
          .sorts_tiles = true};
}

}  // namespace KokkosScan::tuning::cuda
