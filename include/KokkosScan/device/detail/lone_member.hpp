// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// Team scratch in any memory: hands out consecutive parts of it.
class LoneScratch {
 public:
  KOKKOS_FUNCTION LoneScratch(void* memory, std::size_t bytes)
      : m_next(static_cast<std::byte*>(memory)), m_left(bytes) {}

  KOKKOS_FUNCTION void* get_shmem_aligned(std::size_t bytes, std::size_t alignment) const {
    std::size_t const gap =
        (alignment - reinterpret_cast<std::uintptr_t>(m_next) % alignment) % alignment;
    if (gap + bytes > m_left) return nullptr;
    std::byte* const start = m_next + gap;
    m_next = start + bytes;
    m_left -= gap + bytes;
    return start;
  }

 private:
  mutable std::byte* m_next;
  mutable std::size_t m_left;
};

/// Stands in for Kokkos' team member: a team of one thread, without a launch.
template <class Exec>
class LoneMember {
 public:
  using execution_space = Exec;

  LoneMember() = default;
  /// Number \p team of \p teams. Both levels of scratch share \p bytes at \p memory.
  KOKKOS_FUNCTION LoneMember(std::size_t team, std::size_t teams, void* memory, std::size_t bytes)
      : m_team(static_cast<int>(team)),
        m_teams(static_cast<int>(teams)),
        m_scratch(memory, bytes) {}

  KOKKOS_FUNCTION int team_rank() const { return 0; }
  KOKKOS_FUNCTION int team_size() const { return 1; }
  KOKKOS_FUNCTION int league_rank() const { return m_team; }
  KOKKOS_FUNCTION int league_size() const { return m_teams; }
  KOKKOS_FUNCTION void team_barrier() const {}
  KOKKOS_FUNCTION LoneScratch const& team_scratch(int) const { return m_scratch; }

 private:
  int m_team = 0, m_teams = 1;
  LoneScratch m_scratch{nullptr, 0};
};

}  // namespace KokkosScan::detail
