// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/gpu_limits.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace KokkosScan::tuning::cuda {

/// Up to so many items `fixed_look_back` beats `work_ahead`: about as many as have all their tiles
/// run at once. H100, inclusive sum, µs of `work_ahead` / `fixed_look_back`:
/// - int8 2^21 9.7 / 7.0, 2^22 10.6 / 10.8, 2^23 14.3 / 16.0
/// - int16 2^21 8.3 / 7.8, 2^22 10.5 / 12.1
/// - float 2^20 8.0 / 7.9, 2^21 10.5 / 9.5, 2^22 14.4 / 16.9; by key 9.6 / 8.5, 12.7 / 13.7
/// - double 2^20 10.6 / 9.4, 2^21 14.1 / 15.2; by key 12.9 / 11.2, 20.4 / 23.8
/// - complex<double> 2^19 10.7 / 9.5, 2^20 15.1 / 14.8, 2^21 30.4 / 35.1
/// - 24 bytes 2^18 10.1 / 9.5, 2^19 13.4 / 15.0; 32 bytes 2^18 13.3 / 11.8, 2^19 19.1 / 19.6
constexpr std::size_t most_scanned_at_once(ItemSizes const& sizes) {
  if (sizes.widest() > 32) return 0;  // not measured
  std::size_t const most_bytes = (sizes.widest() > 16 ? 12 : 16) << 20;
  auto const bytes = static_cast<std::size_t>(sizes.widest() + sizes.head_bytes);
  return std::min(std::size_t(1) << 22, most_bytes / bytes) - 1;
}

/// Kokkos gives a team at most 48 KiB of level-0 scratch; some of it is Kokkos' and the kernel's. A
/// multiprocessor of compute capability 9.0 has 228 KiB.
inline constexpr GpuLimits limits{.lanes = 32,
                                  .team_scratch = 46 * 1024,
                                  .most_team_scratch = 46 * 1024,
                                  .multiprocessor_scratch = 222 * 1024};

/// Items of a lane: about \p chunks chunks of 16 bytes, an odd number of them where the sizes allow
/// it, for then the lanes of a warp find their own items in different banks of the scratch.
constexpr int items_of(ItemSizes const& sizes, int chunks) {
  int const widest = sizes.widest();
  int const unit =
      std::lcm(16 / std::gcd(16, sizes.stage_bytes), 16 / std::gcd(16, sizes.element_bytes));
  int units = 16 * chunks / (unit * widest);
  if (units % 2 == 0 && sizes.widest() <= 16) ++units;
  if (units < 1) units = 1;
  if (unit * widest > 128) return chunks * 16 / widest > 1 ? chunks * 16 / widest : 1;
  while (sizes.has_heads && unit * units > 32 && units > 1) units -= units > 3 ? 2 : 1;
  return unit * units;
}

/// The ring of `work_ahead`: few large tiles. Two slots a team are enough, since a prefix is out
/// within a turn. Of copy speed at 2^28 elements, threads of 32 lanes x items x slots x teams
/// (H200, inclusive sum): int32 4 x 44 x 2 x 4 0.96, 3 x 60 x 2 x 4 0.96, 4 x 28 x 3 x 4 0.95, 2 x
/// 92 x 2 x 4 0.96, 3 x 36 x 3 x 5 0.86; double 3 x 30 x 2 x 4 0.97, 4 x 22 x 2 x 4 0.97, 4 x 14 x
/// 3 x 4 0.94; complex 4 x 11 x 2 x 4 0.96, 4 x 7 x 3 x 4 0.92; int16 56 and 88 items 0.95; int8 4
/// x 112 x 3 x 4 0.88, 4 x 176 x 2 x 4 0.74; 24 bytes 4 x 6 x 2 x 4 0.87, 3 x 10 x 2 x 4 0.85; 32
/// bytes 4 x 5 x 2 x 3 0.76, 4 x 3 x 3 x 3 0.64. Segments of 50, before their heads were marked
/// faster: int32 4 x 28 x 3 x 4 0.78, 3 x 28 x 3 x 4 0.73; double 4 x 14 x 3 x 4 0.83, 4 x 22 x 2 x
/// 4 0.72.
///
/// By key, µs of an inclusive sum of 2^20 / 2^28, by bytes of item and key:
/// - 1, 4: 4 x 32 x 3 x 4 8.2 / 468, 4 x 16 x 3 x 4 8.8 / 619
/// - 2, 4: 4 x 24 x 5 x 4 8.7 / 513, 4 x 24 x 3 x 4 8.7 / 558
/// - 4, 4: 4 x 28 x 3 x 4 9.2 / 751, 4 x 20 x 3 x 4 9.1 / 773, 3 x 28 x 2 x 4 10.1 / 803
/// - 4, 8: 4 x 20 x 3 x 4 9.6 / 984, 4 x 20 x 4 x 4 9.9 / 976, 4 x 24 x 3 x 4 10.7 / 1494
/// - 8, 4: 4 x 14 x 3 x 4 12.3 / 1324, 3 x 22 x 2 x 4 13.6 / 1311, 3 x 18 x 2 x 4 13.0 / 1396
/// - 8, 8: 4 x 10 x 3 x 4 12.6 / 1584, 4 x 10 x 4 x 4 12.9 / 1759, 3 x 18 x 2 x 4 13.8 / 1544
/// - 16, 4: 4 x 9 x 2 x 4 20.7 / 3068, 4 x 7 x 3 x 4 22.0 / 4150, 3 x 11 x 2 x 4 23.0 / 3910
/// - 16, 8: 4 x 9 x 2 x 4 24.4 / 3208, 4 x 7 x 3 x 4 22.9 / 4349, 3 x 11 x 2 x 4 24.2 / 4062
struct Ring {
  int chunks = 11;
  int teams = 4;
  int most_slots = 6;  ///< else as many as the scratch holds
};
constexpr Ring ring(ItemSizes const& sizes) {
  int const bytes = sizes.widest();
  // A key waits in registers beside its item.
  if (sizes.head_bytes > 0 && bytes <= 16)
    return {.chunks = bytes > 8 ? 9 : (sizes.head_bytes > 4 ? 5 : 7),
            .most_slots = bytes < 4 ? 5 : 3};
  if (bytes > 24) return {.chunks = 10, .teams = 3};
  if (bytes > 16) return {.chunks = 9};
  if (sizes.stage_bytes != sizes.element_bytes) return {.chunks = 5};
  if (sizes.has_heads || bytes < 4) return {.chunks = 7};
  return {};
}

/// Tiles of `fixed_look_back`: short, for they are few and run at once. H100, inclusive sum of 2^18
/// and 2^20, µs, by items of a lane:
/// - int8 48 5.7 / 6.5, 80 7.1 / 7.3, 112 7.6 / 8.5
/// - int16 24 5.6 / 6.8, 40 5.9 / 6.9, 56 6.0 / 6.9
/// - float 12 6.2 / 7.8, 20 6.0 / 7.7, 28 6.1 / 7.9, 44 6.4 / 7.9; by key 12 6.6 / 8.3,
///   20 6.6 / 8.5
/// - double 10 6.4 / 9.3, 18 6.5 / 9.4, 26 6.9 / 9.7; by key 10 7.3 / 13.1, 14 7.4 / 11.2
/// - complex<double> 7 7.6 / 15.8, 9 7.5 / 14.8, 11 7.7 / 13.9
/// - 24 bytes 5 12.8 / 37.8, 6 9.5 / 31.5, 7 12.8 / 38.0; 32 bytes 4 17.5 / 56.5, 5 11.8 / 42.3
/// Slightly shorter ones are as fast, but too many at 2^21.
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
    policy.items = items_of(sizes, tuned.chunks);
    policy.teams_per_multiprocessor = tuned.teams;
  } else if (variant == DeviceScan::fixed_look_back) {
    policy.items = items_of(sizes, few_chunks(sizes));
    policy.teams_per_multiprocessor = 4;
  } else if (variant == DeviceScan::look_back) {
    // Bytes in flight decide: 15 chunks a lane spill (int32 0.63 of copy speed at 2^28), half as
    // many reach 0.58. Small types: half as many, for a few long tiles keep a few teams busy (int8
    // 2^16 / 2^20: 7.3 / 8.5 µs, 10.3 / 9.5 with 13).
    policy.items = items_of(sizes, sizes.widest() < 4 ? 7 : 13);
    policy.teams_per_multiprocessor = 4;
  } else {
    policy.threads = 256 / gpu.lanes;
    policy.items = items_of(sizes, 5);
  }
  // Large items: fewer lanes, so that a tile fits beside the totals that the kernel keeps, four a
  // thread and a few more.
  auto const fitting = [&] {
    int const totals = (4 * policy.threads + 4) * sizes.widest();
    return (gpu.team_scratch - totals) / (policy.tile() * sizes.widest());
  };
  // A ring is worth shorter tiles, where there is less scratch.
  if (variant == DeviceScan::work_ahead)
    for (int chunks = tuned.chunks; fitting() < 2 && chunks > 2; chunks -= 2)
      policy.items = items_of(sizes, chunks - 2);
  while (fitting() < 1 && policy.threads > 1) policy.threads /= 2;
  while (fitting() < 1 && policy.items > 1) policy.items /= 2;
  while (fitting() < 1 && policy.lanes > 1) policy.lanes /= 2;
  if (policy.tile() == 1) policy.items = 2;
  if (variant == DeviceScan::work_ahead) {
    // Where not even two tiles fit, the teams form a chain.
    policy.slots = fitting() < 2 ? 0 : std::min(fitting(), tuned.most_slots);
  }
  policy.teams_per_multiprocessor = gpu.fitting_teams(
      policy.teams_per_multiprocessor, std::max(policy.slots, 1) * policy.tile() * sizes.widest());
  return policy;
}

}  // namespace KokkosScan::tuning::cuda
