// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/tuning/backends/cuda.hpp>
#include <KokkosScan/tuning/backends/hip.hpp>
#include <KokkosScan/tuning/backends/host.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

namespace KokkosScan::tuning {

/// \brief The tuned policy for values accumulated in T, kept per item in \p item_bytes, from and to
/// elements of at most \p element_bytes.
template <class Exec, class T>
constexpr ScanPolicy scan_policy(int element_bytes, int item_bytes) {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<Exec, Kokkos::Cuda>)
    return cuda::scan_policy(element_bytes, item_bytes);
#endif
#if defined(KOKKOS_ENABLE_HIP)
  if constexpr (std::is_same_v<Exec, Kokkos::HIP>)
    return hip::scan_policy(element_bytes, item_bytes, detail::arch::warp_size);
#endif
  (void)item_bytes;
  return host::scan_policy(element_bytes, detail::arch::vector_lanes<T>);
}

/// \brief The variant the automatic choice takes for \p tiles tiles.
///
/// A single tile needs no protocol between teams: the last step of `hierarchical` is then the whole
/// scan, one launch and no workspace. Above, the single pass wins wherever it may run.
template <class Exec>
constexpr DeviceScan choose_scan(std::size_t tiles, bool reproducible) {
  if (tiles <= 1 || !capabilities<Exec>.forward_progress || reproducible)
    return DeviceScan::hierarchical;
  return DeviceScan::look_back;
}

}  // namespace KokkosScan::tuning
