// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace KokkosScan::detail {

/// Copies elements from a CPU's cache to memory that will not be read soon: full registers go
/// around the caches. For the calling thread's own eyes only until `order_streaming_stores`.
template <class T>
KOKKOS_FUNCTION void stream_copy(T* to, T const* from, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  auto* target = reinterpret_cast<std::byte*>(to);
  auto const* source = reinterpret_cast<std::byte const*>(from);
  std::size_t left = count * sizeof(T);
  if constexpr (arch::has_streaming_stores) {
    using Register = arch::StreamedRegister;
    constexpr std::size_t width = sizeof(Register);
    std::size_t const head = (width - reinterpret_cast<std::uintptr_t>(target) % width) % width;
    if (left >= head + width) {
      memcpy(target, source, head);
      target += head, source += head, left -= head;
      for (; left >= width; target += width, source += width, left -= width) {
        Register x;
        memcpy(&x, source, width);
        arch::store_streaming(target, x);
      }
    }
  }
  if (left > 0) memcpy(target, source, left);
}

}  // namespace KokkosScan::detail
