// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// Hands out tile numbers in order, from an atomic counter: when a team claims tile t, all earlier
/// tiles have been claimed by teams that have started. League ranks do not guarantee that.
///
/// The upper half of the counter is the epoch, the number of the launch, which marks the words of
/// this launch (TileState). The last team to leave advances it, so neither the host nor the next
/// launch resets anything, and a captured launch may be replayed.
class TileCounter {
 public:
  /// Claims and departures have cache lines of their own, so as not to queue for the same line.
  static constexpr std::size_t words = 48;
  /// An epoch has 30 bits: a mark has 32, of which the status takes 2.
  static constexpr std::uint64_t epochs = std::uint64_t(1) << 30;

  struct Claim {
    std::uint32_t tile;
    std::uint32_t epoch;
  };

  TileCounter() = default;
  /// \param memory  `capacity` words, zeroed once: the counters, then the words marked with epochs
  TileCounter(std::uint64_t* memory, std::size_t capacity)
      : m_header(memory), m_region_words(capacity - words) {}

  /// The next tile, and the epoch of this launch. Called by one lane of a team.
  KOKKOS_FUNCTION Claim claim() const {
    std::uint64_t const x = Kokkos::atomic_fetch_add(m_header, std::uint64_t(1));
    return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(x >> 32)};
  }

  /// Called by all threads of every team of the league, after the team's last claim.
  /// \param is_first  true for exactly one lane of the team
  /// \param epoch     the epoch of the launch
  template <class Member>
  KOKKOS_FUNCTION void leave(Member const& member, bool is_first, std::uint32_t epoch) const {
    if (epoch + 1 == epochs) {
      // The last team to leave will zero all marks. Before that all stores of this team must have
      // completed, and none of its threads may still wait for a mark.
      Kokkos::memory_fence();
      member.team_barrier();
    }
    if (is_first) depart(member.league_size());
  }

 private:
  static constexpr int departures = 16;

  KOKKOS_FUNCTION void depart(int teams) const {
    std::uint64_t const left = Kokkos::atomic_fetch_add(m_header + departures, std::uint64_t(1));
    if (left + 1 != static_cast<std::uint64_t>(teams)) return;
    std::uint64_t next = (arch::load_relaxed(m_header) >> 32) + 1;
    if (next == epochs) {
      // Once in 2^30 launches: zero all marks, before epochs repeat.
      Kokkos::memory_fence();
      for (std::size_t i = 0; i < m_region_words; ++i) arch::store_relaxed(m_header + words + i, 0);
      next = 0;
    }
    arch::store_relaxed(m_header + departures, 0);
    arch::store_relaxed(m_header, next << 32);
  }

  std::uint64_t* m_header = nullptr;
  std::size_t m_region_words = 0;
};

}  // namespace KokkosScan::detail
