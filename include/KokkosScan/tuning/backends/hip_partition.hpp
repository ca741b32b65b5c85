// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda_partition.hpp>

namespace KokkosScan::tuning::hip {

/// The shapes of CUDA with the lanes of a wavefront and as many threads in all. Not measured yet:
/// no such device was at hand.
constexpr ScanPolicy partition_policy(DeviceScan variant, PartitionSizes const& sizes, int lanes) {
  if (sizes.sorts_indices)
    return cuda::numbers_partition_policy(variant, sizes.element_bytes, lanes);
  ScanPolicy policy = cuda::partition_policy(variant, sizes);
  policy.threads = policy.threads * policy.lanes / lanes;
  policy.lanes = lanes;
  return policy;
}

constexpr ScanPolicy count_policy(int element_bytes, int lanes) {
  ScanPolicy policy = cuda::count_policy(element_bytes);
  policy.threads = policy.threads * policy.lanes / lanes;
  policy.lanes = lanes;
  return policy;
}

}  // namespace KokkosScan::tuning::hip
