// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

/// \file
/// \brief Masks with a bit for each lane.

namespace KokkosScan::lane::detail {

/// The position of the k-th set bit, counted from k = 0; 63 if there are not that many.
KOKKOS_INLINE_FUNCTION int place_of_bit(std::uint64_t mask, int k) {
  int place = 0;
  for (int half = 32; half > 0; half /= 2) {
    std::uint64_t const low = (mask >> place) & ((std::uint64_t(1) << half) - 1);
    int const count = arch::count_bits(low);
    if (k >= count) {
      k -= count;
      place += half;
    }
  }
  return place;
}

/// How far the highest set bit at or below the position \p lane is from it; the mask must have one.
KOKKOS_INLINE_FUNCTION int distance_to_bit(std::uint64_t mask, int lane) {
  return Kokkos::Experimental::countl_zero_builtin(mask << (63 - lane));
}

}  // namespace KokkosScan::lane::detail
