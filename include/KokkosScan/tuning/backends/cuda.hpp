// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>
#include <numeric>

namespace KokkosScan::tuning::cuda {

/// From this many elements on, `work_ahead` beats `look_back`.
constexpr std::size_t work_ahead_from = std::size_t(1) << 22;

/// Kokkos gives a team at most 48 KiB of level-0 scratch; some of it is Kokkos' and the kernel's.
constexpr int scratch_bytes = 46 * 1024;

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
  while (sizes.has_heads && unit * units > 32 && units > 2) units -= 2;
  return unit * units;
}

/// The ring of `work_ahead`. Of copy speed at 2^28 elements, items x slots x teams of 4 x 32 lanes
/// (H200, inclusive sum): int32 28 x 3 x 4 0.94, 20 x 4 x 4 0.92, 20 x 3 x 5 0.92, 12 x 5 x 6 0.90,
/// 12 x 6 x 5 0.89; double 14 x 3 x 4 0.95, 10 x 4 x 4 0.91, 6 x 6 x 5 0.89, 14 x 3 x 5 (spills)
/// 0.69; complex 7 x 3 x 4 0.92, 5 x 4 x 4 0.89; int8 112 x 3 x 4 0.91, 80 x 4 x 4 0.87; 24 bytes 6
/// x 2 x 4 0.87, 4 x 3 x 4 0.73; 32 bytes 3 x 3 x 3 0.64, 4 x 2 x 4 0.41. Segments of 50 / 5000
/// int32 28 x 3 x 4 0.77 / 0.85, 20 x 4 x 4 0.71 / 0.84, 20 x 3 x 5 0.76 / 0.84; by key int32 20 x
/// 4 x 4 0.80, 28 x 3 x 4 (spills) 0.66, double 10 x 4 x 4 0.88, 14 x 3 x 4 (spills) 0.58.
constexpr ScanPolicy ring(ItemSizes const& sizes) {
  int const bytes = sizes.widest();
  ScanPolicy policy{.lanes = 32, .threads = 4, .teams_per_multiprocessor = 4};
  int chunks = 7;
  if (bytes > 24)
    chunks = 6, policy.teams_per_multiprocessor = 3;
  else if (bytes > 16)
    chunks = 9;
  else if (sizes.stage_bytes != sizes.element_bytes || sizes.head_bytes > 0)
    chunks = 5;
  policy.items = items_of(sizes, chunks);
  return policy;
}

constexpr ScanPolicy scan_policy(DeviceScan variant, ItemSizes const& sizes) {
  ScanPolicy policy{.lanes = 32, .threads = 4};
  if (variant == DeviceScan::work_ahead) {
    policy = ring(sizes);
  } else if (variant == DeviceScan::look_back) {
    // Bytes in flight decide: 15 chunks a lane spill (int32 0.63 of copy speed at 2^28), half as
    // many reach 0.58.
    policy.items = items_of(sizes, 13);
    policy.teams_per_multiprocessor = 4;
  } else {
    policy.threads = 8;
    policy.items = items_of(sizes, 5);
  }
  // Large items: fewer lanes, so that a tile fits.
  while (policy.tile() * sizes.widest() > scratch_bytes && policy.threads > 1) policy.threads /= 2;
  while (policy.tile() * sizes.widest() > scratch_bytes && policy.items > 1) policy.items /= 2;
  while (policy.tile() * sizes.widest() > scratch_bytes && policy.lanes > 1) policy.lanes /= 2;
  if (policy.tile() == 1) policy.items = 2;
  if (variant == DeviceScan::work_ahead) {
    int const fitting = scratch_bytes / (policy.tile() * sizes.widest());
    // Where not even two tiles fit, the teams form a chain.
    policy.slots = fitting > 6 ? 6 : (fitting < 2 ? 0 : fitting);
  }
  return policy;
}

}  // namespace KokkosScan::tuning::cuda
