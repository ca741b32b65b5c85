// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch/bytes.hpp>
#include <KokkosScan/detail/arch/compiler.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

/// \file
/// \brief The threads of a GPU team: where a thread is, shuffles, votes.

namespace KokkosScan::detail::arch {

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
/// Every lane of a warp. Lanes that a team does not have count as exited (PTX ISA, shfl.sync), so
/// this mask is right for a partial warp too. A mask that is no compile-time constant costs a
/// MATCH.ANY and a branch for each shuffle.
inline constexpr Mask all_lanes = ~Mask(0);
__device__ inline std::uint32_t shuffle_word(Mask mask, std::uint32_t x, int from, int width) {
  return __shfl_sync(mask, x, from, width);
}
__device__ inline std::uint32_t shuffle_up_word(Mask mask, std::uint32_t x, int d, int width) {
  return __shfl_up_sync(mask, x, d, width);
}
/// Also tells whether there is a lane d below: the shuffle's predicate saves a comparison.
__device__ inline std::uint32_t shuffle_up_word(Mask mask, std::uint32_t x, int d, int width,
                                                bool& exists) {
  std::uint32_t y, found;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
               : "=r"(y), "=r"(found)
               : "r"(x), "r"(d), "r"((warp_size - width) << 8), "r"(mask));
  exists = found != 0;
  return y;
}
/// x plus the x of the lane d below, where there is one, added under the shuffle's predicate: from
/// a condition in C++ nvcc makes a select before the addition.
__device__ inline std::uint32_t add_from_below(Mask mask, std::uint32_t x, int d, int width) {
  std::uint32_t sum;
  asm volatile(
      "{ .reg .pred p; .reg .b32 y; shfl.sync.up.b32 y|p, %1, %2, %3, %4;"
      "  @p add.u32 y, y, %1; mov.b32 %0, y; }"
      : "=r"(sum)
      : "r"(x), "r"(d), "r"((warp_size - width) << 8), "r"(mask));
  return sum;
}
__device__ inline float add_from_below(Mask mask, float x, int d, int width) {
  float sum;
  asm volatile(
      "{ .reg .pred p; .reg .b32 y; shfl.sync.up.b32 y|p, %1, %2, %3, %4;"
      "  @p add.rn.f32 y, y, %1; mov.b32 %0, y; }"
      : "=f"(sum)
      : "f"(x), "r"(d), "r"((warp_size - width) << 8), "r"(mask));
  return sum;
}
__device__ inline Mask ballot(Mask mask, bool vote) { return __ballot_sync(mask, vote) & mask; }
__device__ inline int first_set(Mask mask) { return __ffs(static_cast<int>(mask)) - 1; }
__device__ inline int last_set(Mask mask) { return 31 - __clz(static_cast<int>(mask)); }
__device__ inline void sync_lanes(Mask mask) { __syncwarp(mask); }
/// The lanes of the mask whose key agrees with this lane's in bit \p bit. In PTX, since nvcc would
/// compute the predicate twice: eight instructions instead of four.
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
/// Every lane of a wavefront, which may have 32.
inline constexpr Mask all_lanes = ~Mask(0) >> (8 * sizeof(Mask) - warp_size);
__device__ inline std::uint32_t shuffle_word(Mask, std::uint32_t x, int from, int width) {
  return __shfl(x, from, width);
}
__device__ inline std::uint32_t shuffle_up_word(Mask, std::uint32_t x, int d, int width) {
  return __shfl_up(x, static_cast<unsigned>(d), width);
}
__device__ inline std::uint32_t shuffle_up_word(Mask mask, std::uint32_t x, int d, int width,
                                                bool& exists) {
  exists = thread_in_team() % warp_size % width >= d;
  return shuffle_up_word(mask, x, d, width);
}
__device__ inline Mask ballot(Mask mask, bool vote) { return __ballot(vote) & mask; }
__device__ inline int first_set(Mask mask) { return __ffsll(static_cast<long long>(mask)) - 1; }
__device__ inline int last_set(Mask mask) { return 63 - __clzll(static_cast<long long>(mask)); }
__device__ inline Mask match_bit(Mask, unsigned key, int bit) {
  bool const is_set = (key >> bit & 1u) != 0;
  Mask const set = __ballot(is_set);
  return (is_set ? set : ~set) & all_lanes;
}
__device__ inline void sync_lanes(Mask) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}
#endif

/// Kokkos tests at each barrier whether teams share a block; teams of more than a warp cannot.
__device__ inline void assume_team_fills_block() {
  unsigned const teams = blockDim.z;
  __builtin_assume(teams == 1);
}

/// The lanes [first, first + count) of a warp.
__device__ inline Mask lane_mask(int first, int count) {
  return (~Mask(0) >> (sizeof(Mask) * 8 - count)) << first;
}

/// The lanes of the mask whose key agrees with this lane's in the lower \p bits bits, at most 9.
/// Comparing a bit too many costs less than a test of \p bits after each bit.
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
  arch::store_bytes(x, w);
  KOKKOSSCAN_UNROLL
  for (int i = 0; i < words; ++i) w[i] = shuffle_word_of(w[i]);
  T y;
  arch::load_bytes(w, y);
  return y;
}
template <class T>
__device__ inline T shuffle(Mask mask, T const& x, int from, int width) {
  return arch::shuffle_words(x,
                             [=](std::uint32_t w) { return shuffle_word(mask, w, from, width); });
}
template <class T>
__device__ inline T shuffle_xor(Mask mask, T const& x, int distance, int lane, int width) {
  return arch::shuffle_words(
      x, [=](std::uint32_t w) { return shuffle_word(mask, w, lane ^ distance, width); });
}
template <class T>
__device__ inline T shuffle_up(Mask mask, T const& x, int d, int width) {
  return arch::shuffle_words(x,
                             [=](std::uint32_t w) { return shuffle_up_word(mask, w, d, width); });
}
/// \param[out] exists  whether there is a lane that far below
template <class T>
__device__ inline T shuffle_up(Mask mask, T const& x, int d, int width, bool& exists) {
  return arch::shuffle_words(
      x, [&](std::uint32_t w) { return shuffle_up_word(mask, w, d, width, exists); });
}

/// op(value of the lane d below, x); x where there is no such lane.
/// \tparam IsSum  op adds numbers of type T, or numbers of which T consists
template <bool IsSum, class Op, class T>
__device__ inline T combine_up(Mask mask, Op const& op, T const& x, int d, int width) {
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (IsSum && std::is_same_v<T, float>)
    return add_from_below(mask, x, d, width);
  else if constexpr (IsSum && std::is_integral_v<T> && sizeof(T) == 4)
    return static_cast<T>(add_from_below(mask, static_cast<std::uint32_t>(x), d, width));
  else
#endif
  {
    bool exists;
    T y = arch::shuffle_up(mask, x, d, width, exists);  // x itself where there is no such lane
#if defined(KOKKOS_ENABLE_CUDA)
    if constexpr (IsSum) {
      if (exists) {
        asm volatile("");  // keeps this a branch, which ptxas turns into a predicate
        y = op(y, x);
      }
      return y;
    } else
#endif
      return exists ? T(op(y, x)) : x;
  }
}

#endif  // KOKKOSSCAN_IMPL_SIMT

/// Whether one instruction sums values of type T over all lanes of a warp: integers of 32 bits on
/// CUDA, from compute capability 8.0 on.
template <class T>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
inline constexpr bool has_warp_sum = std::is_integral_v<T> && sizeof(T) == 4;
#else
inline constexpr bool has_warp_sum = false;
#endif

/// The sum of x over all lanes of a full warp, where `has_warp_sum`.
template <class T>
KOKKOS_INLINE_FUNCTION T warp_sum(T const& x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return static_cast<T>(__reduce_add_sync(all_lanes, static_cast<std::uint32_t>(x)));
#else
  return x;
#endif
}

}  // namespace KokkosScan::detail::arch
