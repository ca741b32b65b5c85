// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/team/bins/serial_bins.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// Counts groups of items: how often each combination of their bins occurs. So a group takes one
/// store, where its items would take one each: on CPUs, stores are what limits counting in a cache.
///
/// Combination (a · base + b) · base … is that of items in bins a, b, … Combinations are the bins
/// of a table; `fold` adds what it has counted to the bins of the items.
template <class A, int Group>
class GroupedBins : public SerialBins<A> {
  using Table = SerialBins<A>;
  using Table::m_memory;

 public:
  static constexpr int group = Group;

  /// \param singles  the bins that `fold` adds to, and that items without a group are counted in
  /// \param memory   for the table
  template <class Member>
  KOKKOS_FUNCTION GroupedBins(Member const& member, SerialBins<A> const& singles, void* memory,
                              int bins, int log2_copies)
      : Table(member, memory, static_cast<int>(combinations(bins)) - 1, log2_copies),
        m_singles(singles),
        m_base(bins + 1) {}

  KOKKOS_FUNCTION static constexpr std::size_t combinations(int bins) {
    std::size_t combinations = 1;
    for (int g = 0; g < Group; ++g) combinations *= static_cast<std::size_t>(bins) + 1;
    return combinations;
  }
  /// \pre there are at most 2^31 combinations
  KOKKOS_FUNCTION static constexpr std::size_t bytes_for(int bins, int log2_copies) {
    return Table::bytes_for(static_cast<int>(combinations(bins) - 1), log2_copies);
  }
  /// The combination of those that are combined already and one more bin.
  KOKKOS_FUNCTION int combine(int combination, int bin) const { return combination * m_base + bin; }
  KOKKOS_FUNCTION void add_single(int bin, A const& x) const { m_singles.add_single(bin, x); }

  /// Adds the counts of all combinations to the bins of their items. Changes the table.
  KOKKOS_FUNCTION void fold() const {
    auto const all = static_cast<int>(combinations(m_base - 1));
    for (int i = 0; i < all; ++i) m_memory[i] = this->total(i);
    fold<Group>(m_memory);
  }

 private:
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
  int m_base;
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
  using Grouped = GroupedBins<A, Group>;
  // A combination is cleared and folded: a few accesses, which many items must be worth.
  constexpr std::size_t least_items_of_combination = 16;
  // Pairs first: with many bins, the number of larger combinations overflows.
  bool const pairs_fit = GroupedBins<A, 2>::combinations(bins) <= most / sizeof(A);
  if (!pairs_fit || Grouped::combinations(bins) > most / sizeof(A) ||
      Grouped::bytes_for(bins, 0) > most ||
      Grouped::combinations(bins) * least_items_of_combination > items) {
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
