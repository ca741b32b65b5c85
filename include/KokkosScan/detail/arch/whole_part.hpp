// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosScan::detail::arch {

/// A whole number from 0 to \p most, which grows with x: 0 of what is not above 0 and of NaN, and
/// \p most, below 2^23, of what is not below 1. On one kind of machine always the same of the same
/// x, wherever it is inlined.
KOKKOS_INLINE_FUNCTION std::int32_t whole_part(float x, float most) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  float const within = Kokkos::fmin(Kokkos::fmax(x, 0.0f), 1.0f);
  // A float from 2^23 to 2^24 has a whole number in its low bits: a conversion is the dearer one.
  constexpr float whole = 1 << 23;
  return Kokkos::bit_cast<std::int32_t>(Kokkos::fma(within, most, whole)) -
         Kokkos::bit_cast<std::int32_t>(whole);
#else
  // Choices, of which there is vector code; without a sum that might be contracted.
  float const above = x > 0.0f ? x : 0.0f;
  float const within = above < 1.0f ? above : 1.0f;
  return static_cast<std::int32_t>(within * most);
#endif
}

}  // namespace KokkosScan::detail::arch
