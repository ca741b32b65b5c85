// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/tuning/backends/cuda.hpp>
#include <KokkosScan/tuning/backends/hip.hpp>
#include <KokkosScan/tuning/backends/host.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

namespace KokkosScan::tuning {

/// \brief The tuned policy of a variant for values accumulated in T.
template <class Exec, class T>
constexpr ScanPolicy scan_policy(DeviceScan variant, ItemSizes const& sizes) {
  if constexpr (capabilities<Exec>.backend == Backend::cuda)
    return cuda::scan_policy(variant, sizes);
  else if constexpr (capabilities<Exec>.backend == Backend::hip)
    return hip::scan_policy(variant, sizes, detail::arch::warp_size);
  else
    return host::scan_policy(sizes, detail::arch::vector_lanes<T>);
}

/// \brief The variant the automatic choice takes for n elements of \p item_bytes, given the tiles
/// of `hierarchical`.
///
/// A single tile needs no protocol between teams: the last step of `hierarchical` is then the whole
/// scan, one launch and no workspace. Above, a single pass wins wherever it may run; `look_back`
/// only for integers, whose results do not depend on how far a tile looks back.
template <class Exec, class T>
constexpr DeviceScan choose_scan(std::size_t n, int item_bytes, std::size_t hierarchical_tiles,
                                 bool is_reproducible) {
  if (hierarchical_tiles <= 1 || !capabilities<Exec>.forward_progress)
    return DeviceScan::hierarchical;
  bool const must_be_reproducible = is_reproducible || !detail::adds_exactly<T>;
  bool const are_many = n >= cuda::work_ahead_from &&
                        n >= cuda::work_ahead_from_bytes / static_cast<std::size_t>(item_bytes);
  if (!capabilities<Exec>.lanes_are_threads || must_be_reproducible || are_many)
    return DeviceScan::work_ahead;
  return DeviceScan::look_back;
}

/// \brief Whether a variant gives the same bits in every run: how far `look_back` looks, and where
/// `Kokkos::parallel_scan` cuts, is not fixed, which integers do not feel.
template <class T>
constexpr bool is_reproducible(DeviceScan variant) {
  return detail::adds_exactly<T> ||
         (variant != DeviceScan::look_back && variant != DeviceScan::parallel_scan);
}

}  // namespace KokkosScan::tuning
