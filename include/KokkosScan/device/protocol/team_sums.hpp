// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// Sums over the teams of a launch. The last team to finish reads them and sets them to zero, so
/// neither the host nor the next launch resets anything.
class TeamSums {
 public:
  /// Room for the counts of two digits of 8 bits and one more (513), in whole lines of 128 bytes;
  /// an odd number of these, for the reason given at `ProtocolMemory::words`.
  static constexpr int most = 528;
  static constexpr std::size_t words = 16 + most;  // departures have a cache line of their own

  TeamSums() = default;
  /// \param memory  `words` of it, zeroed once
  KOKKOS_FUNCTION explicit TeamSums(std::uint64_t* memory)
      : m_departures(memory), m_sum(memory + (words - most)) {}

  KOKKOS_FUNCTION void add(int i, std::uint64_t x) const { Kokkos::atomic_add(m_sum + i, x); }

  /// Called by every thread after its last addition, before the barrier that precedes `is_last`.
  KOKKOS_FUNCTION static void finish_adding() { arch::complete_before_barrier(); }

  /// Whether all other teams of the launch have called this already. Called by one lane of every
  /// team, after a team barrier. After another barrier, the threads of the last team see everything
  /// that other teams added before their own first barrier.
  KOKKOS_FUNCTION bool is_last(int teams) const {
    Kokkos::memory_fence();
    std::uint64_t const others = Kokkos::atomic_fetch_add(m_departures, std::uint64_t(1));
    if (others + 1 != static_cast<std::uint64_t>(teams)) return false;
    arch::store_relaxed(m_departures, 0);
    Kokkos::memory_fence();
    return true;
  }
  /// For the last team: returns sum i and sets it to 0.
  KOKKOS_FUNCTION std::uint64_t take(int i) const {
    std::uint64_t const x = arch::load_relaxed(m_sum + i);
    arch::store_relaxed(m_sum + i, 0);
    return x;
  }

 private:
  std::uint64_t* m_departures = nullptr;
  std::uint64_t* m_sum = nullptr;
};

}  // namespace KokkosScan::detail
