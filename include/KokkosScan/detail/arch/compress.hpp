// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch/vectors.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Packing the wanted elements of a vector register of a CPU.

namespace KokkosScan::detail::arch {

/// How many elements of type T `compress` takes at once; 0 where a CPU has no instructions for it,
/// or only for so few that single stores are faster.
#if defined(KOKKOSSCAN_IMPL_X86) && defined(__AVX2__)
template <class T>
inline constexpr int compress_lanes =
    sizeof(T) == 8 && vector_bytes == 64                 ? 8
    : sizeof(T) == 4 || sizeof(T) == 2 || sizeof(T) == 1 ? vector_bytes / 4
                                                         : 0;

#if defined(__AVX512F__) && defined(__AVX512BW__)
/// Loads 64 bytes in two halves: g++ stores vectors of 32 bytes, and a load that spans two stores
/// waits until both have reached the cache. The halves are joined in registers, never stored.
inline __m512i load_halves(void const* p) {
  auto const* const half = static_cast<__m256i const*>(p);
  return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256(half)),
                            _mm256_loadu_si256(half + 1), 1);
}
#endif

/// Bit j is set if number[j] is \p wanted, j < 16.
template <class Number>
unsigned where_equal(Number const* number, Number wanted) {
  if constexpr (sizeof(Number) == 1) {
    __m128i const x = _mm_loadu_si128(reinterpret_cast<__m128i const*>(number));
    return static_cast<unsigned>(
        _mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8(static_cast<char>(wanted)))));
  } else if constexpr (sizeof(Number) == 2) {
    __m256i const x = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(number));
    __m256i const is_equal = _mm256_cmpeq_epi16(x, _mm256_set1_epi16(static_cast<short>(wanted)));
    return static_cast<unsigned>(_mm_movemask_epi8(
        _mm_packs_epi16(_mm256_castsi256_si128(is_equal), _mm256_extracti128_si256(is_equal, 1))));
  } else {
#if defined(__AVX512F__) && defined(__AVX512BW__)
    return _mm512_cmpeq_epi32_mask(load_halves(number),
                                   _mm512_set1_epi32(static_cast<int>(wanted)));
#else
    __m256i const all = _mm256_set1_epi32(static_cast<int>(wanted));
    auto const half = [&](Number const* p) {
      __m256i const x = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p));
      return static_cast<unsigned>(
          _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(x, all))));
    };
    return half(number) | half(number + 8) << 8;
#endif
  }
}

/// Flags of which `where_set` makes a mask.
template <class Flag>
inline constexpr bool has_mask =
    std::is_integral_v<Flag> && (sizeof(Flag) == 1 || sizeof(Flag) == 4);

/// Bit j is set if flag j is not zero, j < 16.
template <class Flag>
unsigned where_set(Flag const* flags) {
  static_assert(has_mask<Flag>);
  if constexpr (sizeof(Flag) == 1)
    return where_equal(reinterpret_cast<std::uint8_t const*>(flags), std::uint8_t(0)) ^ 0xffffu;
  else
    return where_equal(reinterpret_cast<std::uint32_t const*>(flags), 0u) ^ 0xffffu;
}

/// Byte j of entry m is the position of the j-th bit that is set in m.
struct CompressOrder {
  std::uint64_t of[256];
  constexpr CompressOrder() : of{} {
    for (unsigned m = 0; m < 256; ++m)
      for (unsigned bit = 0, j = 0; bit < 8; ++bit)
        if (m >> bit & 1u) of[m] |= std::uint64_t(bit) << 8 * j++;
  }
};
inline constexpr CompressOrder compress_order;

/// The number of bits set. The compiler must not know how many there can be: g++ would count in 16
/// bits and read more than it stored.
inline std::size_t count_lanes(std::uint64_t mask) {
  asm("" : "+r"(mask));
  return static_cast<std::size_t>(_mm_popcnt_u64(mask));
}

/// Packs the elements whose bit in \p mask is set and returns their number. \p to must have room
/// for all `compress_lanes` elements. With AVX-512 but no instructions for less than 4 bytes, such
/// elements are widened (16 bytes on a Xeon: 2.0 ns, by the instructions 1.0).
template <class T>
std::size_t compress(T* to, T const* from, unsigned mask) {
  std::size_t const count = count_lanes(mask);
#if defined(__AVX512F__) && defined(__AVX512BW__)
  auto const lanes = static_cast<__mmask16>(mask);
  if constexpr (sizeof(T) == 8) {
    _mm512_storeu_si512(
        to, _mm512_maskz_compress_epi64(static_cast<__mmask8>(mask), arch::load_halves(from)));
  } else if constexpr (sizeof(T) == 4) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(lanes, arch::load_halves(from)));
  } else if constexpr (sizeof(T) == 2) {
    __m256i const x = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(from));
#if defined(__AVX512VBMI2__) && defined(__AVX512VL__)
    __m256i const packed = _mm256_maskz_compress_epi16(lanes, x);
#else
    __m256i const packed =
        _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(lanes, _mm512_cvtepu16_epi32(x)));
#endif
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), packed);
  } else {
    __m128i const x = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from));
#if defined(__AVX512VBMI2__) && defined(__AVX512VL__)
    __m128i const packed = _mm_maskz_compress_epi8(lanes, x);
#else
    __m128i const packed =
        _mm512_cvtepi32_epi8(_mm512_maskz_compress_epi32(lanes, _mm512_cvtepu8_epi32(x)));
#endif
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), packed);
  }
#else
  __m128i const order = _mm_cvtsi64_si128(static_cast<long long>(compress_order.of[mask]));
  if constexpr (sizeof(T) == 4) {
    __m256i const x = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(from));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                        _mm256_permutevar8x32_epi32(x, _mm256_cvtepu8_epi32(order)));
  } else if constexpr (sizeof(T) == 2) {
    // Both bytes of an element: 2 k and 2 k + 1.
    __m128i const bytes = _mm_add_epi16(
        _mm_mullo_epi16(_mm_cvtepu8_epi16(order), _mm_set1_epi16(0x0202)), _mm_set1_epi16(0x0100));
    __m128i const x = _mm_loadu_si128(reinterpret_cast<__m128i const*>(from));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_shuffle_epi8(x, bytes));
  } else {
    __m128i const x = _mm_loadl_epi64(reinterpret_cast<__m128i const*>(from));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_shuffle_epi8(x, order));
  }
#endif
  return count;
}
#else
template <class T>
inline constexpr int compress_lanes = 0;
template <class Number>
unsigned where_equal(Number const*, Number) {
  return 0;
}
template <class Flag>
inline constexpr bool has_mask = false;
template <class Flag>
unsigned where_set(Flag const*) {
  return 0;
}
inline std::size_t count_lanes(std::uint64_t) { return 0; }
template <class T>
std::size_t compress(T*, T const*, unsigned) {
  return 0;
}
#endif

}  // namespace KokkosScan::detail::arch
