// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

#include <cstddef>

namespace KokkosScan::tuning::cuda {

/// H200, µs; shape: threads x items x teams a multiprocessor, and of the counting launch:
///
///     2^28 floats, 2^20 bins                 uniform  power law  one bin
///     256x32x3, 512x3                           1102       1170      343
///     parts of 2^24 (half the workspace)        1220       1264      418
///     when all took 80 to 130 µs more:
///     256x32x3, 512x3                           1229       1294      421
///     256x32x3, 512x2                           1276       1356      411
///     512x16x3, 512x3                           1375       1411      431
///
///     uniform        2^28 floats     2^28 doubles    2^26 points: floats     doubles
///                    2^16  2^20      2^16  2^20      48^3  100^3      48^3  100^3
///     256x32x3        943  1104      1681  1827       582    595      1147   1185
///     256x16x3                       1195  1491       553    605      1067   1131
///     512x16x2       1025  1183      1616  1748       519    558       971   1012
///     512x14x2                       1195  1371       526    568       971   1021
///     512x12x2                       1216  1409       532    568       968   1013
///     by edges, 256x32x3             2897  4050
///     by edges, 512x14x2             3022  3950
///
/// More than some 12000 doubles in flight on a multiprocessor are slow.
constexpr BinRangePolicy range_policy(int item_bytes) {
  bool const is_small = item_bytes <= 4;
  return {.threads = is_small ? 256 : 512,
          .items = is_small ? 32 : 14,
          .teams_per_multiprocessor = is_small ? 3 : 2,
          .log2_bins = 13,
          .log2_copies = 3,
          .count_threads = 512,
          .count_teams_per_multiprocessor = 3,
          // min_range, µs (uniform, power law, one bin, sorted do not change):
          //                         0  7000  14000
          //     normal           1621  1304   1272
          //     99 % in one bin  1363  1180   1162
          .range_cost = 2048,
          .min_range = 14000,
          .part = 1 << 25};
}

/// Fraction of the speed of reading (H200, 2^28 elements, 242 µs for 4-byte ones; uniform, normal,
/// power law and all in one bin differ by less than 2 %), threads x loads x teams a multiprocessor:
///
///     bins               8   256  4096
///     float 512x4x3   0.94  0.93  0.91
///     float 512x4x2   0.95  0.94  0.93
///     float 512x2x4   0.94  0.92  0.90
///     float 1024x2x2  0.94  0.93  0.92
///     int32 512x4x3   0.92  0.92  0.90
///     double          0.92  0.92  0.90
///
/// Copies: as many as fit 33 KiB, 32 up to 256 bins, for then no two lanes of a warp ever conflict.
///
/// With weights, 4 loads spill 150 bytes of registers. Shapes as above, µs (reading takes 512 with
/// float weights):
///
///     weights, bins        512x4x3  512x2x3  512x1x4  512x4x2
///     float, 256               930      487      491      489
///     float, 4096             1000      630      629      664
///     double (2^27), 256       914      491      489      492
///     double (2^27), 4096      891      553      557      590
///
/// 16-bit integers, 4 loads spill 600 bytes: 2^26 in 256 / 20000 bins, µs, 1, 2 and 4 loads:
/// 91 / 170, 86 / 182, 87 / 249 (before `IndexBins` became cheaper).
/// \param item_bytes  of an element and its weight
constexpr HistogramPolicy histogram_policy(bool has_weights, int item_bytes) {
  return {.threads = 512,
          .loads = has_weights || item_bytes == 2 ? 2 : 4,
          .access_bytes = 16,
          .teams_per_multiprocessor = 3,
          // Of Kokkos' 48 KiB: it takes 8 bytes a thread for itself. With weights there is room for
          // hot bins beside a sixth of 2^16 sums.
          .scratch_bytes = has_weights ? 44 * 1024 - 128 : 43 * 1024,
          // 4096 bins by edges: 540 µs, without a table 4925 (docs/performance_bins.md, 61). With
          // weights the table is smaller: many bins have no other place than scratch.
          .table_bytes = (has_weights ? 2 : 8) * 1024,
          .max_copies = 32,
          .copies_bytes = 33 * 1024,
          .hot_lanes = 8,  // 4 or 32 differ by less than 3 %; see max_log2_copies_beside_hot
          // With weights: see max_windows_of_weights. 2^15 bins: 2 windows 755 µs, partitioned
          // 1014. 2^16 bins, µs:
          //                  uniform  power law  one bin
          //     3 windows       1104       1104     2014
          //     partitioned      929        943      318
          .max_windows = has_weights ? 6 : 2,
          .cached_bins = 4096,  // 2^20 bins, power law: 4.9 ms, with 1024 7.2 ms, without 16 ms
          .ranges = range_policy(item_bytes)};
}

/// Where all bins have more copies, hot bins do not pay. H200, 2^28 floats by power law, float
/// weights, µs, with hot bins / without them:
///
///     1024 bins, 8 copies      686 /  608
///     2048 bins, 4 copies      691 /  670
///     4096 bins, 2 copies      681 /  772
///     8192 bins                686 / 1148
///     16384 bins, 2 windows   1289 / 2152
///     65536 bins, 6 windows   2338 / 3313
inline constexpr int max_log2_copies_beside_hot = 1;

/// Fewer items are not packed by range. H200, 2^20 bins, µs (both with some 80 µs that are saved
/// since, docs/performance_bins.md, 32):
///
///     elements     2^20  2^22
///     partitioned   104   112
///     shared         91   127
inline constexpr std::size_t min_items_per_packed_bin = 4;

/// Each window reads all items from L2, so there may be more of small items. H200, µs, windows /
/// shared bins:
///
///     weights    2^28 floats in  uniform      power law    all in one bin
///     int        16384 bins       606 / 4305   609 / 3322   715 / 1234
///     int        65536           1517 / 3396  1508 / 4488  1538 / 1244
///     float      16384            974 / 4333  2136 / 3426   737 /  588
///     float      65536           2044 / 3398  3377 / 4544  1581 /  590
///     double     16384           1683 / 3382  3405 / 2794  1487 /  846
///
///     float      2^26 points of 3 floats in 24^3 cells 543 / 1122, in 32^3 766 / 1093, in 40^3
///                1354 / 1057
///     float      2^24 floats in 65536 bins  226 / 243; 2^23 floats 166 / 134
inline constexpr std::size_t min_items_per_bin_of_windows = 256;
constexpr std::size_t max_windows_of_weights(std::size_t item_bytes, std::size_t count_bytes) {
  std::size_t const by_items = 48 / item_bytes, by_counts = 24 / count_bytes;
  return by_items < by_counts ? by_items : by_counts;
}

/// Fraction of the speed of the least traffic, 2 reads and 1 write (H200, 2^28 floats, uniform),
/// threads x items x teams a multiprocessor:
///
///              256x24x3  192x24x4  256x20x3  256x16x4  256x16x3
///     8 bins       0.67      0.66      0.65      0.65      0.63
///     16 bins      0.63      0.62      0.61      0.62      0.58
///
/// Other item sizes: as many bytes a thread; not measured.
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

/// H200, 2^28 elements, offsets known, uniform, µs, threads x items x teams a multiprocessor, with
/// 64 / 256 bins:
///
///     floats   128x52x4 872 / 1105   128x48x4 886 / 1130   128x40x4 905 / 1196
///              128x56x3 973 / 1189   128x32x5 949 / 1371   256x26x2 1055 / 1208
///              192x40x2 1015 / 1298  64x56x8 1058 / 1762
///     doubles  128x28x4 1387 / 1847  128x26x4 1394 / 1929  128x32x3 1479 / 1882
///              256x20x2 1508 / -
///
/// Small teams wait less at barriers; long tiles write long runs, and there are few to look back
/// at. Other item sizes: as many bytes a thread; not measured.
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

/// A table that finds the bins takes registers, so a thread holds fewer elements. H200, µs, by
/// elements a thread:
///
///     edges                          8    64   256
///     2^28 floats, 44 a thread    1728  1814  2100
///     2^28 floats, 37             1549  1651  1993
///     2^28 floats, 36             1530  1651  2008
///     2^28 floats, 28             1541  1641  2031
///     indices of 2^28 floats, 44  1453  1606  1992
///     indices of 2^28 floats, 36  1474  1637  2134
///     indices of 2^28 floats, 28  1567  1731  2440
///     2^27 doubles, 24            1155        1493
///     2^27 doubles, 22            1153        1527
///
/// \return the bytes that are added to the size of a slot when the tile is chosen
constexpr int table_slot_bytes(std::size_t element_bytes) { return element_bytes <= 4 ? 1 : 0; }
/// A part of Kokkos' 48 KiB, as for histograms.
inline constexpr std::size_t max_bytes_with_table = 43 * 1024;

/// For larger elements, indices are sorted instead: a tile of large elements has few of each bin.
/// H200, structs of 8-byte words, µs, with 8 / 256 bins (elements into 8 bins: in pieces):
///
///                           elements      indices
///     2^26 of 16 bytes    896 / 1307  1673 / 1788
///     2^25 of 24 bytes    742 / 2239  1272 / 1308
///     2^25 of 32 bytes   1174 / 3488  1453 / 1621
///     2^25 of 64 bytes  3351 / 14205  2385 / 2502
inline constexpr std::size_t max_sorted_bytes = 16, max_bytes_in_pieces = 32;

/// Few items do not fill a machine: then a short tile is a short wait. H200, floats, offsets known,
/// 256 bins, uniform, µs, threads x items x teams a multiprocessor:
///
///     items     2^10  2^14  2^18  2^20  2^22  2^24
///     256x16x3   7.5   7.7   9.6  15.0  31.6  96.5
///     256x24x2   8.5   9.8  11.1  15.9  30.1  89.5
///     128x16x8   7.8   8.1  11.5  19.9  41.6   139
///     128x52x4  12.2  14.0  15.5  20.1  34.9  88.4
///
/// Other item sizes: as many bytes a thread; not measured.
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
inline constexpr std::size_t max_bytes_in_short_tiles = std::size_t(1) << 24;

/// Floats, offsets not known, µs, uniform / all in one bin; doubles differ by less than 3 %:
///
///                            in pieces  looking back
///     H200, 16 bins, 2^28     1189 / -   1068 / 1241
///     H200, 8 bins, 2^28   1106 / 1026   1067 / 1248
///     H100, 8 bins, 2^23       74 / 72       62 / 68
///     H100, 8 bins, 2^24     114 / 109     103 / 113
///     H100, 8 bins, 2^25     187 / 179     177 / 196
///     H100, 8 bins, 2^28   1270 / 1210   1212 / 1340
inline constexpr int max_bins_preferring_pieces = 8;
inline constexpr std::size_t max_bytes_looking_back = std::size_t(1) << 26;

/// Of larger elements that are read for their bins only, the bins are stored, so that they are read
/// once. H200, ms, bins that no table finds:
///
///                                                          bins stored  not stored
///     2^24 floats by 65536 edges                                  1.05         3.4
///     permutation of 2^24 points of 24 bytes by 2^3 cells         0.22        0.39
///     the same, points of 8 bytes                                 0.19        0.13
///     2^25 structs of 12 bytes themselves by 8 bins               0.63        0.39
///     permutation of 2^26 rows of 3 floats, 8 / 64 bins    0.64 / 0.66 0.74 / 1.00
///     the same, structs of 3 floats                        0.64 / 0.66 0.57 / 0.63
///     permutation of 2^26 rows of 2 doubles, 4 / 64 bins   0.65 / 0.68 0.96 / 1.20
///     the same, structs of 2 doubles                       0.64 / 0.68 0.91 / 1.12
inline constexpr std::size_t max_bytes_read_twice = 8;

/// A table of more edges is in memory, unless the bins are in scratch too. H200, histograms of 2^28
/// floats, µs:
///
///     edges                              4096  8192  16384  (no edges)
///     table in memory, bins partitioned  1351  1501   1587   about 930
///     both in scratch                     351  1020   1568         255
///
/// Storing the bins of 2^26 floats by 65536 edges, all that follows included: table in memory
/// 2044 µs, in scratch 3465 µs.
inline constexpr int max_edges_in_scratch = 4096;

/// For more elements a bin, the sorted keys are not stored, only to search the ends of the bins in
/// them. H200, permutations, µs:
///
///                             keys kept  not kept
///     2^22 floats, 2^16 bins        134       134
///     2^24 floats, 2^16 bins        432       391
///     10^5 points, 2^21 bins         82       190
inline constexpr std::size_t max_kept_keys_per_bin = 64;

}  // namespace KokkosScan::tuning::cuda
