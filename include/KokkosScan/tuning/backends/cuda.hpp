// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/gpu_limits.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace KokkosScan::tuning::cuda {

/// From so many elements and so many bytes on, `work_ahead` beats `look_back`. H200, inclusive sum,
/// µs of both:
/// - int8, 2^20 10.1 / 8.0, 2^22 10.7 / 9.3, 2^24 16.7 / 18.0
/// - int16, 2^20 7.0 / 6.7, 2^22 10.1 / 10.3, 2^24 23.7 / 39.5
/// - int32, 2^20 7.6 / 7.9, 2^21 10.1 / 9.8, 2^22 12.3 / 13.1
/// - int64, 2^20 10.2 / 9.5, 2^21 13.4 / 12.6, 2^22 23.5 / 28.3
constexpr std::size_t work_ahead_from = std::size_t(1) << 22;
constexpr std::size_t work_ahead_from_bytes = std::size_t(1) << 23;

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

constexpr ScanPolicy scan_policy(DeviceScan variant, ItemSizes const& sizes,
                                 GpuLimits const& gpu = limits) {
  ScanPolicy policy{.lanes = gpu.lanes, .threads = 128 / gpu.lanes};
  Ring const tuned = ring(sizes);
  if (variant == DeviceScan::work_ahead) {
    policy.items = items_of(sizes, tuned.chunks);
    policy.teams_per_multiprocessor = tuned.teams;
  } else if (variant == DeviceScan::look_back) {
    // Bytes in flight decide: 15 chunks a lane spill (int32 0.63 of copy speed at 2^28), half as
    // many reach 0.58. Small types, which take it for few items only: half as many, for a
    // few long tiles keep a few teams busy (int8 2^16 / 2^20: 7.3 / 8.5 µs, 10.3 / 9.5 with 13).
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
