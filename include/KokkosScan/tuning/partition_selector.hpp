// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/tuning/backends/cuda_partition.hpp>
#include <KokkosScan/tuning/backends/hip_partition.hpp>
#include <KokkosScan/tuning/backends/host_partition.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

namespace KokkosScan::tuning {

/// \brief The tuned policy of a partition.
template <class Exec>
constexpr ScanPolicy partition_policy(DeviceScan variant, PartitionSizes const& sizes) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::partition_policy(variant, sizes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::partition_policy(variant, sizes, detail::arch::warp_size);
  else
    return host::partition_policy(sizes);
}

/// \brief The shape of the counting pass before a partition in order; nothing on CPUs.
template <class Exec>
constexpr ScanPolicy count_policy(int element_bytes) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::count_policy(element_bytes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::count_policy(element_bytes, detail::arch::warp_size);
  else
    return {.lanes = 1, .teams_per_multiprocessor = 1};
}

/// \brief The most elements of \p element_bytes that a GPU partitions by tiles that look back.
constexpr std::size_t max_partitioned_at_once(std::size_t element_bytes) {
  return cuda::max_partitioned_at_once(element_bytes);
}

/// \brief The variant the automatic choice takes for a partition of n elements, given the number of
/// tiles that `hierarchical` would have. Counts are integers: every variant gives the same bits.
template <class Exec>
constexpr DeviceScan choose_partition(std::size_t n, std::size_t element_bytes,
                                      std::size_t hierarchical_tiles) {
  if (hierarchical_tiles <= 1 || !capabilities<Exec>.forward_progress)
    return DeviceScan::hierarchical;
  return capabilities<Exec>.lanes_are_threads && n <= max_partitioned_at_once(element_bytes)
             ? DeviceScan::look_back
             : DeviceScan::work_ahead;
}

/// \brief Whether a GPU's lanes load elements of \p Bytes around the nearest cache. A variable,
/// since kernels use it, where nvcc calls no host function, not even at compile time.
template <std::size_t Bytes>
inline constexpr bool loads_once = cuda::loads_once(Bytes);

/// \brief Whether GPU tiles sort the elements' numbers in the tile instead of the elements.
constexpr bool partitions_indices(std::size_t element_bytes) {
  return cuda::partitions_indices(element_bytes);
}

/// \brief The largest element, in bytes, that one GPU thread moves in `permute`; larger ones are
/// moved word by word.
inline constexpr std::size_t max_bytes_moved_whole = cuda::max_bytes_moved_whole;

}  // namespace KokkosScan::tuning
