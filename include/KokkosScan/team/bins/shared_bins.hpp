// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// A target (bins.hpp): bins in memory, in which the threads of all teams count.
template <class A>
class SharedBins {
 public:
  static constexpr bool has_windows = false;
  static constexpr bool counts_discarded = false;
  KOKKOS_FUNCTION explicit SharedBins(A* totals) : m_totals(totals) {}
  KOKKOS_FUNCTION void add(int bin, A const& x) const { Kokkos::atomic_add(m_totals + bin, x); }

 protected:
  A* m_totals;
};

/// Bins that all teams share, with a cache in team scratch where frequent bins are counted first.
///
/// The cache is direct mapped: bin b may be in slot b mod Slots only, with b / Slots as its tag. A
/// slot belongs to the bin of some element of a sample, most likely a frequent one, until the end:
/// so the additions to a frequent bin do not queue in memory, whichever bin it is.
/// \tparam Threads  of a team: a single one needs no atomics in the cache
template <class A, int Slots, int Threads>
class CachedBins : public SharedBins<A> {
  static_assert((Slots & (Slots - 1)) == 0, "cached_bins must be a power of two");
  struct Scratch {
    A count[Slots];
    std::uint16_t tag[Slots];
  };
  /// The tag of a slot that was not claimed: it belongs to the bin with this tag, if there is one.
  static constexpr std::uint16_t largest_tag = 0xffff;
  using SharedBins<A>::m_totals;

 public:
  static constexpr std::size_t scratch_bytes = sizeof(Scratch);

  template <class Member>
  KOKKOS_FUNCTION CachedBins(Member const& member, A* totals)
      : SharedBins<A>(totals),
        m_scratch(*arch::in_scratch(static_cast<Scratch*>(
            member.team_scratch(0).get_shmem_aligned(sizeof(Scratch), alignof(Scratch))))) {}

  template <class Member>
  KOKKOS_FUNCTION void clear(Member const& member) const {
    for (int i = member.team_rank(); i < Slots; i += member.team_size()) {
      m_scratch.count[i] = A(0);
      m_scratch.tag[i] = largest_tag;
    }
    member.team_barrier();
  }
  /// Gives the bin its slot; of several bins that claim a slot, one gets it. To be called before
  /// the first `add`, with a barrier in between. A bin whose tag exceeds 16 bits is never cached.
  KOKKOS_FUNCTION void claim(int bin) const {
    if (bin / Slots <= largest_tag)
      m_scratch.tag[bin & (Slots - 1)] = static_cast<std::uint16_t>(bin / Slots);
  }
  KOKKOS_FUNCTION void add(int bin, A const& x) const {
    int const slot = bin & (Slots - 1);
    if (m_scratch.tag[slot] == bin / Slots) {
      if constexpr (Threads == 1)
        m_scratch.count[slot] += x;
      else
        arch::add_in_scratch(m_scratch.count + slot, x);
    } else {
      Kokkos::atomic_add(m_totals + bin, x);
    }
  }
  /// Adds the cached counts to the totals. To be called after a barrier.
  template <class Member>
  KOKKOS_FUNCTION void flush(Member const& member) const {
    for (int i = member.team_rank(); i < Slots; i += member.team_size())
      if (m_scratch.count[i] != A(0))
        Kokkos::atomic_add(m_totals + (m_scratch.tag[i] * Slots + i), m_scratch.count[i]);
  }

 private:
  Scratch& m_scratch;
};

/// Without a cache.
template <class A, int Threads>
class CachedBins<A, 0, Threads> : public SharedBins<A> {
 public:
  static constexpr std::size_t scratch_bytes = 0;
  template <class Member>
  KOKKOS_FUNCTION CachedBins(Member const&, A* totals) : SharedBins<A>(totals) {}
  template <class Member>
  KOKKOS_FUNCTION void clear(Member const&) const {}
  template <class Member>
  KOKKOS_FUNCTION void flush(Member const&) const {}
};

}  // namespace KokkosScan::team::detail
