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
/// (H200, inclusive sum): int32 12 x 6 x 5 0.90, 28 x 3 x 4 0.89, 20 x 4 x 4 0.885, 12 x 5 x 5
/// 0.81; int8 48 x 6 x 5 0.86, 80 x 4 x 4 0.83, 112 x 3 x 4 0.76; double 14 x 3 x 4 0.88 (its
/// exclusive scan 0.65), 10 x 4 x 4 0.84, 6 x 6 x 5 0.66; complex 7 x 3 x 4 0.85; 24 bytes 4 x 3 x
/// 3 0.63, 4 x 3 x 4 0.53; int32 by key 20 x 4 x 4 0.72, 12 x 6 x 4 0.68, 28 x 3 x 4 0.62.
constexpr ScanPolicy ring(ItemSizes const& sizes) {
  int const bytes = sizes.widest();
  if (bytes > 16)
    return {.lanes = 32, .threads = 4, .items = items_of(sizes, 6), .teams_per_multiprocessor = 3};
  if (bytes == 16)
    return {.lanes = 32, .threads = 4, .items = items_of(sizes, 7), .teams_per_multiprocessor = 4};
  if (bytes > 4 || sizes.has_heads || sizes.stage_bytes != sizes.element_bytes)
    return {.lanes = 32, .threads = 4, .items = items_of(sizes, 5), .teams_per_multiprocessor = 4};
  return {.lanes = 32, .threads = 4, .items = items_of(sizes, 3), .teams_per_multiprocessor = 5};
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
