// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

#include <cstddef>

namespace KokkosScan::tuning::cuda {

/// Of the speed of reading (H200, 2^28 elements, 242 µs for 4-byte ones; uniform, normal, power law
/// and all in one bin differ by less than 2 %), threads x loads x teams a multiprocessor: float
/// with 8 / 256 / 4096 bins 512 x 4 x 3 0.94 / 0.93 / 0.91, 512 x 4 x 2 0.95 / 0.94 / 0.93, 512 x 2
/// x 4 0.94 / 0.92 / 0.90, 1024 x 2 x 2 0.94 / 0.93 / 0.92; int32 0.92 / 0.92 / 0.90 with 512 x 4 x
/// 3; double 0.92 / 0.92 / 0.90. Copies: as many as fit 33 KiB, 32 up to 256 bins: then no two
/// lanes of a warp ever meet.
///
/// With weights 4 loads spill 150 bytes of registers: float weights, 256 and 4096 bins, 512 x 4 x 3
/// 930 and 1000 µs where reading takes 512; 512 x 2 x 3 487 and 630, 512 x 1 x 4 491 and 629, 512 x
/// 4 x 2 489 and 664; double (2^27) 914 and 891, 491 and 553, 489 and 557, 492 and 590.
constexpr HistogramPolicy histogram_policy(bool has_weights) {
  return {.threads = 512,
          .loads = has_weights ? 2 : 4,
          .access_bytes = 16,
          .teams_per_multiprocessor = 3,
          .scratch_bytes = 43 * 1024,  // of Kokkos' 48 KiB, which hold 8 bytes a thread of its own
          // 4096 bins by edges: 540 µs, without a table 4925 (docs/performance_bins.md, 61). More
          // bins with weights have no other place.
          .table_bytes = (has_weights ? 2 : 8) * 1024,
          .most_copies = 32,
          .copies_bytes = 33 * 1024,
          // 2^15 bins: 2 windows 755 µs, partitioned 1014; 2^16 bins: 3 windows 1104 µs uniform and
          // power law, 2014 one bin, partitioned 929, 943 and 318
          .most_windows = 2,
          .cached_bins = 4096,  // 2^20 bins, power law: 4.9 ms, with 1024 7.2 ms, without 16 ms
          // 2^20 bins, uniform / power law / one bin, threads x items x teams, count_threads x
          // teams, µs: 256 x 32 x 3, 512 x 3 1102 / 1170 / 343; parts of 2^24 (half the workspace)
          // 1220 / 1264 / 418. When all took 80 to 130 more: 1229 / 1294 / 421; 512 x 2 1276 / 1356
          // / 411; 512 x 16 x 3, 512 x 3 1375 / 1411 / 431
          .ranges = {.threads = 256,
                     .items = 32,
                     .teams_per_multiprocessor = 3,
                     .log2_bins = 13,
                     .log2_copies = 3,
                     .count_threads = 512,
                     .count_teams_per_multiprocessor = 3,
                     // 0 instead of 14000: 1621 normal, 1363 99 % in one bin; with it 1272, 1162;
                     // 7000 1304, 1180; uniform, power law, one bin, sorted the same
                     .range_cost = 2048,
                     .least_range = 14000,
                     .part = 1 << 25}};
}

/// Of the floor (H200, 2^28 floats, uniform; 2 reads, 1 write), threads x items x teams a
/// multiprocessor, with 8 / 16 bins: 256 x 24 x 3 0.67 / 0.63, 192 x 24 x 4 0.66 / 0.62, 256 x 20 x
/// 3 0.65 / 0.61, 256 x 16 x 4 0.65 / 0.62, 256 x 16 x 3 0.63 / 0.58. Other sizes: as many bytes a
/// thread; not measured.
/// \param item_bytes  of what is moved
constexpr ExtractionPolicy extraction_policy(int item_bytes) {
  int const fitting =
      34 * 1024 / (item_bytes + 1) / 64 * 64;  // of Kokkos' 48 KiB, beside the counts
  int const threads = fitting < 256 ? fitting : 256;
  int const items = item_bytes <= 4 ? 24 : 80 / item_bytes;
  return {.threads = threads >= 64 ? threads : 32,
          .items = items > 1 ? items : 1,
          .teams_per_multiprocessor = 3,
          .pieces_per_team = 4,
          .digit_bits = 8,
          .sorts_tiles = true};
}

/// H200, 2^28 floats, offsets known, µs, with 64 / 256 bins, uniform: 128 x 52 x 4 872 / 1105, 48
/// 886 / 1130, 40 905 / 1196; 128 x 56 x 3 973 / 1189, 128 x 32 x 5 949 / 1371, 256 x 26 x 2 1055 /
/// 1208, 192 x 40 x 2 1015 / 1298, 64 x 56 x 8 1058 / 1762; doubles 128 x 28 x 4 1387 / 1847, 26
/// 1394 / 1929, 128 x 32 x 3 1479 / 1882, 256 x 20 x 2 1508 / -. Small teams wait less at barriers;
/// long tiles write long runs and are few to look back at. Other sizes: as many bytes a thread; not
/// measured.
/// \param slot_bytes  what an item takes of scratch
constexpr ExtractionPolicy look_back_extraction_policy(int slot_bytes) {
  int const fitting = 224 / slot_bytes;
  int const items = fitting < 52 ? fitting : 52;
  if (items < 1) return {};
  return {.threads = 128,
          .items = items,
          .teams_per_multiprocessor = 4,
          .digit_bits = 8,
          .sorts_tiles = true,
          .looks_back = true};
}

/// Elements whose bins a table finds leave too few registers for as many of them. H200, 2^28 floats
/// by 8 / 64 / 256 edges, µs: 44 a thread 1728 / 1814 / 2100, 37 1549 / 1651 / 1993, 36 1530 / 1651
/// / 2008, 28 1541 / 1641 / 2031; indices, 44 / 36 / 28 a thread: 1453 / 1606 / 1992, 1474 / 1637 /
/// 2134, 1567 / 1731 / 2440. 2^27 doubles by 8 / 256 edges, 24 1155 / 1493, 22 1153 / 1527.
/// \return what a slot of scratch is taken to be larger for
constexpr int table_slot_bytes(std::size_t element_bytes) { return element_bytes <= 4 ? 1 : 0; }
/// Of Kokkos' 48 KiB, as for histograms.
inline constexpr std::size_t most_bytes_with_table = 43 * 1024;

/// Elements above sort their indices instead: a tile of large ones has few of each bin. H200,
/// structs of 8-byte words, µs, with 8 / 256 bins (8 bins of elements in pieces):
/// - 2^26 of 16 bytes: elements 896 / 1307, indices 1673 / 1788
/// - 2^25 of 24 bytes: elements 742 / 2239, indices 1272 / 1308
/// - 2^25 of 32 bytes: elements 1174 / 3488, indices 1453 / 1621
/// - 2^25 of 64 bytes: elements 3351 / 14205, indices 2385 / 2502
inline constexpr std::size_t most_sorted_bytes = 16, most_bytes_in_pieces = 32;

/// Few items do not fill a machine: then a short tile is a short wait. H200, floats, offsets known,
/// µs, 256 bins, uniform, 2^10 / 2^14 / 2^18 / 2^20 / 2^22 / 2^24: 256 x 16 x 3 7.5 / 7.7 / 9.6 /
/// 15.0 / 31.6 / 96.5, 256 x 24 x 2 8.5 / 9.8 / 11.1 / 15.9 / 30.1 / 89.5, 128 x 16 x 8 7.8 / 8.1 /
/// 11.5 / 19.9 / 41.6 / 139, 128 x 52 x 4 12.2 / 14.0 / 15.5 / 20.1 / 34.9 / 88.4. Other sizes: as
/// many bytes a thread; not measured.
/// \param slot_bytes  what an item takes of scratch
constexpr ExtractionPolicy short_tiles_policy(int slot_bytes) {
  int const fitting = 104 / slot_bytes;  // of Kokkos' 48 KiB, beside 18 KiB of counts
  int const items = fitting < 16 ? fitting : 16;
  if (items < 4) return look_back_extraction_policy(slot_bytes);
  return {.threads = 256,
          .items = items,
          .teams_per_multiprocessor = 3,
          .digit_bits = 8,
          .sorts_tiles = true,
          .looks_back = true};
}
inline constexpr std::size_t most_bytes_in_short_tiles = std::size_t(1) << 24;

/// H200, 2^28 floats, offsets not known, uniform / all in one bin: 8 bins 1106 / 1026 µs in pieces,
/// 1067 / 1248 looking back; 16 bins 1189 and 1068 / 1241. H100, 8 bins of floats, 2^23 / 2^24 /
/// 2^25 / 2^28: in pieces uniform 74 / 114 / 187 / 1270, one bin 72 / 109 / 179 / 1210; looking
/// back 62 / 103 / 177 / 1212 and 68 / 113 / 196 / 1340. Doubles differ by less than 3 %.
inline constexpr int most_bins_in_pieces = 8;
inline constexpr std::size_t most_bytes_looking_back = std::size_t(1) << 26;

}  // namespace KokkosScan::tuning::cuda
