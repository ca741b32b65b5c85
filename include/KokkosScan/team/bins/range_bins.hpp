// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// The bins of a range in team scratch, 32 bits each: an H200 adds 1 to a word for any number of
/// lanes at once, but other numbers lane by lane.
///
/// A slot is the offset of a bin in bytes, so that counting takes two instructions. Chunks are
/// padded with one more slot, whose count is ignored.
template <int Log2Bins>
class RangeBins {
  static_assert(Log2Bins <= 13, "a slot has 16 bits: a range has at most 2^13 bins");

 public:
  using Slot = std::uint16_t;
  static constexpr int bins = 1 << Log2Bins;
  static constexpr Slot no_slot = bins * sizeof(std::uint32_t);
  static constexpr std::size_t scratch_bytes = (bins + 4) * sizeof(std::uint32_t);

  /// The slot of a bin in its range.
  KOKKOS_FUNCTION static constexpr Slot slot_of(int bin) {
    return static_cast<Slot>((bin & (bins - 1)) * sizeof(std::uint32_t));
  }

  KOKKOS_FUNCTION explicit RangeBins(std::byte* memory) : m_memory(arch::in_scratch(memory)) {}

  /// Ends with a barrier.
  template <class Member>
  KOKKOS_FUNCTION void clear(Member const& member) const {
    for (int b = member.team_rank(); b <= bins; b += member.team_size()) word(b) = 0;
    member.team_barrier();
  }
  /// Adds 1 to each slot of a chunk.
  KOKKOS_FUNCTION void add(arch::Chunk const& slots) const {
    KOKKOSSCAN_UNROLL
    for (int w = 0; w < 4; ++w) {
      add(slots.word[w] & 0xffff);
      add(slots.word[w] >> 16);
    }
  }
  KOKKOS_FUNCTION std::uint32_t count(int bin) const { return word(bin); }

 private:
  KOKKOS_FUNCTION void add(std::uint32_t slot) const {
    arch::add_in_scratch(reinterpret_cast<std::uint32_t*>(m_memory + slot), std::uint32_t(1));
  }
  KOKKOS_FUNCTION std::uint32_t& word(int bin) const {
    return reinterpret_cast<std::uint32_t*>(m_memory)[bin];
  }

  std::byte* m_memory;
};

}  // namespace KokkosScan::team::detail
