// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>

#include <cstddef>

namespace KokkosScan::team {

namespace detail {

constexpr std::size_t scratch_alignment = 16;

KOKKOS_FUNCTION constexpr int next_power_of_two(int n) {
  int p = 1;
  while (p < n) p *= 2;
  return p;
}

/// The index of entry i in an array with a gap after every 32 entries: entries that are a power of
/// two apart then fall into different banks.
KOKKOS_FUNCTION constexpr int conflict_free(int i) {
  return i + static_cast<int>(static_cast<unsigned>(i) / 32);
}

/// \p count elements at the current end of the member's scratch. They are not allocated for good:
/// the member's own allocator is copied, not advanced, so the next call gets the same memory.
template <class T, class Member>
KOKKOS_FUNCTION T* scratch_array(Member const& member, int count) {
  auto const space = member.team_scratch(0);
  constexpr std::size_t alignment = alignof(T) > scratch_alignment ? alignof(T) : scratch_alignment;
  void* const p = space.get_shmem_aligned(count * sizeof(T), alignment);
  if (p == nullptr)
    Kokkos::abort(
        "KokkosScan::team: too little level-0 team scratch; request, on top of the kernel's own, "
        "the scratch_bytes of the function called, such as team::scan_scratch_bytes<T>(team_size)");
  // Told the alignment, the compiler reads in wider words.
  return static_cast<T*>(__builtin_assume_aligned(arch::in_scratch(p), alignment));
}

}  // namespace detail

/// \brief Bytes of level-0 team scratch that a team-level scan of values of type T needs, whichever
/// its variant.
///
/// A kernel requests them on top of its own:
/// `policy.set_scratch_size(0, Kokkos::PerTeam(mine + team::scan_scratch_bytes<T>(team_size)))`.
/// The kernel may reuse these bytes when a call returns.
template <class T>
KOKKOS_FUNCTION constexpr std::size_t scan_scratch_bytes(int team_size) {
  int const padded = detail::conflict_free(detail::next_power_of_two(team_size)) + 1;
  int const count = padded > 2 * team_size ? padded : 2 * team_size;
  std::size_t const alignment =
      alignof(T) > detail::scratch_alignment ? alignof(T) : detail::scratch_alignment;
  return count * sizeof(T) + 2 * alignment;
}

}  // namespace KokkosScan::team
