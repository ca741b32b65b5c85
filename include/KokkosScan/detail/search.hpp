// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

/// \file
/// \brief Binary searches.

namespace KokkosScan::detail {

/// Advances \p first to the last i in [first, first + count) for which \p holds(i).
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

/// N such searches side by side, in vector code on a CPU: \p holds(k, i) belongs to search k, and
/// may be asked about first[k] itself. Uses up the counts.
template <int N, class Holds>
KOKKOS_FORCEINLINE_FUNCTION void advance_all_to_last(int (&first)[N], int (&count)[N],
                                                     Holds const& holds) {
  int most = 0;
  for (int k = 0; k < N; ++k) most = most > count[k] ? most : count[k];
  for (; most > 1; most -= most / 2)
    for (int k = 0; k < N; ++k) {
      int const half = count[k] / 2;
      first[k] += half & -static_cast<int>(holds(k, first[k] + half));
      count[k] -= half;
    }
}

/// The first i in [first, first + count) for which \p is_below(i) is false, or first + count.
/// \p is_below must be true up to some index and false from there on.
template <class IsBelow>
KOKKOS_FUNCTION std::size_t first_not_below(std::size_t first, std::size_t count,
                                            IsBelow const& is_below) {
  while (count > 0) {
    std::size_t const half = count / 2;
    if (is_below(first + half)) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

}  // namespace KokkosScan::detail
