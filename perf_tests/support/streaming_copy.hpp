// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// The one hardware-dependent file of the benchmarks: a copy whose stores bypass the caches.
///
/// An ordinary store first reads the cache line that it overwrites, so a plain copy causes three
/// bytes of memory traffic for every two that count. Non-temporal stores avoid this; a scan of
/// large arrays has to be compared with them.

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__) && !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
#include <immintrin.h>
#define PERF_STREAMING_X86
#endif

namespace perf {

#if defined(PERF_STREAMING_X86)

inline constexpr bool has_streaming_stores = true;

/// Copies a block; every thread calls it with a block of its own.
inline void streaming_copy(char* to, char const* from, std::size_t bytes) {
  constexpr std::size_t line = 64;
  std::size_t const head = (line - reinterpret_cast<std::uintptr_t>(to) % line) % line;
  if (bytes < head + line) {
    std::memcpy(to, from, bytes);
    return;
  }
  std::memcpy(to, from, head);
  std::size_t i = head;
  for (; i + line <= bytes; i += line) {
#if defined(__AVX512F__)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), _mm512_loadu_si512(from + i));
#elif defined(__AVX__)
    for (std::size_t k = 0; k < line; k += 32)
      _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i + k),
                          _mm256_loadu_si256(reinterpret_cast<__m256i const*>(from + i + k)));
#else
    for (std::size_t k = 0; k < line; k += 16)
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i + k),
                       _mm_loadu_si128(reinterpret_cast<__m128i const*>(from + i + k)));
#endif
  }
  std::memcpy(to + i, from + i, bytes - i);
  _mm_sfence();  // streaming stores are weakly ordered: make them visible before the thread signals
                 // that it is done
}

#else

inline constexpr bool has_streaming_stores = false;
inline void streaming_copy(char* to, char const* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}

#endif

#undef PERF_STREAMING_X86

}  // namespace perf
