// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosScan::detail {

/// n independent items, with 64-bit indices.
template <class Exec>
auto range(Exec const& exec, std::size_t n) {
  return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>(exec, std::size_t(0), n);
}

}  // namespace KokkosScan::detail
