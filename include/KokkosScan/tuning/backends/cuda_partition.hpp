// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>

namespace KokkosScan::tuning::cuda {

constexpr int at_least_one(int x) { return x > 1 ? x : 1; }

/// With at most this many elements `look_back` beats `work_ahead` in partitions, or is as fast.
/// H100, `partition_copy`, half kept, µs:
///
///                    look_back  fixed_look_back  work_ahead
///     int16 2^20           7.1              7.8         7.2
///     int16 2^22          11.5             10.9        11.5
///     int16 2^23          19.8             19.4        16.3
///     int32 2^16           5.2              5.6         6.2
///     int32 2^20           8.0              7.8         8.2
///     int32 2^21          10.2              9.8        10.1
///     int32 2^22          17.8             17.5        13.9
///     double 2^18          6.3              6.6         7.0
///     double 2^20          9.8              9.6         9.8
///     double 2^21         16.9             16.7        13.5
///     32 bytes 2^15        5.9              6.3         6.7
///     32 bytes 2^18       10.2              9.9         9.8
///     32 bytes 2^19       19.1             18.4        13.9
constexpr std::size_t max_partitioned_at_once(std::size_t element_bytes) {
  return std::min(std::size_t(1) << 22, (std::size_t(1) << 24) / element_bytes) - 1;
}

/// Rows of a lane: about \p bytes of elements; fewer if elements and what is read beside them (a
/// flag) would take more than 3/2 of \p bytes.
/// \param row_bytes    of elements in a row
/// \param extra_bytes  read beside the elements of a row
constexpr int rows_of(int bytes, int row_bytes, int extra_bytes) {
  int rows = at_least_one(bytes / row_bytes);
  while (rows > 1 && rows * (row_bytes + extra_bytes) > bytes * 3 / 2) --rows;
  return rows;
}
constexpr int in_registers(int bytes) { return (bytes + 3) / 4 * 4; }
/// Bytes of a row in registers: elements of 1 and 2 bytes stay in the words they were read in.
constexpr int row_in_registers(int width, int element_bytes) {
  return element_bytes <= 2 ? in_registers(width * element_bytes)
                            : width * in_registers(element_bytes);
}

/// Whether a tile leaves elements in scratch as they were read and sorts their numbers in the tile.
/// Then several lanes write an element together, in words of 16 bytes or the largest power of two
/// that divides its size. H200, 2^30 bytes, half kept, µs:
///
///     bytes                          24    28    32    40    44    64   112   140    200
///     select, whole elements        482   464   667   534   559  1201  1071  2161  15319
///     select, by words              529   618   442   564   617   440   449   713    536
///     select, CUB                               934   760   831  1351  1162  2260   1222
///     partition_copy, whole         605   687  1001   717  1066  2014  2365  4453  16919
///     partition_copy, by words      655   831   573   702   906   569   594  1189    692
///     partition, CUB                           1283  1077  1716  2739  1976  4293   2212
constexpr bool partitions_indices(std::size_t element_bytes) {
  return element_bytes > (element_bytes % 16 == 0 ? 16 : 40);
}

/// Elements that are loaded around the nearest cache, where a tile of `selection_bytes` a lane and
/// the ring of such tiles in scratch leave little of it. H200, 2^28 elements, `select`, µs:
///
///     kept                              0 %  5 %  50 %  95 %  100 %
///     int32, 64 bytes a lane            307  333   434   565    540
///     int32, 80 bytes                   286  317   441   581    569
///     int32, 80 bytes around the cache  284  312   427   565    553
///     int32, 80 bytes with `ld.cs`      281  321   446   594    585
///     int16, 64 bytes                   169  203   249   320    310
///     int16, 80 bytes around the cache  153  193   251   324    321
///     int8, 64 bytes                    112  166   196   235    258
///     int8, 80 bytes around the cache   106  158   189   235    254
///
/// Doubles, half kept: 424, around the cache 454. By flags, by neighbors or to indices the larger
/// tile is slower: 485 to 510, 579 to 596, 437 to 447.
constexpr bool loads_once(std::size_t element_bytes) { return element_bytes <= 4; }
inline constexpr int selection_bytes = 80;

/// Shapes for tiles that sort numbers. The words are copied to scratch without registers, and the
/// bytes in flight decide the speed. 32 bytes, select / partition_copy as above, µs, threads x
/// bytes of a lane x slots x teams:
///
///     4x64x4x5 442 / 573  4x64x3x6 460 / 586   4x64x2x8 534 / 669  4x64x4x4 498 / 618
///     4x96x3x4 506 / 637  4x128x2x4 676 / 801  8x48x3x3 631 / 721  2x64x4x10 1045 / 1143
///
/// Each lane with 64 bytes of words under way 444 / 571, with 32 440 / 572.
constexpr ScanPolicy numbers_partition_policy(DeviceScan variant, int element_bytes,
                                              GpuLimits const& gpu) {
  ScanPolicy policy{
      .lanes = gpu.lanes, .threads = 128 / gpu.lanes, .items = at_least_one(64 / element_bytes)};
  int const number_bytes = 2, other_bytes = 1024;
  auto const bytes = [&](int slots) {
    return policy.tile() * ((slots + 1) * element_bytes + slots * number_bytes) + other_bytes;
  };
  while (policy.threads > 1 && bytes(2) > gpu.team_scratch) policy.threads /= 2;
  int const most = bytes(2) > gpu.team_scratch ? gpu.max_team_scratch : gpu.team_scratch;
  while (policy.lanes > 32 && bytes(2) > most) policy.lanes /= 2;
  if (variant == DeviceScan::work_ahead) {
    policy.slots = 4;
    while (policy.slots > 0 && bytes(policy.slots) > most) --policy.slots;
    if (policy.slots < 2) policy.slots = 0;
    policy.total_rows = 4;
  }
  policy.teams_per_multiprocessor = gpu.fitting_teams(5, bytes(policy.slots));
  return policy;
}

/// Indices of true flags: a lane holds hardly anything, so the tiles of `work_ahead` may be large.
/// H200, 2^28 flags of a byte, half of them true, 4-byte indices, threads x items x slots x teams:
///
///         4x32x2x6  4x32x2x5  4x24x3x5  4x32x2x4  4x16x4x6
///     µs       281       300       310       340       340
///
/// The width does not matter.
constexpr ScanPolicy indices_by_flags_policy(DeviceScan variant, PartitionSizes const& sizes,
                                             GpuLimits const& gpu) {
  bool const is_ahead = variant == DeviceScan::work_ahead;
  int const widest = sizes.given_bytes > sizes.flag_bytes ? sizes.given_bytes : sizes.flag_bytes;
  int items = at_least_one((is_ahead ? 128 : 64) / (widest > 4 ? widest : 4));
  int const lanes = is_ahead ? 128 : 256, tiles = is_ahead ? 2 : 1;
  auto const bytes = [&] { return tiles * lanes * items * sizes.given_bytes; };
  while (items > 1 && bytes() > gpu.team_scratch) items /= 2;
  int const width = access_width(sizes.flag_bytes);
  ScanPolicy policy{.lanes = gpu.lanes,
                    .threads = lanes / gpu.lanes,
                    .items = items,
                    .width = width < items ? width : items,
                    .teams_per_multiprocessor = gpu.fitting_teams(is_ahead ? 6 : 4, bytes())};
  if (is_ahead) policy.slots = tiles, policy.total_rows = 4;
  return policy;
}

constexpr ScanPolicy partition_policy(DeviceScan variant, PartitionSizes const& sizes,
                                      GpuLimits const& gpu = limits) {
  if (sizes.sorts_indices) return numbers_partition_policy(variant, sizes.element_bytes, gpu);
  if (sizes.element_bytes == 0) return indices_by_flags_policy(variant, sizes, gpu);
  int const width = access_width(sizes.element_bytes);
  int const row_bytes = row_in_registers(width, sizes.element_bytes);
  int const flags_bytes = in_registers(width * sizes.flag_bytes);
  ScanPolicy policy{.lanes = gpu.lanes, .threads = 256 / gpu.lanes, .width = width};
  // What is written may be larger than what is read: a tile, or two parked tiles, must fit in
  // scratch, with a gap after each line of 128 bytes. H200, `select` with half kept and
  // `partition_copy`, µs: int8 with 2 / 4 slots 207 / 196 and 308 / 291; int16 with 3 / 4 slots
  // 267 / 250 and 367 / 356.
  int const line = at_least_one(128 / sizes.given_bytes);
  auto const parked = [&] {
    return (policy.tile() + policy.tile() / line) * sizes.given_bytes + 16;
  };
  auto const set_rows = [&](int rows, int tiles) {
    do policy.items = width * rows;
    while (--rows > 0 && tiles * parked() > gpu.team_scratch);
  };
  set_rows(rows_of(64, row_bytes, flags_bytes), 1);
  if (variant == DeviceScan::work_ahead) {
    // H200, 2^28 int32, µs; threads x items x slots x teams, rows of totals:
    //                       partition_copy, half kept  select 0 % kept  5 %  50 %
    //     4x16x4x5, 4 rows                        581              310  348   441
    //     4x16x4x5, 3 rows                        582              367  375   441
    //     4x16x4x5, 2 rows                        607              481  486   508
    //     4x16x4x5, 6 rows                        616              337  374   471
    //     4x20x4x4                                602              334  357   453
    //     4x32x2x4, 2 rows                        622              340  364   461
    // With 2 rows tiles so small wait for the team that scans the totals; with 6, registers spill.
    // Double 4x8x4x5: 0.91 / 0.87 of copy and floor. Three classes, µs:
    //     4x24x3x4 949  4x20x3x5 964  4x16x4x5 967  4x20x4x4 985  4x32x2x4 1008
    policy.threads = 128 / gpu.lanes;
    bool const is_large = sizes.is_selection_of_elements && loads_once(sizes.element_bytes);
    int const two_classes = is_large ? selection_bytes : 64;
    set_rows(rows_of(sizes.classes > 2 ? 96 : two_classes, row_bytes, flags_bytes), 2);
    int const max_slots = sizes.classes > 2 ? 3 : 4;
    int const fitting =
        (2 * parked() > gpu.team_scratch ? gpu.max_team_scratch : gpu.team_scratch) / parked();
    policy.slots = fitting > max_slots ? max_slots : (fitting < 2 ? 0 : fitting);
    policy.teams_per_multiprocessor =
        gpu.fitting_teams(sizes.classes > 2 ? 4 : 5, at_least_one(policy.slots) * parked());
    policy.total_rows = 4;
  } else if (variant == DeviceScan::look_back || variant == DeviceScan::fixed_look_back) {
    // Made for small sizes: 1.1 to 1.7 x CUB up to 2^20 with 8 x 4 rows. At 2^28, 0.42 to 0.48 of
    // copy speed in any shape.
    policy.teams_per_multiprocessor = gpu.fitting_teams(4, parked());
  }
  return policy;
}

/// The counting pass before a partition in order only reads, so as much as possible is in flight.
constexpr ScanPolicy count_policy(int element_bytes, GpuLimits const& gpu = limits) {
  int const width = access_width(element_bytes);
  return {.lanes = gpu.lanes,
          .threads = 256 / gpu.lanes,
          .items = width * at_least_one(64 / row_in_registers(width, element_bytes)),
          .width = width,
          .teams_per_multiprocessor = 4};
}

/// `permute` moves larger elements word by word. H200, 2^25 structs of 8-byte words from 256 bins,
/// µs; smaller ones by words were not measured:
///
///     bytes       24    32    48    64
///     whole     1118  1340  2205  3085
///     by words  1077  1130  1570  1784
inline constexpr std::size_t max_bytes_moved_whole = 16;

}  // namespace KokkosScan::tuning::cuda
