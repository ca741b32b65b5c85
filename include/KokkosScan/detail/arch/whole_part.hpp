// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosScan::detail::arch {

/// x limited to [0, 1], times \p most (below 2^23), as a whole number: monotone in x, 0 for x ≤ 0
/// and NaN, \p most for x ≥ 1. On one kind of machine, the same x always gives the same number,
/// wherever this is inlined.
KOKKOS_INLINE_FUNCTION std::int32_t whole_part(float x, float most) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  float const within = Kokkos::fmin(Kokkos::fmax(x, 0.0f), 1.0f);
  // A float from 2^23 to 2^24 has a whole number in its low bits: cheaper than a conversion.
  constexpr float whole = 1 << 23;
  return Kokkos::bit_cast<std::int32_t>(Kokkos::fma(within, most, whole)) -
         Kokkos::bit_cast<std::int32_t>(whole);
#else
  // Conditionals that compilers vectorize, and no addition that might be contracted.
  float const above = x > 0.0f ? x : 0.0f;
  float const within = above < 1.0f ? above : 1.0f;
  return static_cast<std::int32_t>(within * most);
#endif
}

}  // namespace KokkosScan::detail::arch
