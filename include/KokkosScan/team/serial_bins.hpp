// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// The bins of a team of one thread, in memory that its cache holds, in a power of two of copies.
///
/// Neighbours are counted in different copies, so that none waits for a count that is still on its
/// way to the cache. Copy c of bin b is slot b · copies + c; the slots of a batch are found first,
/// in vector code. One bin more counts what is in no bin. No atomics.
template <class A>
class SerialBins {
 public:
  static constexpr bool has_windows = false;
  static constexpr bool counts_discarded = true;
  /// Bins a thread may have in so many bytes.
  static constexpr std::size_t bins_in(std::size_t bytes) { return bytes / sizeof(A) - 1; }
  KOKKOS_FUNCTION static constexpr std::size_t bytes_for(int bins, int log2_copies) {
    return (static_cast<std::size_t>(bins + 1) << log2_copies) * sizeof(A);
  }

  template <class Member>
  KOKKOS_FUNCTION SerialBins(Member const&, void* memory, int bins, int log2_copies)
      : m_memory(static_cast<A*>(memory)), m_bins(bins), m_log2_copies(log2_copies) {}

  template <class Member, class Spill>
  KOKKOS_FUNCTION void clear(Member const&, Spill const&) const {
    for (int i = 0; i < (m_bins + 1) << m_log2_copies; ++i) m_memory[i] = A(0);
  }

  /// \param turn  a small number that differs between neighbours
  KOKKOS_FUNCTION int slot(int bin, int turn) const {
    return (bin << m_log2_copies) + (turn & ((1 << m_log2_copies) - 1));
  }
  KOKKOS_FUNCTION void add_to(int slot, A const& x) const { m_memory[slot] += x; }

  /// The sum of a bin's copies, in a fixed order, to where it belongs.
  template <class Spill>
  KOKKOS_FUNCTION void store_total(int bin, Spill const& spill) const {
    A sum = A(0);
    for (int c = 0; c < 1 << m_log2_copies; ++c) sum += m_memory[slot(bin, c)];
    spill.store(bin, sum);
  }

 private:
  A* m_memory;
  int m_bins, m_log2_copies;
};

}  // namespace KokkosScan::team::detail
