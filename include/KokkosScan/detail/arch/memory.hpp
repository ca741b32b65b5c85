// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch/bytes.hpp>
#include <KokkosScan/detail/arch/compiler.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <thread>
#include <type_traits>

/// \file
/// \brief Accesses of 16 bytes, to team scratch, and to words that teams share.

namespace KokkosScan::detail::arch {

/// The most that a lane moves with one access.
struct alignas(16) Chunk {
  std::uint32_t word[4];
};

/// Surely one access: nvcc makes four of a copied struct.
KOKKOS_INLINE_FUNCTION Chunk load_chunk(void const* p) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  uint4 const x = *static_cast<uint4 const*>(p);
  return {{x.x, x.y, x.z, x.w}};
#else
  Chunk x;
  arch::load_bytes(p, x);
  return x;
#endif
}
KOKKOS_INLINE_FUNCTION void store_chunk(void* p, Chunk const& x) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  *static_cast<uint4*>(p) = make_uint4(x.word[0], x.word[1], x.word[2], x.word[3]);
#else
  arch::store_bytes(x, p);
#endif
}

/// Loads, around the nearest cache, data that no other lane of the multiprocessor reads: on a GPU
/// the accesses in flight take room in that cache. Not for data that may be in team scratch.
template <class T>
KOKKOS_INLINE_FUNCTION T load_once(T const* p) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 16) {
    uint4 const chunk = __ldcg(reinterpret_cast<uint4 const*>(p));
    T x;
    arch::load_bytes(&chunk, x);
    return x;
  } else {
    return *p;
  }
#else
  T x;
  arch::load_bytes(p, x);
  return x;
#endif
}

/// A part of an object of any type, as a word: one access on a GPU; on a CPU a memcpy, so that
/// aliasing rules do not matter.
template <class Word>
KOKKOS_INLINE_FUNCTION Word load_word(Word const* p) {
  if constexpr (sizeof(Word) == 16) {
    return load_chunk(p);
  } else {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return *p;
#else
    Word x;
    arch::load_bytes(p, x);
    return x;
#endif
  }
}
template <class Word>
KOKKOS_INLINE_FUNCTION void store_word(Word* p, Word const& x) {
  if constexpr (sizeof(Word) == 16) {
    store_chunk(p, x);
  } else {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    *p = x;
#else
    arch::store_bytes(x, p);
#endif
  }
}

/// Leaves the core's resources to its other threads for a moment.
inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// ---- team scratch ------------------------------------------------------------------------------

/// The same pointer, known to the compiler to point into team scratch: accesses through a generic
/// pointer are slower.
template <class T>
KOKKOS_INLINE_FUNCTION T* in_scratch(T* p) {
#if defined(__CUDA_ARCH__)
  return static_cast<T*>(__cvta_shared_to_generic(__cvta_generic_to_shared(p)));
#else
  return p;
#endif
}

/// Copies a word to scratch. The copy is asynchronous where the hardware can do that: words of 4, 8
/// and 16 bytes on CUDA, from compute capability 8.0 on.
template <class Word>
KOKKOS_INLINE_FUNCTION void copy_to_scratch(Word* to, Word const* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (sizeof(Word) == 16) {
    auto const place = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(from) : "memory");
  } else if constexpr (sizeof(Word) == 4 || sizeof(Word) == 8) {
    auto const place = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(place), "l"(from),
                 "n"(sizeof(Word))
                 : "memory");
  } else
#endif
    store_word(to, load_word(from));
}
/// Waits until this lane's words are in scratch.
KOKKOS_INLINE_FUNCTION void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

#if defined(__CUDA_ARCH__)
/// Two additions of 32 bits, the second with the carry of the first: the hardware has no wider one
/// in scratch, and a compare-and-swap loop is slower. The number is complete after a team barrier.
__device__ inline void add_wide_in_scratch(unsigned* p, unsigned long long x) {
  auto const low = static_cast<unsigned>(x);
  unsigned const carry = atomicAdd(p, low) > ~low;
  unsigned const high = static_cast<unsigned>(x >> 32) + carry;
  if (high != 0) atomicAdd(p + 1, high);
}
#endif

/// Adds atomically to a number in team scratch, seen by the team only. `Kokkos::atomic_add` would
/// order it for the whole device.
template <class T>
KOKKOS_INLINE_FUNCTION void add_in_scratch(T* p, T const& x) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_integral_v<T> && sizeof(T) == 4)
    atomicAdd(reinterpret_cast<unsigned*>(p), static_cast<unsigned>(x));
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 8)
    add_wide_in_scratch(reinterpret_cast<unsigned*>(p), static_cast<unsigned long long>(x));
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
    atomicAdd(p, x);
  else
#elif defined(__HIP_DEVICE_COMPILE__)
  // With device scope, it would be merged with a neighboring addition in memory into a slower one
  // to a generic address.
  if constexpr (std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8))
    __hip_atomic_fetch_add(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  else
#endif
    Kokkos::atomic_add(p, x);
}

/// The same, and returns the previous value.
KOKKOS_INLINE_FUNCTION std::uint32_t fetch_add_in_scratch(std::uint32_t* p, std::uint32_t x) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(p, x);
#elif defined(__HIP_DEVICE_COMPILE__)
  return __hip_atomic_fetch_add(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
#else
  return Kokkos::atomic_fetch_add(p, x);
#endif
}

/// Clears the upper 16 bits of a word in team scratch, as several lanes may do at once.
KOKKOS_INLINE_FUNCTION void clear_upper_half_in_scratch(std::uint32_t* p) {
  // A store of half the word: an atomic operation on all of it would be served lane by lane.
#if defined(__CUDA_ARCH__)
  using Half = std::uint16_t __attribute__((may_alias));
  reinterpret_cast<Half volatile*>(p)[1] = 0;
#elif defined(__HIP_DEVICE_COMPILE__)
  // Not volatile: hipcc would store by a generic address and wait for all accesses in flight.
  using Half = std::uint16_t __attribute__((may_alias));
  __hip_atomic_store(reinterpret_cast<Half*>(p) + 1, Half(0), __ATOMIC_RELAXED,
                     __HIP_MEMORY_SCOPE_WAVEFRONT);
#else
  *p &= 0xffffu;
#endif
}

/// Waits until this thread's reads and writes are done, before another thread of the team tells
/// other teams so, after a barrier.
KOKKOS_INLINE_FUNCTION void complete_accesses() {
#if defined(__HIP_DEVICE_COMPILE__) && defined(__GFX9__)
  // A fence of the whole device would also write back a cache on gfx94x. vmcnt(0) waits for all
  // accesses to memory (rocPRIM, intrinsics/atomic.hpp, does the same).
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_waitcnt(0x0f70);
#else
  Kokkos::memory_fence();
#endif
}

/// To be called before a barrier after which one thread fences for its whole team. In PTX and on
/// CPUs that fence covers what the others did before the barrier. hipcc lets threads pass a barrier
/// with atomics in flight, for which a fence of another wavefront does not wait.
KOKKOS_INLINE_FUNCTION void complete_before_barrier() {
#if defined(__HIP_DEVICE_COMPILE__)
  complete_accesses();
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

/// Two neighboring words that one access moves. To the memory model each is a word of its own: on
/// an H200 one half was seen new and the other old, with `.b128` accesses too.
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

/// Called after an unsuccessful poll. A CPU thread first pauses \p pauses times, which \p paused
/// counts: a core yielded to another program would not come back soon. After that it yields, since
/// with more threads than cores the thread waited for may need the core. Early revisions of gfx908
/// hang in loops that poll without sleeping (rocPRIM, device/detail/lookback_scan_state.hpp).
KOKKOS_INLINE_FUNCTION void relax([[maybe_unused]] int& paused, [[maybe_unused]] int pauses) {
#if defined(__gfx908__)
  __builtin_amdgcn_s_sleep(1);
#endif
  KOKKOS_IF_ON_HOST((
      if (paused < pauses) {
        ++paused;
        pause();
      } else { std::this_thread::yield(); }))
}

}  // namespace KokkosScan::detail::arch
