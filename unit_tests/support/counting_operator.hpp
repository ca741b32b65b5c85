// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Concatenate with a counter on the device.

#include <Kokkos_Core.hpp>

#include "environment.hpp"
#include "types.hpp"

namespace KokkosScanTest {

using Violations = Kokkos::View<int, Memory>;

inline Concatenate counting_operator(Violations const& violations) {
  Concatenate op;
  op.violations = violations;
  return op;
}

inline int value_of(Violations const& violations) {
  int count = 0;
  Kokkos::deep_copy(count, violations);
  return count;
}

}  // namespace KokkosScanTest
