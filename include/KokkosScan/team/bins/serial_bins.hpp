// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/team/bins/replicated_bins.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// The bins of a team of one thread, in memory that its cache holds.
///
/// Neighboring items are counted in different copies, so that none waits for a count whose store
/// has not reached the cache. No atomics.
template <class A>
class SerialBins : public ReplicatedBins<A> {
  using Base = ReplicatedBins<A>;
  static constexpr std::size_t spares = 16;

 protected:
  using Base::m_bins, Base::m_memory, Base::m_log2_copies;

 public:
  static constexpr int group = 1;
  static constexpr std::size_t bins_in(std::size_t bytes) {
    return bytes < spares * sizeof(A) ? 0 : Base::bins_in(bytes - spares * sizeof(A));
  }
  KOKKOS_FUNCTION static constexpr std::size_t bytes_for(int bins, int log2_copies) {
    return Base::bytes_for(bins, log2_copies) + spares * sizeof(A);
  }
  template <class Member>
  KOKKOS_FUNCTION SerialBins(Member const&, void* memory, int bins, int log2_copies)
      : Base(static_cast<A*>(memory), bins, log2_copies) {}

  template <class Member>
  KOKKOS_FUNCTION void clear(Member const&) const {
    std::size_t const slots = (static_cast<std::size_t>(m_bins) + 1) << m_log2_copies;
    for (std::size_t i = 0; i < slots; ++i) m_memory[i] = A(0);
  }

  /// \param turn  chooses the copy
  KOKKOS_FUNCTION int slot(int bin, int turn) const {
    return (bin << m_log2_copies) + (turn & ((1 << m_log2_copies) - 1));
  }
  KOKKOS_FUNCTION void add_to(int slot, A const& x) const { m_memory[slot] += x; }
  KOKKOS_FUNCTION void add_single(int bin, A const& x) const { add_to(slot(bin, 0), x); }

  /// Two threads of a Xeon, 2^26 floats in one of 4096 bins, with two copies: 36.6 ms one by one,
  /// 16.6 ms if the items of a batch in the bin of its first are counted by one addition; uniform
  /// data 16.9 and 16.4.
  KOKKOS_FUNCTION bool has_few_copies() const { return m_log2_copies < 3 && m_bins <= 1 << 30; }
  /// Spare slots are neither cleared nor read. An int holds them if there are few copies.
  KOKKOS_FUNCTION int spare_slot(int turn) const {
    return ((m_bins + 1) << m_log2_copies) + (turn & static_cast<int>(spares - 1));
  }
};

}  // namespace KokkosScan::team::detail
