// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda.hpp>

namespace KokkosScan::tuning::hip {

/// The shapes of CUDA with the lanes of a wavefront and as many threads in all. Not measured yet:
/// no such device was at hand.
constexpr ScanPolicy scan_policy(DeviceScan variant, ItemSizes const& sizes, int lanes) {
  ScanPolicy policy = cuda::scan_policy(variant, sizes);
  if (policy.lanes * policy.threads >= lanes) {
    policy.threads = policy.threads * policy.lanes / lanes;
    policy.lanes = lanes;
  }
  return policy;
}

}  // namespace KokkosScan::tuning::hip
