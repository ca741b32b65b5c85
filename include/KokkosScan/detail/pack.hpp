// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosScan::detail {

/// N consecutive elements that move with one access.
template <class T, int N>
struct alignas(sizeof(T) * N) Pack {
  T element[N];
};

/// Whether p may be accessed as Pack<T, N>.
template <int N, class T>
KOKKOS_FUNCTION bool is_pack_aligned(T const* p) {
  return reinterpret_cast<std::uintptr_t>(p) % (sizeof(T) * N) == 0;
}

/// The payload of items that have none.
struct NoPayload {};

}  // namespace KokkosScan::detail
