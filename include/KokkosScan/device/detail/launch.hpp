// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

/// \file
/// \brief The policies of launches.

namespace KokkosScan::detail {

/// n independent items, with 64-bit indices.
template <class Exec>
auto range(Exec const& exec, std::size_t n) {
  return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>(exec, std::size_t(0), n);
}

/// The policy with Kokkos' hint that the functor is small enough to travel with the launch. Without
/// it Kokkos may copy the functor to a buffer, and wait until the launch before is done with that.
template <class Policy>
auto light(Policy const& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

}  // namespace KokkosScan::detail
