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

/// The ring of `work_ahead`: few large tiles. Two slots a team are enough, since a prefix is out
/// within a turn. Of copy speed at 2^28 elements, threads of 32 lanes x items x slots x teams
/// (H200, inclusive sum): int32 4 x 44 x 2 x 4 0.96, 3 x 60 x 2 x 4 0.96, 4 x 28 x 3 x 4 0.95, 2 x
/// 92 x 2 x 4 0.96, 3 x 36 x 3 x 5 0.86; double 3 x 30 x 2 x 4 0.97, 4 x 22 x 2 x 4 0.97, 4 x 14 x
/// 3 x 4 0.94; complex 4 x 11 x 2 x 4 0.96, 4 x 7 x 3 x 4 0.92; int16 56 and 88 items 0.95; int8 4
/// x 112 x 3 x 4 0.88, 4 x 176 x 2 x 4 0.74; 24 bytes 4 x 6 x 2 x 4 0.87, 3 x 10 x 2 x 4 0.85; 32
/// bytes 4 x 5 x 2 x 3 0.76, 4 x 3 x 3 x 3 0.64. Segments of 50, before their heads were marked
/// faster: int32 4 x 28 x 3 x 4 0.78, 3 x 28 x 3 x 4 0.73; double 4 x 14 x 3 x 4 0.83, 4 x 22 x 2 x
/// 4 0.72. By int32 key: int32 3 x 28 x 3 x 4 0.98, 3 x 28 x 4 x 4 0.91, 4 x 28 x 2 x 4 0.89;
/// double 3 x 18 x 2 x 4 0.90, 4 x 14 x 2 x 4 0.88, 3 x 14 x 4 x 4 0.67.
struct Ring {
  int threads = 4;
  int chunks = 11;
  int teams = 4;
  int scratch_bytes = cuda::scratch_bytes;  ///< as many slots as it holds
};
constexpr Ring ring(ItemSizes const& sizes) {
  int const bytes = sizes.widest();
  // A key waits in registers beside its item: 14 chunks of both.
  if (sizes.head_bytes > 0 && bytes <= 16)
    return {.threads = 3,
            .chunks = 14 * bytes / (bytes + sizes.head_bytes),
            .scratch_bytes = 33 * 1024};
  if (bytes > 24) return {.chunks = 10, .teams = 3};
  if (bytes > 16) return {.chunks = 9};
  if (sizes.stage_bytes != sizes.element_bytes) return {.chunks = 5};
  if (sizes.has_heads || bytes < 4) return {.chunks = 7};
  return {};
}

constexpr ScanPolicy scan_policy(DeviceScan variant, ItemSizes const& sizes) {
  ScanPolicy policy{.lanes = 32, .threads = 4};
  Ring const tuned = ring(sizes);
  if (variant == DeviceScan::work_ahead) {
    policy.threads = tuned.threads;
    policy.items = items_of(sizes, tuned.chunks);
    policy.teams_per_multiprocessor = tuned.teams;
  } else if (variant == DeviceScan::look_back) {
    // Bytes in flight decide: 15 chunks a lane spill (int32 0.63 of copy speed at 2^28), half as
    // many reach 0.58. Small types, which take it below `work_ahead_from` only: half as many, for a
    // few long tiles keep a few teams busy (int8 2^16 / 2^20: 7.3 / 8.5 µs, 10.3 / 9.5 with 13).
    policy.items = items_of(sizes, sizes.widest() < 4 ? 7 : 13);
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
    int const fitting = tuned.scratch_bytes / (policy.tile() * sizes.widest());
    // Where not even two tiles fit, the teams form a chain.
    policy.slots = fitting > 6 ? 6 : (fitting < 2 ? 0 : fitting);
  }
  return policy;
}

}  // namespace KokkosScan::tuning::cuda
