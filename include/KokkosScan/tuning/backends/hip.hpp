// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda.hpp>
#include <KokkosScan/tuning/backends/gpu_limits.hpp>
#include <KokkosScan/tuning/sizes.hpp>

namespace KokkosScan::tuning::hip {

/// A compute unit of CDNA 2 and 3 has 64 KiB of scratch (CUDA: 228 KiB): room for two teams of 128
/// lanes, one wavefront on each of its four SIMD units.
constexpr GpuLimits limits(int lanes) {
  return {.lanes = lanes,
          .team_scratch = 31 * 1024,
          .max_team_scratch = 46 * 1024,
          .multiprocessor_scratch = 63 * 1024};
}

/// The shapes of CUDA, fitted to the scratch there is. Not measured: no such device was available.
constexpr ScanPolicy scan_policy(DeviceScan variant, ItemSizes const& sizes, int lanes) {
  return cuda::scan_policy(variant, sizes, limits(lanes));
}

}  // namespace KokkosScan::tuning::hip
