// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstring>

/// \file
/// \brief Objects as bytes. Qualified calls and built-in addresses: the types are users' own, which
/// may have a `memcpy` in their namespace, or overload &.

namespace KokkosScan::detail::arch {

/// &x, also if T overloads that.
template <class T>
KOKKOS_INLINE_FUNCTION T* address_of(T& x) {
  return __builtin_addressof(x);
}
/// Copies the bytes at \p p into x. (By `address_of`, nvcc 13.0 gives kernels other registers than
/// by the built-in address itself.)
template <class T>
KOKKOS_INLINE_FUNCTION void load_bytes(void const* p, T& x) {
  ::memcpy(static_cast<void*>(__builtin_addressof(x)), p, sizeof(T));
}
/// Copies the bytes of x to \p p.
template <class T>
KOKKOS_INLINE_FUNCTION void store_bytes(T const& x, void* p) {
  ::memcpy(p, static_cast<void const*>(__builtin_addressof(x)), sizeof(T));
}
/// Copies \p bytes bytes between objects that do not overlap.
KOKKOS_INLINE_FUNCTION void copy_bytes(void* to, void const* from, std::size_t bytes) {
  ::memcpy(to, from, bytes);
}

}  // namespace KokkosScan::detail::arch
