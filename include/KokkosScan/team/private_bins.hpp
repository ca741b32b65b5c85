// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// The bins of one team, in scratch or in memory of its own, in a power of two of copies.
///
/// Copy c of bin b is at b · copies + c. Neighbouring threads count in different copies: in
/// different banks of scratch, and never both in the same word where there are as many copies as
/// lanes. A team of one thread goes through the copies in turn, so that it does not wait for a
/// count it has just stored, and needs no atomics.
template <class A, bool IsOneThread>
class PrivateBins {
 public:
  template <class Member>
  KOKKOS_FUNCTION PrivateBins(Member const& member, A* memory, int bins, int log2_copies)
      : m_memory(IsOneThread ? memory : KokkosScan::detail::arch::in_scratch(memory)),
        m_own(m_memory + (IsOneThread ? 0 : member.team_rank() & ((1 << log2_copies) - 1))),
        m_bins(bins),
        m_log2_copies(log2_copies) {}

  template <class Member>
  KOKKOS_FUNCTION void clear(Member const& member) const {
    for (int i = member.team_rank(); i < m_bins << m_log2_copies; i += member.team_size())
      m_memory[i] = A(0);
    member.team_barrier();
  }

  /// \param turn  a small number that differs between neighbouring calls
  KOKKOS_FUNCTION void add(int bin, A const& x, [[maybe_unused]] int turn) const {
    if constexpr (IsOneThread)
      m_memory[(bin << m_log2_copies) + (turn & ((1 << m_log2_copies) - 1))] += x;
    else
      KokkosScan::detail::arch::add_in_scratch(m_own + (bin << m_log2_copies), x);
  }

  /// The sum of a bin's copies, in a fixed order. Behind a barrier.
  KOKKOS_FUNCTION A total(int bin) const {
    A sum = A(0);
    // Neighbouring threads ask for neighbouring bins: each starts at another copy, another bank.
    int const copies = 1 << m_log2_copies;
    for (int c = 0; c < copies; ++c)
      sum += m_memory[(bin << m_log2_copies) + ((c + bin) & (copies - 1))];
    return sum;
  }

 private:
  A* m_memory;
  A* m_own;
  int m_bins, m_log2_copies;
};

/// Finds the bins of items and counts them in a target: all bins of a batch first, which is what a
/// CPU can do in vector code.
template <class Items, class Binning, class A, class Target>
struct CountVisitor {
  using Item = typename Items::Item;

  Items const& items;
  Binning const& binning;
  Target const& target;
  int bins;

  KOKKOS_FUNCTION int bin(Item const& x) const {
    return KokkosScan::detail::bin_of(binning, items.element(x), bins);
  }
  template <int N>
  KOKKOS_FUNCTION void batch(Item const (&x)[N]) const {
    int b[N];
    KOKKOSSCAN_UNROLL_ON_DEVICE
    for (int k = 0; k < N; ++k) b[k] = bin(x[k]);
    KOKKOSSCAN_UNROLL_ON_DEVICE
    for (int k = 0; k < N; ++k)
      if (b[k] != no_bin) target.add(b[k], static_cast<A>(items.weight(x[k])), k);
  }
  KOKKOS_FUNCTION void one(Item const& x) const {
    int const b = bin(x);
    if (b != no_bin) target.add(b, static_cast<A>(items.weight(x)), 0);
  }
};

}  // namespace KokkosScan::team::detail
