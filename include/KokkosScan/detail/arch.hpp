// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// \brief The one file that names hardware outside tuning/: lane shuffles, polling loads and
/// stores, the width of a CPU's vector registers.
///
/// Everything above is written once against these few functions.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <type_traits>
#include <utility>

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
#define KOKKOSSCAN_IMPL_SIMT 1
#elif defined(__SSE2__)
#define KOKKOSSCAN_IMPL_X86 1
#include <immintrin.h>
#endif

/// Unrolls the loop behind it; items in registers may be indexed by constants only.
#if defined(__clang__) || defined(__CUDA_ARCH__)
#define KOKKOSSCAN_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define KOKKOSSCAN_UNROLL
#else
#define KOKKOSSCAN_UNROLL _Pragma("GCC unroll 32")
#endif

/// The same on a GPU only: a CPU makes vector code of the loop.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define KOKKOSSCAN_UNROLL_ON_DEVICE _Pragma("unroll")
#else
#define KOKKOSSCAN_UNROLL_ON_DEVICE
#endif

namespace KokkosScan::detail::arch {

// ---- threads of a GPU team -------------------------------------------------------------------

/// Threads that execute in lock step and can shuffle.
#if defined(KOKKOS_ENABLE_HIP)
inline constexpr int warp_size = Kokkos::Impl::HIPTraits::WarpSize;
#else
inline constexpr int warp_size = 32;
#endif

#if defined(KOKKOSSCAN_IMPL_SIMT)

__device__ inline int vector_lane() { return static_cast<int>(threadIdx.x); }
__device__ inline int vector_length() { return static_cast<int>(blockDim.x); }
__device__ inline int thread_in_team() {
  return static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
}
__device__ inline int threads_in_team() { return static_cast<int>(blockDim.x * blockDim.y); }

#if defined(KOKKOS_ENABLE_CUDA)
using Mask = unsigned;
__device__ inline std::uint32_t shuffle_word(Mask mask, std::uint32_t x, int from, int width) {
  return __shfl_sync(mask, x, from, width);
}
__device__ inline std::uint32_t shuffle_up_word(Mask mask, std::uint32_t x, int d, int width) {
  return __shfl_up_sync(mask, x, d, width);
}
__device__ inline Mask ballot(Mask mask, bool vote) { return __ballot_sync(mask, vote) & mask; }
__device__ inline int first_set(Mask mask) { return __ffs(static_cast<int>(mask)) - 1; }
__device__ inline int last_set(Mask mask) { return 31 - __clz(static_cast<int>(mask)); }
__device__ inline int count_set(Mask mask) { return __popc(mask); }
__device__ inline void sync_lanes(Mask mask) { __syncwarp(mask); }
/// The lanes of the mask whose bit \p bit of the key is this lane's. In PTX, for nvcc works out the
/// predicate twice otherwise: eight instructions instead of four.
__device__ inline Mask match_bit(Mask mask, unsigned key, int bit) {
  Mask same;
  asm volatile(
      "{ .reg .pred p; and.b32 %0, %1, %2; setp.ne.u32 p, %0, 0;"
      "  vote.sync.ballot.b32 %0, p, %3; @!p not.b32 %0, %0; }"
      : "=&r"(same)
      : "r"(key), "r"(1u << bit), "r"(mask));
  return same;
}
#else
using Mask = unsigned long long;
__device__ inline std::uint32_t shuffle_word(Mask, std::uint32_t x, int from, int width) {
  return __shfl(x, from, width);
}
__device__ inline std::uint32_t shuffle_up_word(Mask, std::uint32_t x, int d, int width) {
  return __shfl_up(x, static_cast<unsigned>(d), width);
}
__device__ inline Mask ballot(Mask mask, bool vote) { return __ballot(vote) & mask; }
__device__ inline int first_set(Mask mask) { return __ffsll(static_cast<long long>(mask)) - 1; }
__device__ inline int last_set(Mask mask) { return 63 - __clzll(static_cast<long long>(mask)); }
__device__ inline int count_set(Mask mask) { return __popcll(mask); }
__device__ inline Mask match_bit(Mask, unsigned key, int bit) {
  bool const is_set = (key >> bit & 1u) != 0;
  Mask const set = __ballot(is_set);
  return is_set ? set : ~set;
}
__device__ inline void sync_lanes(Mask) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}
#endif

/// The lanes [first, first + count) of a warp.
__device__ inline Mask lane_mask(int first, int count) {
  return (~Mask(0) >> (sizeof(Mask) * 8 - count)) << first;
}

/// The lanes of the mask that have the same key as this one, told apart by its lower \p bits bits,
/// of which there are at most 9. Asking about a bit too many costs less than asking after each bit.
__device__ inline Mask match(Mask mask, unsigned key, int bits) {
  Mask peers = mask;
  KOKKOSSCAN_UNROLL
  for (int b = 0; b < 9; ++b) {
    if ((b == 3 || b == 4 || b == 6 || b == 8) && b >= bits) break;
    peers &= match_bit(mask, key, b);
  }
  return peers;
}

template <class T, class ShuffleWord>
__device__ inline T shuffle_words(T const& x, ShuffleWord shuffle_word_of) {
  static_assert(std::is_trivially_copyable_v<T>);
  constexpr int words = (sizeof(T) + 3) / 4;
  std::uint32_t w[words] = {};
  memcpy(w, &x, sizeof(T));
  KOKKOSSCAN_UNROLL
  for (int i = 0; i < words; ++i) w[i] = shuffle_word_of(w[i]);
  T y;
  memcpy(&y, w, sizeof(T));
  return y;
}
template <class T>
__device__ inline T shuffle(Mask mask, T const& x, int from, int width) {
  return shuffle_words(x, [=](std::uint32_t w) { return shuffle_word(mask, w, from, width); });
}
template <class T>
__device__ inline T shuffle_xor(Mask mask, T const& x, int lanes, int lane, int width) {
  return shuffle_words(x,
                       [=](std::uint32_t w) { return shuffle_word(mask, w, lane ^ lanes, width); });
}
template <class T>
__device__ inline T shuffle_up(Mask mask, T const& x, int d, int width) {
  return shuffle_words(x, [=](std::uint32_t w) { return shuffle_up_word(mask, w, d, width); });
}

#endif  // KOKKOSSCAN_IMPL_SIMT

// ---- 16 bytes -------------------------------------------------------------------------------

/// What a lane moves with one access.
struct alignas(16) Chunk {
  std::uint32_t word[4];
};

/// One access for certain: nvcc makes four of a copied struct.
KOKKOS_INLINE_FUNCTION Chunk load_chunk(void const* p) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  uint4 const x = *static_cast<uint4 const*>(p);
  return {{x.x, x.y, x.z, x.w}};
#else
  return *static_cast<Chunk const*>(p);
#endif
}
KOKKOS_INLINE_FUNCTION void store_chunk(void* p, Chunk const& x) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  *static_cast<uint4*>(p) = make_uint4(x.word[0], x.word[1], x.word[2], x.word[3]);
#else
  *static_cast<Chunk*>(p) = x;
#endif
}

// ---- arithmetic ---------------------------------------------------------------------------------

/// lo for a NaN: the one instruction each that compilers make of neither form on both machines.
template <class T>
KOKKOS_INLINE_FUNCTION T clamp(T x, T lo, T hi) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_floating_point_v<T>) return Kokkos::fmin(Kokkos::fmax(x, lo), hi);
#endif
  T const above = x > lo ? x : lo;
  return above < hi ? above : hi;
}

// ---- team scratch ------------------------------------------------------------------------------

/// The same pointer, and the compiler knows that it points into team scratch: accesses through a
/// pointer that might lead anywhere are slower.
template <class T>
KOKKOS_INLINE_FUNCTION T* in_scratch(T* p) {
#if defined(__CUDA_ARCH__)
  return static_cast<T*>(__cvta_shared_to_generic(__cvta_generic_to_shared(p)));
#else
  return p;
#endif
}

/// Adds atomically to a number in team scratch, seen by the team only. `Kokkos::atomic_add` would
/// order it for the whole device.
template <class T>
KOKKOS_INLINE_FUNCTION void add_in_scratch(T* p, T const& x) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_integral_v<T> && sizeof(T) == 4)
    atomicAdd(reinterpret_cast<unsigned*>(p), static_cast<unsigned>(x));
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
    atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(x));
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
    atomicAdd(p, x);
  else
#endif
    Kokkos::atomic_add(p, x);
}

/// The same, and gives what was there before.
KOKKOS_INLINE_FUNCTION std::uint32_t fetch_add_in_scratch(std::uint32_t* p, std::uint32_t x) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  return atomicAdd(p, x);
#else
  return Kokkos::atomic_fetch_add(p, x);
#endif
}

// ---- words shared by the teams of a league ----------------------------------------------------

/// A relaxed load that reaches the memory all teams share. Not `Kokkos::atomic_load`, which is a
/// compare-and-swap on GPUs: polling with it halves the speed of a look-back.
KOKKOS_INLINE_FUNCTION std::uint64_t load_relaxed(std::uint64_t const* p) {
#if defined(__CUDA_ARCH__)
  std::uint64_t x;
  asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(x) : "l"(p) : "memory");
  return x;
#elif defined(__HIP_DEVICE_COMPILE__)
  return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#else
  return __atomic_load_n(p, __ATOMIC_RELAXED);
#endif
}

/// The store that `load_relaxed` sees.
KOKKOS_INLINE_FUNCTION void store_relaxed(std::uint64_t* p, std::uint64_t x) {
#if defined(__CUDA_ARCH__)
  asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(p), "l"(x) : "memory");
#elif defined(__HIP_DEVICE_COMPILE__)
  __hip_atomic_store(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#else
  __atomic_store_n(p, x, __ATOMIC_RELAXED);
#endif
}

/// Two neighbouring words. Whole as one access moves them, but to the memory model each is a word
/// of its own: on an H200 one half was seen new and the other old, with `.b128` accesses too.
struct alignas(16) WordPair {
  std::uint64_t word[2];
};
KOKKOS_INLINE_FUNCTION WordPair load_relaxed(WordPair const* p) {
#if defined(__CUDA_ARCH__)
  WordPair x;
  asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];"
               : "=l"(x.word[0]), "=l"(x.word[1])
               : "l"(p)
               : "memory");
  return x;
#else
  return {{load_relaxed(p->word), load_relaxed(p->word + 1)}};
#endif
}
KOKKOS_INLINE_FUNCTION void store_relaxed(WordPair* p, WordPair const& x) {
#if defined(__CUDA_ARCH__)
  asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(x.word[0]), "l"(x.word[1])
               : "memory");
#else
  store_relaxed(p->word, x.word[0]);
  store_relaxed(p->word + 1, x.word[1]);
#endif
}

/// Called between two unsuccessful polls: on a CPU with more threads than cores, the thread waited
/// for may need this one's core.
KOKKOS_INLINE_FUNCTION void relax() { KOKKOS_IF_ON_HOST((std::this_thread::yield();)) }

// ---- vectors of a CPU -------------------------------------------------------------------------

/// Bytes of the widest vector register the compiler targets; 0 where it has no vector extensions.
/// GPU compilers take a CPU lane as a scalar.
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

/// How many elements of type T fill a vector register: 1 where T is no vector element.
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

/// Stores a whole register around the caches: p must be aligned to it. An ordinary store first
/// reads the line it is about to overwrite, which makes three bytes of traffic of two.
#if defined(KOKKOSSCAN_IMPL_X86)
inline constexpr bool has_streaming_stores = vector_bytes != 0;
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
/// Streaming stores are weakly ordered: what was stored is seen before what comes behind this.
inline void order_streaming_stores() { _mm_sfence(); }
#else
inline constexpr bool has_streaming_stores = false;
template <class V>
void store_streaming(void*, V const&) {}
inline void order_streaming_stores() {}
#endif

/// Lane i of the result is lane i - D of x; the first D lanes come from fill.
template <int D, class V, int... I>
inline V vector_shift_up(V const& x, V const& fill, std::integer_sequence<int, I...>) {
#if !defined(KOKKOSSCAN_IMPL_SIMT) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
  constexpr int width = sizeof...(I);
  return __builtin_shufflevector(fill, x, (I < D ? I : width + I - D)...);
#endif
#endif
  return (void)fill, x;
}

/// Every lane of the result is lane L of x.
template <int L, class V, int... I>
inline V vector_broadcast(V const& x, std::integer_sequence<int, I...>) {
#if !defined(KOKKOSSCAN_IMPL_SIMT) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
  return __builtin_shufflevector(x, x, (I * 0 + L)...);
#endif
#endif
  return x;
}

/// How many elements of type T `compress` takes at once; 0 where a CPU has no instructions for it,
/// or only for so few that single stores are faster.
#if defined(KOKKOSSCAN_IMPL_X86) && defined(__AVX2__)
template <class T>
inline constexpr int compress_lanes = sizeof(T) == 4 || (sizeof(T) == 8 && vector_bytes == 64)
                                          ? vector_bytes / static_cast<int>(sizeof(T))
                                          : 0;

/// Bit j: class_of[j] is \p wanted, j < 16.
inline unsigned where_equal(std::uint32_t const* class_of, std::uint32_t wanted) {
#if defined(__AVX512F__) && defined(__AVX512BW__)
  return _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(class_of),
                                 _mm512_set1_epi32(static_cast<int>(wanted)));
#else
  __m256i const all = _mm256_set1_epi32(static_cast<int>(wanted));
  auto const half = [&](std::uint32_t const* p) {
    __m256i const x = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(p));
    return static_cast<unsigned>(
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(x, all))));
  };
  return half(class_of) | half(class_of + 8) << 8;
#endif
}

/// Byte j of entry m is the place of the j-th bit that is set in m.
struct CompressOrder {
  std::uint64_t of[256];
  constexpr CompressOrder() : of{} {
    for (unsigned m = 0; m < 256; ++m)
      for (unsigned bit = 0, j = 0; bit < 8; ++bit)
        if (m >> bit & 1u) of[m] |= std::uint64_t(bit) << 8 * j++;
  }
};
inline constexpr CompressOrder compress_order;

/// The number of bits set. The compiler shall not know how many there can be: g++ would count in 16
/// bits and read more than it stored.
inline std::size_t count_lanes(std::uint64_t mask) {
  asm("" : "+r"(mask));
  return static_cast<std::size_t>(_mm_popcnt_u64(mask));
}

/// Puts the elements whose bit in \p mask is set next to each other and returns how many they are.
/// \p to must have room for all.
template <class T>
std::size_t compress(T* to, T const* from, unsigned mask) {
  std::size_t const count = count_lanes(mask);
#if defined(__AVX512F__) && defined(__AVX512BW__)
  __m512i const x = _mm512_loadu_si512(from);
  if constexpr (sizeof(T) == 4)
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(mask), x));
  else
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(static_cast<__mmask8>(mask), x));
#else
  __m256i const order =
      _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(compress_order.of[mask])));
  __m256i const x = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(from));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(x, order));
#endif
  return count;
}
#else
template <class T>
inline constexpr int compress_lanes = 0;
inline unsigned where_equal(std::uint32_t const*, std::uint32_t) { return 0; }
inline std::size_t count_lanes(std::uint64_t) { return 0; }
template <class T>
std::size_t compress(T*, T const*, unsigned) {
  return 0;
}
#endif

}  // namespace KokkosScan::detail::arch
