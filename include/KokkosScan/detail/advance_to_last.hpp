// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan::detail {

/// Moves \p first to the last of \p count numbers from there on where \p holds, which is so up to
/// some number and not behind; leaves it, if nowhere. \p holds is not asked for the first one.
template <class Holds>
KOKKOS_FUNCTION void move_to_last(int& first, int count, Holds const& holds) {
  while (count > 1) {
    int const half = count / 2;
    // Compilers make a branch of a condition, which processors cannot guess.
    first += half & -static_cast<int>(holds(first + half));
    count -= half;
  }
}

}  // namespace KokkosScan::detail
