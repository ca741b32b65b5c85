// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstdint>

namespace KokkosScan::detail {

/// N consecutive elements that move with one access.
template <class T, int N>
struct alignas(sizeof(T) * N) Pack {
  T element[N];
};

/// Whether N elements may move with one access: an element has a power of two of bytes.
template <class T, int N>
inline constexpr bool is_packable = N > 1 && std::has_single_bit(sizeof(T));

/// Whether p may be accessed as Pack<T, N>.
template <int N, class T>
KOKKOS_FUNCTION bool is_pack_aligned(T const* p) {
  return reinterpret_cast<std::uintptr_t>(p) % (sizeof(T) * N) == 0;
}

}  // namespace KokkosScan::detail
