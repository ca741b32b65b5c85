// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/binning/find_bins.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/team/bins/bins.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::team::detail {

/// Counts the bins of items by one thread. The slots of a batch are found in vector code while the
/// previous batch is counted, so that neither waits for the memory accesses of the other.
///
/// A slot counts an item, or a group of them (`GroupedBins`). Where it has few copies and items
/// have no weights, those of a batch that have the same slot as its first are counted by one
/// addition: otherwise data with most elements in one bin would be a chain of dependent additions.
template <int Batch, class A, class Items, class Binning, class Target>
class SlotCounter {
  static_assert(SlotTarget<Target, A>);
  static constexpr bool has_weights = Items::has_weights;
  static constexpr bool finds_batches =
      KokkosScan::detail::FindsBatches<Binning, typename Items::element_type>;
  static constexpr int group = Target::group;
  static_assert(group == 1 || !has_weights, "the items of a group would have different weights");
  static constexpr int slots = Batch / group;
  struct alignas(64) Found {
    int slot[slots];
    A weight[has_weights ? Batch : 1];
    int leader, followers;  // a slot, and the number of times that one addition counts there
  };

 public:
  KOKKOS_FUNCTION SlotCounter(Items const& items, Binning const& binning, Target const& target,
                              int bins)
      : m_items(items), m_binning(binning), m_target(target), m_bins(bins) {}

  /// Counts items [first, last).
  KOKKOSSCAN_WIDE_VECTORS KOKKOS_FUNCTION void count(std::size_t first, std::size_t last) const {
    std::size_t i = first;
    int const first_pack = m_items.template first_pack<Batch>();
    if (first_pack >= 0) {
      // The items before the first aligned vector.
      std::size_t const body = first + (first_pack + Batch - first % Batch) % Batch;
      for (; i < body && i < last; ++i) count_one(i);
    }
    if (i + Batch <= last) {
      Found found[2];
      int turn = 0;
      find(i, found[0]);
      for (i += Batch; i + Batch <= last; i += Batch) {
        find(i, found[turn ^ 1]);
        add(found[turn]);
        turn ^= 1;
      }
      add(found[turn]);
    }
    for (; i < last; ++i) count_one(i);
  }

 private:
  // Inlined: by itself g++ -O2 neither does that nor vectorizes what it leaves outside.
  KOKKOS_FORCEINLINE_FUNCTION int bin_of(std::size_t i) const {
    int bin = 0;
    bool const is_found =
        KokkosScan::detail::find_bin(m_binning, m_items.element(m_items.load(i)), m_bins, bin);
    return arch::bin_or(is_found, bin, m_bins);
  }
  /// The bins of a batch, or the combinations of the bins of its groups: items \p slots apart, so
  /// that vector code combines them lane by lane.
  KOKKOS_FORCEINLINE_FUNCTION void find_indices(std::size_t first, int (&index)[slots]) const {
    if constexpr (finds_batches) {
      find_bins(first, index);
      for (int g = 1; g < group; ++g) {
        int bin[slots];
        find_bins(first + static_cast<std::size_t>(g) * slots, bin);
        for (int k = 0; k < slots; ++k)
          if constexpr (group > 1) index[k] = m_target.combine(index[k], bin[k]);
      }
    } else {
      // Not by `find_bins`: 8 bins of floats in groups took a quarter longer (g++ 12).
      for (int k = 0; k < slots; ++k) index[k] = bin_of(first + k);
      for (int g = 1; g < group; ++g)
        for (int k = 0; k < slots; ++k)
          if constexpr (group > 1)
            index[k] = m_target.combine(index[k], bin_of(first + g * slots + k));
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void find_bins(std::size_t first, int (&bin)[slots]) const {
    KokkosScan::detail::find_bins(
        m_binning, [&](int k) { return m_items.element(m_items.load(first + k)); }, m_bins, m_bins,
        bin);
  }
  KOKKOS_FUNCTION A weight(std::size_t i) const {
    return static_cast<A>(m_items.weight(m_items.load(i)));
  }

  KOKKOS_FORCEINLINE_FUNCTION void find(std::size_t first, Found& found) const {
    // Larger items are not prefetched: a binning may need only a part of them.
    if constexpr (Items::item_bytes <= 64) m_items.template prefetch<Batch>(first);
    if constexpr (has_weights)
      for (int k = 0; k < Batch; ++k) found.weight[k] = weight(first + k);
    else if (m_target.has_few_copies())
      return find_merged(first, found);
    int index[slots];
    find_indices(first, index);
    for (int k = 0; k < slots; ++k) found.slot[k] = m_target.slot(index[k], k);
  }
  KOKKOS_FORCEINLINE_FUNCTION void find_merged(std::size_t first, Found& found) const {
    static_assert(std::is_unsigned_v<A>, "what is added to spare slots may be anything");
    int index[slots];
    find_indices(first, index);
    int const leader = index[0];
    int followers = 0;
    for (int k = 0; k < slots; ++k) {
      int const is_like = index[k] == leader;
      followers += is_like;
      // g++ makes a branch of a conditional expression.
      int const own = m_target.slot(index[k], k);
      found.slot[k] = own + ((m_target.spare_slot(k) - own) & -is_like);
    }
    found.leader = m_target.slot(leader, 0);
    found.followers = followers;
  }
  KOKKOS_FUNCTION void add(Found const& found) const {
    if constexpr (!has_weights)
      if (m_target.has_few_copies()) m_target.add_to(found.leader, static_cast<A>(found.followers));
    // g++ does not unroll loops of 64 iterations.
    static_assert(slots % 16 == 0);
    for (int first = 0; first < slots; first += 16) {
      KOKKOSSCAN_UNROLL
      for (int k = first; k < first + 16; ++k)
        m_target.add_to(found.slot[k], has_weights ? found.weight[has_weights ? k : 0] : A(1));
    }
  }
  KOKKOS_FUNCTION void count_one(std::size_t i) const { m_target.add_single(bin_of(i), weight(i)); }

  // Copies: the compiler sees that no addition changes them.
  Items m_items;
  Binning m_binning;
  Target m_target;
  int m_bins;
};

}  // namespace KokkosScan::team::detail
