// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// The bins of one team, each in a power of two of copies. The total of a bin is their sum.
///
/// Copy c of bin b is at b · copies + c. One more bin counts elements in no bin.
template <class A>
class ReplicatedBins {
 public:
  static constexpr bool has_windows = false;
  static constexpr bool counts_discarded = true;
  static constexpr bool spills = false;
  static constexpr std::size_t bins_in(std::size_t bytes) {
    return bytes < 2 * sizeof(A) ? 0 : bytes / sizeof(A) - 1;
  }
  KOKKOS_FUNCTION static constexpr std::size_t bytes_for(int bins, int log2_copies) {
    return ((static_cast<std::size_t>(bins) + 1) << log2_copies) * sizeof(A);
  }

  template <class Member>
  KOKKOS_FUNCTION void clear(Member const& member) const {
    for (int i = member.team_rank(); i < (m_bins + 1) << m_log2_copies; i += member.team_size())
      m_memory[i] = A(0);
    member.team_barrier();
  }

  /// The copies are added in a fixed order.
  KOKKOS_FUNCTION A total(int bin) const {
    A sum = A(0);
    // Neighboring threads sum neighboring bins: each starts at another copy, in another bank.
    int const copies = 1 << m_log2_copies;
    for (int c = 0; c < copies; ++c)
      sum += m_memory[(bin << m_log2_copies) + ((c + bin) & (copies - 1))];
    return sum;
  }

 protected:
  KOKKOS_FUNCTION ReplicatedBins(A* memory, int bins, int log2_copies)
      : m_memory(memory), m_bins(bins), m_log2_copies(log2_copies) {}

  A* m_memory;
  int m_bins, m_log2_copies;
};

}  // namespace KokkosScan::team::detail
