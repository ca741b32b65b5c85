// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/tuning/backends/cuda.hpp>
#include <KokkosScan/tuning/backends/hip.hpp>
#include <KokkosScan/tuning/backends/host.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/tuning/sizes.hpp>
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

/// \brief The most items that a GPU scans by `fixed_look_back`.
constexpr std::size_t max_scanned_at_once(ItemSizes const& sizes) {
  return cuda::max_scanned_at_once(sizes);
}

/// \brief The most tiles that the automatic choice lets look back: with more, a tile would read
/// more than four rows of sums in `fixed_look_back`. Small tiles of a user's policy may be more.
constexpr std::size_t max_tiles_looking_back(int lanes) {
  return std::size_t(4) * static_cast<std::size_t>(lanes) * static_cast<std::size_t>(lanes);
}

/// \brief The variant the automatic choice takes for n elements of these \p sizes, given the number
/// of tiles that `hierarchical` would have.
///
/// A single tile needs no protocol between teams: the last step of `hierarchical` is then the whole
/// scan, one launch and no workspace. With more tiles, a single pass wins wherever it may run. All
/// these variants give the same bits in every run.
template <class Exec>
constexpr DeviceScan choose_scan(std::size_t n, ItemSizes const& sizes,
                                 std::size_t hierarchical_tiles) {
  if (hierarchical_tiles <= 1 || !capabilities<Exec>.forward_progress)
    return DeviceScan::hierarchical;
  return capabilities<Exec>.lanes_are_threads && n <= max_scanned_at_once(sizes)
             ? DeviceScan::fixed_look_back
             : DeviceScan::work_ahead;
}

/// \brief Whether a variant is one launch that reads every item once.
constexpr bool is_single_pass(DeviceScan variant) {
  return variant == DeviceScan::look_back || variant == DeviceScan::fixed_look_back ||
         variant == DeviceScan::work_ahead;
}

/// \brief Whether a variant gives the same bits in every run. How far `look_back` looks back, and
/// where `Kokkos::parallel_scan` cuts, may differ between runs, which does not matter to integers.
template <class T>
constexpr bool is_reproducible(DeviceScan variant) {
  return detail::adds_exactly<T> ||
         (variant != DeviceScan::look_back && variant != DeviceScan::parallel_scan);
}

}  // namespace KokkosScan::tuning
