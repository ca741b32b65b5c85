// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan::detail {

/// The policy, for a light functor: that goes with the launch itself; a heavy one waits for a
/// buffer that the launch before may still hold.
template <class Policy>
auto light(Policy const& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

}  // namespace KokkosScan::detail
