// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

/// \file
/// \brief What compilers must be told: which hardware it is, what to unroll, what not to assume.

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
#define KOKKOSSCAN_IMPL_SIMT 1
#elif defined(__SSE2__)
#define KOKKOSSCAN_IMPL_X86 1
#endif

/// Unrolls the loop that follows; items in registers may be indexed by constants only.
#if defined(__clang__) || defined(__CUDA_ARCH__)
#define KOKKOSSCAN_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define KOKKOSSCAN_UNROLL
#else
#define KOKKOSSCAN_UNROLL _Pragma("GCC unroll 32")
#endif

/// The same on a GPU only: for CPUs the compiler vectorizes the loop instead.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define KOKKOSSCAN_UNROLL_ON_DEVICE _Pragma("unroll")
#else
#define KOKKOSSCAN_UNROLL_ON_DEVICE
#endif

/// Keeps the short loop that follows: g++ would unroll it before it vectorizes, and find fewer
/// vectors.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define KOKKOSSCAN_NO_UNROLL _Pragma("GCC unroll 1")
#else
#define KOKKOSSCAN_NO_UNROLL
#endif

/// Promises that no iteration of the loop that follows reads what another one writes. Not for
/// clang, which finds out by itself and warns about hints that it cannot follow.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define KOKKOSSCAN_IVDEP _Pragma("GCC ivdep")
#else
#define KOKKOSSCAN_IVDEP
#endif

/// For a function that loops over many items: in vectors as wide as the registers. For Intel's
/// processors g++ takes half of them, since older ones lowered their clock for wide vectors. Not
/// inlined, as that would compile it like the function around it; what it calls must be inlined.
#if defined(__AVX512VBMI2__) && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define KOKKOSSCAN_WIDE_VECTORS __attribute__((noinline, target("prefer-vector-width=512")))
#else
#define KOKKOSSCAN_WIDE_VECTORS
#endif

namespace KokkosScan::detail::arch {

/// `KOKKOSSCAN_SUMS_AS_WRITTEN`, first in the body of a function: its sums of real numbers are not
/// regrouped, whatever the flags. `regroups_sums` says whether they may be in spite of it.
#if defined(__clang__) && !defined(__NVCC__)
#define KOKKOSSCAN_SUMS_AS_WRITTEN _Pragma("clang fp reassociate(off)")
inline constexpr bool regroups_sums = false;
#elif defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__)
#define KOKKOSSCAN_SUMS_AS_WRITTEN
inline constexpr bool regroups_sums = true;
#else
#define KOKKOSSCAN_SUMS_AS_WRITTEN
inline constexpr bool regroups_sums = false;
#endif

/// x limited to [lo, hi]; lo for a NaN. Two forms, since neither compiles to a min and a max on
/// both CPUs and GPUs.
template <class T>
KOKKOS_INLINE_FUNCTION T clamp(T x, T lo, T hi) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_floating_point_v<T>) return Kokkos::fmin(Kokkos::fmax(x, lo), hi);
#endif
  T const above = x > lo ? x : lo;
  return above < hi ? above : hi;
}

/// \p bin if \p is_found, else \p none; a bin found must be below \p none. On CPUs by min and max:
/// g++ compiles a conditional to a branch, and does not vectorize a loop with a branch.
template <class Int>
KOKKOS_INLINE_FUNCTION Int bin_or(bool is_found, Int bin, Int none) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  return is_found ? bin : none;
#else
  Int const least = is_found ? Int(0) : none;
  Int const above = bin > least ? bin : least;
  return above < none ? above : none;
#endif
}

/// The number of set bits.
template <class Word>
KOKKOS_INLINE_FUNCTION int count_bits(Word word) {
  return Kokkos::Experimental::popcount_builtin(word);
}

/// Prefetches \p Bytes bytes on a CPU; the address need not be valid.
template <int Bytes>
KOKKOS_INLINE_FUNCTION void prefetch([[maybe_unused]] std::uintptr_t address) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
  for (int b = 0; b < Bytes; b += 64)
    __builtin_prefetch(reinterpret_cast<void const*>(address + b));
#endif
}

/// x, on CUDA hidden from the optimizer: values that depend on x are then computed where they are
/// used, and not kept in registers through a loop.
KOKKOS_INLINE_FUNCTION int opaque(int x) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(x));
#endif
  return x;
}

}  // namespace KokkosScan::detail::arch
