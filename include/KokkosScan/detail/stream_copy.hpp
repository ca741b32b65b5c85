// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::detail {

/// Copies elements from a CPU's cache to memory that will not be read soon: full registers are
/// stored around the caches. Other threads may read them only after `order_streaming_stores`.
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
      arch::copy_bytes(target, source, head);
      target += head, source += head, left -= head;
      for (; left >= width; target += width, source += width, left -= width) {
        Register x;
        arch::copy_bytes(&x, source, width);
        arch::store_streaming(target, x);
      }
    }
  }
  if (left > 0) arch::copy_bytes(target, source, left);
}

/// Copies elements in reverse order, reversing them block by block in a CPU's cache: stored one by
/// one they would neither fill registers nor go around the caches.
template <class T>
KOKKOS_FUNCTION void copy_reversed(T* to, T const* from, std::size_t count, bool is_streamed) {
  constexpr std::size_t line = 64, block = 4096 / sizeof(T) > 0 ? 4096 / sizeof(T) : 1;
  T turned[block];
  for (std::size_t done = 0; done < count;) {
    // Blocks after the first one begin at a cache line.
    std::size_t const past_line = reinterpret_cast<std::uintptr_t>(to + done) % line / sizeof(T);
    std::size_t const full = past_line < block ? block - past_line : block;
    std::size_t const here = count - done < full ? count - done : full;
    T const* const last = from + (count - 1 - done);
    for (std::size_t j = 0; j < here; ++j) turned[j] = *(last - j);
    if (is_streamed)
      detail::stream_copy(to + done, turned, here);
    else
      arch::copy_bytes(to + done, turned, here * sizeof(T));
    done += here;
  }
}

}  // namespace KokkosScan::detail
