// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/team/replicated_bins.hpp>

namespace KokkosScan::team::detail {

/// The bins of a team of one thread, in memory that its cache holds.
///
/// Neighbours are counted in different copies, so that none waits for a count that is still on its
/// way to the cache. The slots of a batch are found first, in vector code. No atomics.
template <class A>
class SerialBins : public ReplicatedBins<A> {
  using ReplicatedBins<A>::m_memory;
  using ReplicatedBins<A>::m_log2_copies;

 public:
  template <class Member>
  KOKKOS_FUNCTION SerialBins(Member const&, void* memory, int bins, int log2_copies)
      : ReplicatedBins<A>(static_cast<A*>(memory), bins, log2_copies) {}

  /// \param turn  a small number that differs between neighbours
  KOKKOS_FUNCTION int slot(int bin, int turn) const {
    return (bin << m_log2_copies) + (turn & ((1 << m_log2_copies) - 1));
  }
  KOKKOS_FUNCTION void add_to(int slot, A const& x) const { m_memory[slot] += x; }
};

}  // namespace KokkosScan::team::detail
