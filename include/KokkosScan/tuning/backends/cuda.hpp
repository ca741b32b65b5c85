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
  units += units % 2 == 0 ? 1 : 0;
  if (unit * widest > 16 * chunks) return chunks * 16 / widest > 1 ? chunks * 16 / widest : 1;
  while (sizes.has_heads && unit * units > 32 && units > 2) units -= 2;
  return unit * units;
}

constexpr ScanPolicy scan_policy(DeviceScan variant, ItemSizes const& sizes) {
  ScanPolicy policy{.lanes = 32, .threads = 4};
  if (variant == DeviceScan::work_ahead) {
    // About 40 KiB of waiting tiles a team and 4 teams a multiprocessor cover the way publish -
    // scan - publish - poll.
    policy.items = items_of(sizes, sizes.has_heads || sizes.widest() > 16 ? 5 : 7);
    policy.teams_per_multiprocessor = 4;
  } else if (variant == DeviceScan::look_back) {
    // Bytes in flight decide.
    policy.items = items_of(sizes, 15);
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
    policy.slots = fitting > 5 ? 5 : (fitting < 2 ? 0 : fitting);
  }
  return policy;
}

}  // namespace KokkosScan::tuning::cuda
