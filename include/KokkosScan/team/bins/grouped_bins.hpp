// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/team/bins/serial_bins.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// Counts groups of items: how often each combination of their bins occurs. So a group takes one
/// store, where its items would take one each: on CPUs, stores are what limits counting in a cache.
///
/// Entry (a · base + b) · base … of the table counts the groups whose items are in bins a, b, …
/// `fold` adds what the table has counted to the bins.
template <class A, int Group>
class GroupedBins {
 public:
  static constexpr bool has_windows = false;
  static constexpr bool counts_discarded = true;
  static constexpr int group = Group;

  /// \param singles  the bins that `fold` adds to, and that items without a group are counted in
  KOKKOS_FUNCTION GroupedBins(SerialBins<A> const& singles, void* memory, int bins, int log2_copies)
      : m_singles(singles),
        m_table(static_cast<A*>(memory)),
        m_base(bins + 1),
        m_log2_copies(log2_copies) {}

  KOKKOS_FUNCTION static constexpr std::size_t entries(int bins) {
    std::size_t entries = 1;
    for (int g = 0; g < Group; ++g) entries *= static_cast<std::size_t>(bins) + 1;
    return entries;
  }
  KOKKOS_FUNCTION static constexpr std::size_t bytes_for(int bins, int log2_copies) {
    return ((entries(bins) << log2_copies) + spares) * sizeof(A);
  }

  KOKKOS_FUNCTION void clear() const {
    std::size_t const count = entries(m_base - 1) << m_log2_copies;
    for (std::size_t i = 0; i < count; ++i) m_table[i] = A(0);
  }
  /// The combination of those that are combined already and one more bin.
  KOKKOS_FUNCTION int combine(int combination, int bin) const { return combination * m_base + bin; }
  KOKKOS_FUNCTION int slot(int combination, int turn) const {
    return (combination << m_log2_copies) + (turn & ((1 << m_log2_copies) - 1));
  }
  KOKKOS_FUNCTION void add_to(int slot, A const& x) const { m_table[slot] += x; }
  KOKKOS_FUNCTION void add_single(int bin, A const& x) const { m_singles.add_single(bin, x); }
  KOKKOS_FUNCTION static constexpr bool has_few_copies() { return true; }
  KOKKOS_FUNCTION int spare_slot(int turn) const {
    return static_cast<int>(entries(m_base - 1) << m_log2_copies) +
           (turn & static_cast<int>(spares - 1));
  }

  /// Adds the counts of all groups to the bins of their items. Changes the table.
  KOKKOS_FUNCTION void fold() const {
    std::size_t const all = entries(m_base - 1);
    std::size_t const copies = std::size_t(1) << m_log2_copies;
    for (std::size_t i = 0; i < all; ++i) {
      A sum = A(0);
      for (std::size_t c = 0; c < copies; ++c) sum += m_table[(i << m_log2_copies) + c];
      m_table[i] = sum;
    }
    fold<Group>(m_table);
  }

 private:
  static constexpr std::size_t spares = 16;
  static_assert(Group == 2 || Group == 4, "groups are folded in halves");

  /// A table of groups of G becomes one of groups of G / 2: row i and column j of it have the
  /// groups whose halves are combinations i and j.
  template <int G>
  KOKKOS_FUNCTION void fold(A* table) const {
    if constexpr (G == 1) {
      for (int b = 0; b < m_base; ++b) m_singles.add_single(b, table[b]);
    } else {
      auto const side = static_cast<std::size_t>(G == 2 ? m_base : m_base * m_base);
      // Row 0 becomes the result: it has the sums of the columns; the sum of row i is added to
      // entry i when row i is no longer needed, and that of row 0 first.
      A first = A(0);
      for (std::size_t j = 0; j < side; ++j) first += table[j];
      table[0] += first;
      for (std::size_t i = 1; i < side; ++i) {
        A const* const row = table + i * side;
        A sum = A(0);
        for (std::size_t j = 0; j < side; ++j) {
          sum += row[j];
          table[j] += row[j];
        }
        table[i] += sum;
      }
      fold<G / 2>(table);
    }
  }

  SerialBins<A> m_singles;
  A* m_table;
  int m_base, m_log2_copies;
};

/// How many items are counted together, in how many copies of the table of their bins.
struct GroupShape {
  int group = 1;
  int log2_copies = 0;

  /// Of the table.
  template <class A>
  KOKKOS_FUNCTION constexpr std::size_t bytes(int bins) const {
    return group == 1   ? 0
           : group == 2 ? GroupedBins<A, 2>::bytes_for(bins, log2_copies)
                        : GroupedBins<A, 4>::bytes_for(bins, log2_copies);
  }
};

/// The shape for \p bins bins of a piece of \p items: groups of 4, of 2, or none.
/// \param most  bytes that the table may take
template <class A, int Group = 4>
GroupShape group_shape(int bins, std::size_t items, std::size_t most) {
  // If pairs do not fit; with so many bins, the number of entries of larger groups could overflow.
  if (GroupedBins<A, 2>::bytes_for(bins, 0) > most) return {};
  using Grouped = GroupedBins<A, Group>;
  // An entry is cleared and folded: a few accesses, which many items must be worth.
  constexpr std::size_t least_items_of_entry = 16;
  if (Grouped::bytes_for(bins, 0) > most || Grouped::entries(bins) * least_items_of_entry > items) {
    if constexpr (Group == 2)
      return {};
    else
      return group_shape<A, Group / 2>(bins, items, most);
  }
  // With four copies, frequent combinations rarely wait for each other.
  int log2 = 0;
  while (log2 < 2 && Grouped::bytes_for(bins, log2 + 1) <= most) ++log2;
  return {Group, log2};
}

}  // namespace KokkosScan::team::detail
