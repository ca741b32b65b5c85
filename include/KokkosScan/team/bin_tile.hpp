// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// How lanes find those that have an item of the same class.
enum class PeersBy {
  votes,  ///< a vote of the whole group for each bit of the class: few classes
  words,  ///< each lane sets its bit in a word of the class, in scratch: any number of classes
};

/// A tile of items sorted by class within one team, stably.
///
/// A row is the lanes of a group, or 16 of them, with PerThread items each, lane-striped: item k of
/// lane l of row r is number (r · PerThread + k) · lanes + l. A row has a word in scratch for each
/// class: how many items of it the row had so far, and which lanes have one now. So an item knows
/// how many of its class come before it in the row; a scan over rows, then over classes, gives the
/// rest. Items then meet in scratch in sorted order and leave in runs.
///
/// One class more than are written is for what is not: every item has a class, and no step asks
/// whether there is an item.
///
/// Adinets and Merrill, Onesweep, arXiv:2206.01784 (2022); Ashkiani et al., GPU multisplit, PPoPP
/// (2016).
///
/// \tparam Place         an unsigned type for the number of any place that is written
/// \tparam KeepsClasses  the class of an item waits in scratch beside it, and is not found again
template <class Member, class Item, class Place, int Threads, int PerThread, PeersBy Peers,
          bool KeepsClasses>
class BinTile {
  using Group = lane::FullThreadGroup<Member, Threads>;
  static constexpr bool has_masks = Peers == PeersBy::words;
  /// Sorted items take the memory of the words, of which there are many more with masks: a barrier
  /// each way.
  static constexpr bool shares_memory = has_masks;
  static constexpr int lanes = has_masks && Group::size() > 16 ? 16 : Group::size();
  static constexpr int rows = Threads / lanes;
  static constexpr int tile = Threads * PerThread;
  static_assert(tile < 65536, "an ExtractionPolicy must have tiles of fewer than 65536 elements");

  /// The classes a byte can name; one more, the last one written, is told by its place.
  static constexpr int nameable = 256;

  static constexpr std::uint32_t lower_half = 0xffff;

 public:
  /// Ranking begins with the first item; it need not have seen the class of the last one.
  static constexpr bool begins_with_first = has_masks;

  /// Two numbers in one register, of which a thread has few: the lower half of an item's tag is its
  /// class, the upper half the place it gets in the sorted tile.
  using Tag = std::uint32_t;

  /// \param written  classes that are written, at most 257
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int written) {
    std::size_t const words = words_at(written) + sizeof(std::uint32_t) * rows * (written + 1);
    std::size_t const sorted = head_bytes(written) + sorted_bytes;
    return words > sorted ? words : sorted;
  }

  KOKKOS_FUNCTION BinTile(Member const& member, std::byte* scratch, int written)
      : m_member(member), m_group(member), m_written(written) {
    std::byte* const memory = KokkosScan::detail::arch::in_scratch(scratch);
    m_first = reinterpret_cast<Place*>(memory);
    m_start = reinterpret_cast<std::uint32_t*>(m_first + written);
    m_group_total = m_start + written + 1;
    m_items = reinterpret_cast<Item*>(memory + head_bytes(written));
    m_item_class = reinterpret_cast<std::uint8_t*>(m_items + tile);
    m_words = reinterpret_cast<std::uint32_t*>(memory + words_at(written));
    m_row = member.team_rank() / lanes;
    m_lane = member.team_rank() % lanes;
    m_row_words = m_words + m_row * (written + 1);
    if constexpr (!has_masks) {
      while (1 << m_bits < written) ++m_bits;
      m_all_bits = 1 << m_bits > written ? m_bits : m_bits + 1;
    }
    clear();
  }

  /// The number of item k of this thread in the tile.
  KOKKOS_FUNCTION int number(int k) const { return (m_row * PerThread + k) * lanes + m_lane; }

  /// Finds the place of every item among the sorted ones. Classes are in [0, written]; the last one
  /// is not written. Once `counted(c, count)` was called for a class, by one thread, the tile has
  /// no more of it.
  /// \param tag  the class of each item; its place is added
  template <class Counted>
  KOKKOS_FUNCTION void rank(Tag (&tag)[PerThread], Counted const& counted) const {
    if constexpr (has_masks) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < PerThread; ++k) tag[k] = rank_by_words(tag[k]);
    } else {
      Tag last = 0;
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < PerThread; ++k) last = last > tag[k] ? last : tag[k];
      // Most often all are written, and the last class is what would take another bit.
      int const bits = m_group.any(last == static_cast<Tag>(m_written)) ? m_all_bits : m_bits;
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < PerThread; ++k) tag[k] = rank_by_votes(tag[k], bits);
    }
    m_member.team_barrier();
    scan_counts(counted);
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) tag[k] += m_row_words[tag[k] & lower_half];
    if constexpr (!shares_memory) {
      m_group.sync();
      clear();
    }
  }

  /// Puts the ranked items into scratch, sorted.
  KOKKOS_FUNCTION void sort(Item const (&item)[PerThread], Tag const (&tag)[PerThread]) const {
    if constexpr (shares_memory) m_member.team_barrier();
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      Tag const place = tag[k] >> 16;
      m_items[place] = item[k];
      if constexpr (KeepsClasses) m_item_class[place] = static_cast<std::uint8_t>(tag[k]);
    }
    m_member.team_barrier();
  }

  /// Items of a class in the tile; behind `rank`.
  KOKKOS_FUNCTION Place count(int c) const { return m_start[c + 1] - m_start[c]; }

  /// Where the first item of a class goes. Set for all behind `rank`, a barrier before the items
  /// are written.
  KOKKOS_FUNCTION void set_first(int c, Place place) const { m_first[c] = place - m_start[c]; }

  /// Gives the sorted items to `store(place, item)`.
  /// \param load  unless classes were kept, `load.class_of(item)` finds them again
  template <class Store, class Load>
  KOKKOS_FUNCTION void write(Store const& store, Load const& load) const {
    // Classes up to here fill the tile: it is full, and a byte names every class in it.
    int const plain = KeepsClasses && m_written > nameable ? nameable : m_written;
    if (m_start[plain] == tile)
      write_items<true>(store, load);
    else
      write_items<false>(store, load);
    leave_memory();
  }

  /// The same for items that were ranked and not sorted, in the order they came.
  template <class Store>
  KOKKOS_FUNCTION void write_unsorted(Item const (&item)[PerThread], Tag const (&tag)[PerThread],
                                      Store const& store) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      auto const c = static_cast<int>(tag[k] & lower_half);
      if (c < m_written) store(static_cast<Place>(m_first[c] + (tag[k] >> 16)), item[k]);
    }
    leave_memory();
  }

 private:
  static constexpr std::size_t sorted_bytes = (sizeof(Item) + (KeepsClasses ? 1 : 0)) * tile;

  KOKKOS_FUNCTION static constexpr std::size_t words_at(int written) {
    std::size_t const items_at = head_bytes(written);
    return shares_memory ? items_at : items_at + (sorted_bytes + 3) / 4 * 4;
  }
  KOKKOS_FUNCTION static constexpr std::size_t head_bytes(int written) {
    std::size_t const classes = static_cast<std::size_t>(written) + 1;
    return (sizeof(Place) * written + sizeof(std::uint32_t) * (classes + Group::count()) + 15) /
           16 * 16;
  }

  /// \tparam IsPlain  the tile is full, and a byte names every class that was kept
  template <bool IsPlain, class Store, class Load>
  KOKKOS_FUNCTION void write_items(Store const& store, Load const& load) const {
    auto const items = static_cast<int>(m_start[m_written]);
    int const rank = KokkosScan::detail::arch::opaque(m_member.team_rank());
    int const behind =
        KeepsClasses && m_written > nameable ? static_cast<int>(m_start[nameable]) : tile;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      int const j = k * Threads + rank;
      if (!IsPlain && j >= items) continue;
      Item const item = m_items[j];
      int c;
      if constexpr (KeepsClasses)
        c = !IsPlain && j >= behind ? nameable : m_item_class[j];
      else
        c = load.class_of(item);
      store(static_cast<Place>(m_first[c] + static_cast<unsigned>(j)), item);
    }
  }

  /// The words take back the memory of the items.
  KOKKOS_FUNCTION void leave_memory() const {
    if constexpr (shares_memory) {
      m_member.team_barrier();
      clear();
    }
  }

  /// Nothing is counted yet.
  KOKKOS_FUNCTION void clear() const {
    for (int c = m_lane; c <= m_written; c += lanes) m_row_words[c] = 0;
    m_group.sync();
  }

  KOKKOS_FUNCTION Tag rank_by_words(Tag c) const {
    std::uint32_t* const of_class = m_row_words + c;
    std::uint32_t const own = std::uint32_t(1) << m_lane;
    KokkosScan::detail::arch::set_in_scratch(of_class, own);
    m_group.sync();
    std::uint32_t const word = *of_class;
    m_group.sync();
    auto const before = static_cast<Tag>(Kokkos::Experimental::popcount_builtin(word & (own - 1)));
    bool const is_last = (word & lower_half) < 2 * own;
    return count_item(of_class, (word & ~lower_half) + (before << 16) + c, is_last);
  }

  KOKKOS_FUNCTION Tag rank_by_votes(Tag c, int bits) const {
    std::uint32_t* const of_class = m_row_words + c;
    lane::Peers const peers = m_group.match(c, bits);
    std::uint32_t const word = *of_class;
    m_group.sync();
    return count_item(of_class, word + (static_cast<Tag>(peers.before) << 16) + c, peers.is_last);
  }

  /// The last lane of a class writes how many the row has now.
  KOKKOS_FUNCTION Tag count_item(std::uint32_t* of_class, Tag tag, bool is_last) const {
    if (is_last) *of_class = (tag | lower_half) + 1;
    m_group.sync();
    return tag;
  }

  /// m_start becomes where the classes start in the tile, and each row's words where its items of a
  /// class start, in the upper half.
  template <class Counted>
  KOKKOS_FUNCTION void scan_counts(Counted const& counted) const {
    // Read twice, a few at once: to keep them would take registers from the items.
    constexpr int at_once = rows % 8 == 0 ? 8 : 1;
    int const chunks =
        rows > at_once ? KokkosScan::detail::arch::opaque(rows / at_once) : rows / at_once;
    Sum<std::uint32_t> const sum;
    std::uint32_t before_all = 0;
    for (int first = 0; first < m_written; first += Threads) {
      int const c = first + m_member.team_rank();
      bool const is_written = c < m_written;
      // A thread without a class reads what nobody changes meanwhile.
      std::uint32_t* const words = m_words + (is_written ? c : m_written);
      std::uint32_t count = 0;
      for (int chunk = 0; chunk < chunks; ++chunk) {
        KOKKOSSCAN_UNROLL
        for (int r = 0; r < at_once; ++r) count += words[(chunk * at_once + r) * (m_written + 1)];
      }
      count = is_written ? count >> 16 : 0;
      if (is_written) counted(c, count);
      std::uint32_t const up_to = m_group.inclusive_scan(count, sum);
      if (m_group.rank() + 1 == Group::size()) m_group_total[m_group.index()] = up_to;
      m_member.team_barrier();
      std::uint32_t total;
      std::uint32_t start =
          before_all + up_to - count +
          combine_before(m_group_total, m_group.index(), Group::count(), sum, total);
      before_all += total;
      if (first + Threads < m_written) m_member.team_barrier();
      if (is_written) {
        m_start[c] = start;
        start <<= 16;
        for (int chunk = 0; chunk < chunks; ++chunk) {
          KOKKOSSCAN_UNROLL
          for (int r = 0; r < at_once; ++r)
            exchange_for_start(words[(chunk * at_once + r) * (m_written + 1)], start);
        }
      }
    }
    if (m_member.team_rank() == 0) place_unwritten(before_all);
    m_member.team_barrier();
  }

  /// What is not written lies behind the rest.
  KOKKOS_FUNCTION void place_unwritten(std::uint32_t start) const {
    m_start[m_written] = start;
    if (start == tile) return;
    start <<= 16;
    for (int r = 0; r < rows; ++r)
      exchange_for_start(m_words[r * (m_written + 1) + m_written], start);
  }

  KOKKOS_FUNCTION static void exchange_for_start(std::uint32_t& word, std::uint32_t& start) {
    std::uint32_t const own = word;
    word = start;
    start += own;
  }

  Member const& m_member;
  Group m_group;
  Place* m_first;          // where item 0 of the tile would go if it were of that class
  std::uint32_t* m_start;  // of each class in the sorted tile
  std::uint32_t* m_group_total;
  Item* m_items;
  std::uint8_t* m_item_class;
  std::uint32_t* m_words;  // lower half: lanes, upper half: a count
  std::uint32_t* m_row_words;
  int m_written, m_row, m_lane;
  int m_bits = 0, m_all_bits = 0;  // that tell the written classes apart, and all of them
};

}  // namespace KokkosScan::team::detail
