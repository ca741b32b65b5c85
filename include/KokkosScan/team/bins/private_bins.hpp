// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/team/bins/replicated_bins.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// The bins of one team in scratch. They are `OffsetBins`.
///
/// Neighboring threads count in different copies, which are in different banks of scratch. With as
/// many copies as lanes, no two lanes of a warp ever add to the same word.
template <class A, bool HasWindows = false>
class PrivateBins : public ReplicatedBins<A> {
  static_assert(sizeof(A) == 4 || sizeof(A) == 8);
  using ReplicatedBins<A>::m_memory;

 public:
  static constexpr bool has_windows = HasWindows;
  static constexpr bool counts_discarded = !HasWindows;

  template <class Member>
  KOKKOS_FUNCTION PrivateBins(Member const& member, void* memory, int bins, int log2_copies)
      : ReplicatedBins<A>(arch::in_scratch(static_cast<A*>(memory)), bins, log2_copies),
        m_own(reinterpret_cast<std::byte*>(m_memory +
                                           (member.team_rank() & ((1 << log2_copies) - 1)))),
        m_byte_shift(log2_copies + (sizeof(A) == 8 ? 3 : 2)) {}

  KOKKOS_FUNCTION void add(int bin, A const& x) const { add_at(offset(bin), x); }
  KOKKOS_FUNCTION int offset(int bin) const { return bin << m_byte_shift; }
  KOKKOS_FUNCTION void add_at(int offset, A const& x) const {
    arch::add_in_scratch(reinterpret_cast<A*>(m_own + offset), x);
  }
  KOKKOS_FUNCTION int bytes_to(A const* place) const {
    return static_cast<int>(reinterpret_cast<std::byte const*>(place) - m_own);
  }

 private:
  std::byte* m_own;
  int m_byte_shift;
};

/// Bins of 16 bits in team scratch, twice as many as of 32. When a bin reaches 2^15, the one thread
/// whose addition made it so moves 2^15 to memory. Until then the other threads add less than 2^15
/// more (`items_between_barriers`), so a bin never overflows into its neighbor.
/// \tparam Spill  the bins in memory; `add` is called by several threads
template <class Spill>
class HalfBins {
  static constexpr std::uint32_t full = 0x8000;

 public:
  static constexpr std::size_t items_between_barriers = full;
  static constexpr bool has_windows = true;
  static constexpr bool counts_discarded = false;
  static constexpr bool spills = true;
  static constexpr std::size_t bins_in(std::size_t bytes) { return bytes / 2; }
  KOKKOS_FUNCTION static constexpr std::size_t bytes_for(int bins, int) {
    return static_cast<std::size_t>((bins + 1) / 2) * sizeof(std::uint32_t);
  }

  template <class Member>
  KOKKOS_FUNCTION HalfBins(Member const&, void* memory, int bins, int, Spill const& spill)
      : m_memory(arch::in_scratch(static_cast<std::uint32_t*>(memory))),
        m_bins(bins),
        m_spill(spill) {}

  template <class Member>
  KOKKOS_FUNCTION void clear(Member const& member) const {
    for (int i = member.team_rank(); i < (m_bins + 1) / 2; i += member.team_size()) m_memory[i] = 0;
    for (int b = member.team_rank(); b < m_bins; b += member.team_size()) m_spill.store(b, 0);
    member.team_barrier();
  }
  KOKKOS_FUNCTION void add(int bin, std::uint32_t x) const {
    int const shift = (bin & 1) * 16;
    std::uint32_t* const word = m_memory + (bin >> 1);
    std::uint32_t const before = arch::fetch_add_in_scratch(word, x << shift) >> shift & 0xffff;
    if (before < full && before + x >= full) {
      arch::fetch_add_in_scratch(word, 0u - (full << shift));
      m_spill.add(bin, std::uint32_t(full));
    }
  }
  KOKKOS_FUNCTION std::uint32_t total(int bin) const {
    return m_memory[bin >> 1] >> (bin & 1) * 16 & 0xffff;
  }

 private:
  std::uint32_t* m_memory;
  int m_bins;
  Spill const& m_spill;
};

}  // namespace KokkosScan::team::detail
