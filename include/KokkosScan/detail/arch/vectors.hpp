// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch/bytes.hpp>
#include <KokkosScan/detail/arch/compiler.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

/// \file
/// \brief The vector registers of a CPU. For GPU compilers, a CPU lane is a scalar.

#if defined(KOKKOSSCAN_IMPL_X86)
#include <immintrin.h>
#endif

namespace KokkosScan::detail::arch {

/// Bytes of the widest vector register the compiler targets; 0 where it has no vector extensions,
/// and for GPU compilers.
#if defined(KOKKOSSCAN_IMPL_SIMT) || !defined(__has_builtin)
inline constexpr int vector_bytes = 0;
#elif !__has_builtin(__builtin_shufflevector)
inline constexpr int vector_bytes = 0;
#elif defined(__AVX512F__) && defined(__AVX512BW__)
inline constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif

/// How many elements of type T fill a vector register; 1 where T cannot be a vector element.
template <class T>
inline constexpr int vector_lanes =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8 && vector_bytes != 0
        ? vector_bytes / static_cast<int>(sizeof(T))
        : 1;

/// W elements of type T in one vector register.
template <class T, int W>
struct NativeVector {
  typedef T type __attribute__((vector_size(W * sizeof(T))));
};

/// Stores a whole register around the caches; p must be aligned to its size. An ordinary store
/// first reads the line that it overwrites: a copy then moves three bytes instead of two.
#if defined(KOKKOSSCAN_IMPL_X86)
inline constexpr bool has_streaming_stores = vector_bytes != 0;
using StreamedRegister =
    NativeVector<std::uint32_t, has_streaming_stores ? vector_bytes / 4 : 1>::type;
template <class V>
void store_streaming(void* p, V const& x) {
  static_assert(sizeof(V) == vector_bytes);
#if defined(__AVX512F__) && defined(__AVX512BW__)
  _mm512_stream_si512(static_cast<__m512i*>(p), reinterpret_cast<__m512i const&>(x));
#elif defined(__AVX2__)
  _mm256_stream_si256(static_cast<__m256i*>(p), reinterpret_cast<__m256i const&>(x));
#else
  _mm_stream_si128(static_cast<__m128i*>(p), reinterpret_cast<__m128i const&>(x));
#endif
}
/// Streaming stores are weakly ordered: those before this are seen before any later store.
inline void order_streaming_stores() { _mm_sfence(); }
#else
inline constexpr bool has_streaming_stores = false;
using StreamedRegister = std::uint32_t;
template <class V>
void store_streaming(void*, V const&) {}
KOKKOS_INLINE_FUNCTION void order_streaming_stores() {}
#endif

/// Stores first, first + 1, … as one register of W integers. (From a loop of stores, packing
/// indices of 8 bytes took four times as long with g++ 14.)
template <int W, class T>
void store_numbers(T* p, T first) {
  [&]<int... Index>(std::integer_sequence<int, Index...>) {
    using V = typename NativeVector<T, W>::type;
    V const numbers = V{static_cast<T>(Index)...} + first;
    arch::store_bytes(numbers, p);
  }(std::make_integer_sequence<int, W>{});
}

/// Lanes of a that are NaN, else those of x. By bit operations: g++ would fuse a select with the
/// comparison that x comes from, a longer dependency chain through a scan (2^20 floats in cache:
/// 422 µs, with bit operations 233).
template <class V>
inline V nan_or(V const& a, V const& x) {
  auto const is_number = a == a;
  using Bits = std::remove_const_t<decltype(is_number)>;
  return (V)(((Bits)x & is_number) | ((Bits)a & ~is_number));
}

/// Lane i of the result is lane i - D of x; the first D lanes come from fill.
template <int D, class V, int... Index>
inline V vector_shift_up(V const& x, V const& fill, std::integer_sequence<int, Index...>) {
#if !defined(KOKKOSSCAN_IMPL_SIMT) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
  constexpr int width = sizeof...(Index);
  return __builtin_shufflevector(fill, x, (Index < D ? Index : width + Index - D)...);
#endif
#endif
  return (void)fill, x;
}

/// Every lane of the result is lane L of x.
template <int L, class V, int... Index>
inline V vector_broadcast(V const& x, std::integer_sequence<int, Index...>) {
#if !defined(KOKKOSSCAN_IMPL_SIMT) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
  return __builtin_shufflevector(x, x, (Index * 0 + L)...);
#endif
#endif
  return x;
}

}  // namespace KokkosScan::detail::arch
