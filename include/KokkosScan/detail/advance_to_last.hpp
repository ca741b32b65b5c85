// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan::detail {

/// Binary search: advances \p first to the last i in [first, first + count) for which \p holds(i).
/// \p holds must be true up to some index and false from there on; first itself is not tested, and
/// stays if no later index holds.
template <class Holds>
KOKKOS_FUNCTION void advance_to_last(int& first, int count, Holds const& holds) {
  while (count > 1) {
    int const half = count / 2;
    // Compilers make a branch of a condition, which processors cannot guess.
    first += half & -static_cast<int>(holds(first + half));
    count -= half;
  }
}

}  // namespace KokkosScan::detail
