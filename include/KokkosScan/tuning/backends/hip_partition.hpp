// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/tuning/backends/cuda_partition.hpp>
#include <KokkosScan/tuning/backends/hip.hpp>
#include <KokkosScan/tuning/sizes.hpp>

namespace KokkosScan::tuning::hip {

/// The shapes of CUDA, fitted to the scratch there is. Not measured: no such device was available.
constexpr ScanPolicy partition_policy(DeviceScan variant, PartitionSizes const& sizes, int lanes) {
  return cuda::partition_policy(variant, sizes, limits(lanes));
}

constexpr ScanPolicy count_policy(int element_bytes, int lanes) {
  return cuda::count_policy(element_bytes, limits(lanes));
}

}  // namespace KokkosScan::tuning::hip
