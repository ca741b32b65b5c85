// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/gpu_limits.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace KokkosScan::tuning::cuda {

/// With at most this many items `fixed_look_back` beats `work_ahead`: about as many as have all
/// their tiles run at once. H100, inclusive sum, µs of `work_ahead` / `fixed_look_back`:
///
///     items                 2^18       2^19       2^20       2^21       2^22       2^23
///     int8                                                9.7/7.0  10.6/10.8  14.3/16.0
///     int16                                               8.3/7.8  10.5/12.1
///     float                                    8.0/7.9   10.5/9.5  14.4/16.9
///     float, by key                            9.6/8.5  12.7/13.7
///     double                                  10.6/9.4  14.1/15.2
///     double, by key                         12.9/11.2  20.4/23.8
///     complex<double>              10.7/9.5  15.1/14.8  30.4/35.1
///     24 bytes          10.1/9.5  13.4/15.0
///     32 bytes         13.3/11.8  19.1/19.6
constexpr std::size_t max_scanned_at_once(ItemSizes const& sizes) {
  if (sizes.widest() > 32) return 0;  // not measured
  std::size_t const max_bytes = (sizes.widest() > 16 ? 12 : 16) << 20;
  auto const bytes = static_cast<std::size_t>(sizes.widest() + sizes.head_bytes);
  return std::min(std::size_t(1) << 22, max_bytes / bytes) - 1;
}

/// Kokkos gives a team at most 48 KiB of level-0 scratch, of which Kokkos and the kernel use some.
/// A multiprocessor of compute capability 9.0 has 228 KiB.
inline constexpr GpuLimits limits{.lanes = 32,
                                  .team_scratch = 46 * 1024,
                                  .max_team_scratch = 46 * 1024,
                                  .multiprocessor_scratch = 222 * 1024};

/// Items of a lane: about \p chunks chunks of 16 bytes, an odd number of chunks where the sizes
/// allow it, so that the lanes of a warp have their items in different banks of the scratch.
constexpr int items_of(ItemSizes const& sizes, int chunks, bool may_be_even = false) {
  int const widest = sizes.widest();
  // The fewest items that fill whole chunks, as they are read and as they are written.
  int const unit =
      std::lcm(16 / std::gcd(16, sizes.stage_bytes), 16 / std::gcd(16, sizes.element_bytes));
  // Those would be too many for a lane: no chunks then, but items moved one by one.
  if (unit * widest > 128) return std::max(16 * chunks / widest, 1);
  int units = std::max(16 * chunks / (unit * widest), 1);
  // An odd number, for the banks; items above 16 bytes keep the number they were measured with.
  if (units % 2 == 0 && widest <= 16 && !may_be_even) ++units;
  // The heads of a lane are the bits of one word.
  while (sizes.has_heads && unit * units > 32 && units > 1) units -= units > 3 ? 2 : 1;
  return unit * units;
}

/// The ring of `work_ahead`: few large tiles. Two slots a team are enough, since a prefix is
/// published within one turn. Shapes are threads of 32 lanes x items x slots x teams.
///
/// Fraction of copy speed at 2^28 elements, H200, inclusive sum:
///
///     int32     4x44x2x4 0.96         3x60x2x4 0.96   4x28x3x4 0.95  2x92x2x4 0.96  3x36x3x5 0.86
///     double    3x30x2x4 0.97         4x22x2x4 0.97   4x14x3x4 0.94
///     complex   4x11x2x4 0.96         4x7x3x4 0.92
///     int16     56 and 88 items 0.95
///     int8      4x112x3x4 0.88        4x176x2x4 0.74
///     24 bytes  4x6x2x4 0.87          3x10x2x4 0.85
///     32 bytes  4x5x2x3 0.76          4x3x3x3 0.64
///
/// The same with segments of 50, before their heads were marked faster:
///
///     int32   4x28x3x4 0.78  3x28x3x4 0.73
///     double  4x14x3x4 0.83  4x22x2x4 0.72
///
/// Items that change their size, H200, us of an exclusive sum of 2^26:
///
///     1 to 4 bytes   4x32x2x4 106   3x48x2x4 104   3x32x3x4 123   4x16x5x4 135
///     2 to 8 bytes   4x16x2x4 206   3x24x2x4 201   3x16x3x4 255   4x8x5x4  278
///     4 to 8 bytes   4x20x2x4 214   3x24x2x4 220   4x16x2x4 224   4x12x3x4 230
///
/// By key, µs of an inclusive sum of 2^20 / 2^28, by bytes of item and key:
///
///     1, 4   4x32x3x4  8.2 / 468   4x16x3x4  8.8 / 619
///     2, 4   4x24x5x4  8.7 / 513   4x24x3x4  8.7 / 558
///     4, 4   4x28x3x4  9.2 / 751   4x20x3x4  9.1 / 773   3x28x2x4 10.1 / 803
///     4, 8   4x20x3x4  9.6 / 984   4x20x4x4  9.9 / 976   4x24x3x4 10.7 / 1494
///     8, 4   4x14x3x4 12.3 / 1324  3x22x2x4 13.6 / 1311  3x18x2x4 13.0 / 1396
///     8, 8   4x10x3x4 12.6 / 1584  4x10x4x4 12.9 / 1759  3x18x2x4 13.8 / 1544
///     16, 4  4x9x2x4  20.7 / 3068  4x7x3x4  22.0 / 4150  3x11x2x4 23.0 / 3910
///     16, 8  4x9x2x4  24.4 / 3208  4x7x3x4  22.9 / 4349  3x11x2x4 24.2 / 4062
struct Ring {
  int chunks = 11;
  int teams = 4;
  int max_slots = 6;         ///< else as many as the scratch holds
  bool may_be_even = false;  ///< any number of chunks
};
constexpr Ring ring(ItemSizes const& sizes) {
  int const bytes = sizes.widest();
  // A key waits in registers beside its item.
  if (sizes.head_bytes > 0 && bytes <= 16)
    return {.chunks = bytes > 8 ? 9 : (sizes.head_bytes > 4 ? 5 : 7),
            .max_slots = bytes < 4 ? 5 : 3};
  if (bytes > 24) return {.chunks = 10, .teams = 3};
  if (bytes > 16) return {.chunks = 9};
  if (sizes.stage_bytes != sizes.element_bytes) {
    if (sizes.has_heads) return {.chunks = 5};
    return {.chunks = 10, .may_be_even = true};
  }
  if (sizes.has_heads || bytes < 4) return {.chunks = 7};
  return {};
}

/// Tiles of `fixed_look_back`: short, for they are few and run at once. H100, inclusive sum of
/// 2^18 / 2^20, µs, by items of a lane (before the colon):
///
///     int8             48: 5.7 / 6.5   80: 7.1 / 7.3   112: 7.6 / 8.5
///     int16            24: 5.6 / 6.8   40: 5.9 / 6.9   56: 6.0 / 6.9
///     float            12: 6.2 / 7.8   20: 6.0 / 7.7   28: 6.1 / 7.9   44: 6.4 / 7.9
///     float, by key    12: 6.6 / 8.3   20: 6.6 / 8.5
///     double           10: 6.4 / 9.3   18: 6.5 / 9.4   26: 6.9 / 9.7
///     double, by key   10: 7.3 / 13.1  14: 7.4 / 11.2
///     complex<double>  7: 7.6 / 15.8   9: 7.5 / 14.8   11: 7.7 / 13.9
///     24 bytes         5: 12.8 / 37.8  6: 9.5 / 31.5   7: 12.8 / 38.0
///     32 bytes         4: 17.5 / 56.5  5: 11.8 / 42.3
///
/// Slightly shorter tiles are as fast here, but too many at 2^21.
constexpr int few_chunks(ItemSizes const& sizes) {
  int const bytes = sizes.widest();
  if (bytes < 2) return 3;
  if (bytes < 4 || (sizes.has_heads && bytes < 8)) return 5;
  if (bytes < 8 || sizes.has_heads) return 7;
  return bytes > 24 ? 10 : 9;
}

constexpr ScanPolicy scan_policy(DeviceScan variant, ItemSizes const& sizes,
                                 GpuLimits const& gpu = limits) {
  ScanPolicy policy{.lanes = gpu.lanes, .threads = 128 / gpu.lanes};
  Ring const tuned = ring(sizes);
  if (variant == DeviceScan::work_ahead) {
    policy.items = items_of(sizes, tuned.chunks, tuned.may_be_even);
    policy.teams_per_multiprocessor = tuned.teams;
  } else if (variant == DeviceScan::fixed_look_back) {
    policy.items = items_of(sizes, few_chunks(sizes));
    policy.teams_per_multiprocessor = 4;
  } else if (variant == DeviceScan::look_back) {
    // Bytes in flight decide: 15 chunks a lane spill (int32 0.63 of copy speed at 2^28), half as
    // many reach 0.58. Small types take half as many chunks, since a few long tiles would occupy
    // only a few teams (int8 2^16 / 2^20: 7.3 / 8.5 µs, 10.3 / 9.5 µs with 13 chunks).
    policy.items = items_of(sizes, sizes.widest() < 4 ? 7 : 13);
    policy.teams_per_multiprocessor = 4;
  } else {
    policy.threads = 256 / gpu.lanes;
    policy.items = items_of(sizes, 5);
  }
  // Large items: fewer lanes, so that a tile fits in scratch beside the totals that the kernel
  // keeps there, four a thread and a few more.
  auto const fitting = [&] {
    int const totals = (4 * policy.threads + 4) * std::max(sizes.widest(), sizes.value_bytes);
    return (gpu.team_scratch - totals) / (policy.tile() * sizes.widest());
  };
  // Where there is less scratch, tiles are shortened to make room for a ring.
  if (variant == DeviceScan::work_ahead)
    for (int chunks = tuned.chunks; fitting() < 2 && chunks > 2; chunks -= 2)
      policy.items = items_of(sizes, chunks - 2, tuned.may_be_even);
  while (fitting() < 1 && policy.threads > 1) policy.threads /= 2;
  while (fitting() < 1 && policy.items > 1) policy.items /= 2;
  while (fitting() < 1 && policy.lanes > 1) policy.lanes /= 2;
  if (policy.tile() == 1) policy.items = 2;
  if (variant == DeviceScan::work_ahead) {
    // Where not even two tiles fit, the teams form a chain.
    policy.slots = fitting() < 2 ? 0 : std::min(fitting(), tuned.max_slots);
  }
  policy.teams_per_multiprocessor = gpu.fitting_teams(
      policy.teams_per_multiprocessor, std::max(policy.slots, 1) * policy.tile() * sizes.widest());
  return policy;
}

}  // namespace KokkosScan::tuning::cuda
