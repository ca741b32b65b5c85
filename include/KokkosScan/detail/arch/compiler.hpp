// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

/// \file
/// \brief What compilers must be told: which hardware it is, what to unroll, what not to know.

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
#define KOKKOSSCAN_IMPL_SIMT 1
#elif defined(__SSE2__)
#define KOKKOSSCAN_IMPL_X86 1
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

/// Keeps g++ from unrolling the loop behind it before it looks for vector code in it.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define KOKKOSSCAN_NOT_UNROLLED _Pragma("GCC unroll 1")
#else
#define KOKKOSSCAN_NOT_UNROLLED
#endif

/// No iteration of the loop behind it reads what another one writes. Clang finds out by itself, and
/// warns of wishes that it cannot fulfil.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define KOKKOSSCAN_IVDEP _Pragma("GCC ivdep")
#else
#define KOKKOSSCAN_IVDEP
#endif

namespace KokkosScan::detail::arch {

/// x limited to [lo, hi]; lo for a NaN. Two forms: neither becomes a min and a max on both CPUs and
/// GPUs.
template <class T>
KOKKOS_INLINE_FUNCTION T clamp(T x, T lo, T hi) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_floating_point_v<T>) return Kokkos::fmin(Kokkos::fmax(x, lo), hi);
#endif
  T const above = x > lo ? x : lo;
  return above < hi ? above : hi;
}

/// \p bin if \p is_found, else \p none; a bin found must be below \p none. On CPUs by min and max:
/// g++ makes a branch of a choice, and does not vectorize a loop with a branch.
KOKKOS_INLINE_FUNCTION int bin_or(bool is_found, int bin, int none) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  return is_found ? bin : none;
#else
  int const least = is_found ? 0 : none;
  int const above = bin > least ? bin : least;
  return above < none ? above : none;
#endif
}

/// Asks a CPU's memory for so many bytes, which need not exist.
template <int Bytes>
KOKKOS_INLINE_FUNCTION void prefetch([[maybe_unused]] std::uintptr_t address) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__)
  for (int b = 0; b < Bytes; b += 64)
    __builtin_prefetch(reinterpret_cast<void const*>(address + b));
#endif
}

/// x, on CUDA hidden from the optimizer: it computes what depends on x where that is used, and does
/// not keep it in registers through a loop.
KOKKOS_INLINE_FUNCTION int opaque(int x) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(x));
#endif
  return x;
}

}  // namespace KokkosScan::detail::arch
