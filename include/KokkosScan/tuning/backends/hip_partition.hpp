// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda_partition.hpp>
#include <KokkosScan/tuning/backends/hip.hpp>

namespace KokkosScan::tuning::hip {

/// The shapes of CUDA, cut to the scratch there is. Not measured yet: no such device was at hand.
constexpr ScanPolicy partition_policy(DeviceScan variant, PartitionSizes const& sizes, int lanes) {
  return cuda::partition_policy(variant, sizes, limits(lanes));
}

constexpr ScanPolicy count_policy(int element_bytes, int lanes) {
  return cuda::count_policy(element_bytes, limits(lanes));
}

}  // namespace KokkosScan::tuning::hip
