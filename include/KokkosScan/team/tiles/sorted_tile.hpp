// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/detail/combine_before.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// A tile of items that a team sorts stably by class in scratch: the sorted items, where each class
/// starts, and the counts from which that follows. How items are ranked is up to derived classes.
///
/// Scratch:  first   Place[written]             output place of item 0 of the tile if in that class
///           start   uint32[written + 1]        where each class starts in the sorted tile
///           totals  uint32[groups]             totals of the scan over classes
///           items   Item[tile]                 sorted
///           class   uint8[tile]                of each sorted item, if KeepsClasses
///           words   uint32[rows][written + 1]  count of a row's items, then where they start
///
/// A row is Lanes lanes of a group with PerThread items each, lane-striped: item k of lane l of row
/// r is number (r · PerThread + k) · Lanes + l. A row has a word in scratch for each class. The
/// word's bits from CountShift on hold the number of the row's items of that class; a scan over
/// rows and classes turns it into the place where these items start in the sorted tile. Each class
/// of the sorted tile is then written as one run.
///
/// Besides the classes that are written there is one more, for items that are not written and for
/// those past the end: so every item has a class, and no step tests whether an item exists.
///
/// \tparam Place         an unsigned type that holds any output place
/// \tparam KeepsClasses  whether scratch keeps the class of each sorted item; otherwise `write`
///                       finds it again
template <class Member, class Item, class Place, int Threads, int PerThread, int Lanes,
          int CountShift, bool KeepsClasses>
class SortedTile {
  static constexpr int rows = Threads / Lanes;
  static constexpr int tile = Threads * PerThread;
  static_assert(tile < 65536, "an ExtractionPolicy must have tiles of fewer than 65536 elements");

  /// The number of classes a byte can name. A 257th is recognized by its place: it comes last.
  static constexpr int nameable = 256;

 public:
  using Group = lane::detail::StaticThreadGroup<Member, Threads>;

  /// The alignment that the tile's scratch must have.
  static constexpr std::size_t alignment = alignof(Item) > 16 ? alignof(Item) : 16;

  /// \param written  number of classes that are written, at most 257
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int written) {
    return words_at(written) + sizeof(std::uint32_t) * rows * (written + 1);
  }

  /// The number of item k of this thread in the tile.
  KOKKOS_FUNCTION int number(int k) const { return (m_row * PerThread + k) * Lanes + m_lane; }

  /// Number of items of a class in the tile; valid once the items are counted.
  KOKKOS_FUNCTION Place count(int c) const { return m_start[c + 1] - m_start[c]; }

  /// Where a class begins in the sorted tile; valid once the items are counted. For c = written it
  /// is where the written classes end.
  KOKKOS_FUNCTION Place start(int c) const { return m_start[c]; }

  /// Sets where the first item of a class goes in the output. To be called for every class once the
  /// items are counted, with a barrier between these calls and the writing of items.
  KOKKOS_FUNCTION void set_first(int c, Place place) const { m_first[c] = place - m_start[c]; }

  /// Gives the sorted items to `store(place, item)`.
  /// \param load  unless KeepsClasses, `load.class_of(item)` finds the class again, for items that
  ///              are written
  template <class Store, class Load>
  KOKKOS_FUNCTION void write(Store const& store, Load const& load) const {
    // If the first `plain` classes fill the tile, every item is written and a byte names its class.
    int const plain = KeepsClasses && m_written > nameable ? nameable : m_written;
    if (m_start[plain] == tile)
      write_items<true>(store, load);
    else
      write_items<false>(store, load);
  }

  /// Gives the sorted items to `store(group, place, item)`, which all lanes of a group call
  /// together and so may cooperate in. A lane without an item passes the place `nowhere`.
  template <class Store>
  KOKKOS_FUNCTION void write_together(Store const& store) const {
    static_assert(KeepsClasses, "of an item to be fetched, the class is not found again");
    auto const items = static_cast<int>(m_start[m_written]);
    int const first_unnamed = m_written > nameable ? static_cast<int>(m_start[nameable]) : tile;
    for (int first = 0; first < items; first += Threads) {
      int const j = first + m_member.team_rank(), read = j < items ? j : first;
      int const c = read >= first_unnamed ? nameable : m_item_class[read];
      Place const place = static_cast<Place>(m_first[c] + static_cast<unsigned>(read));
      store(m_group, j < items ? place : nowhere, m_items[read]);
    }
  }
  static constexpr Place nowhere = ~Place(0);

 protected:
  KOKKOS_FUNCTION SortedTile(Member const& member, std::byte* scratch, int written)
      : m_member(member), m_group(member), m_written(written) {
    std::byte* const memory = arch::in_scratch(scratch);
    m_first = reinterpret_cast<Place*>(memory);
    m_start = reinterpret_cast<std::uint32_t*>(m_first + written);
    m_group_total = m_start + written + 1;
    m_items = reinterpret_cast<Item*>(memory + head_bytes(written));
    m_item_class = reinterpret_cast<std::uint8_t*>(m_items + tile);
    m_words = reinterpret_cast<std::uint32_t*>(memory + words_at(written));
    m_row = member.team_rank() / Lanes;
    m_lane = member.team_rank() % Lanes;
    m_row_words = m_words + m_row * (written + 1);
    clear();
  }

  /// Sets the counts of this thread's row to zero.
  KOKKOS_FUNCTION void clear() const {
    for (int c = m_lane; c <= m_written; c += Lanes) m_row_words[c] = 0;
    m_group.sync();
  }

  /// Computes m_start, where the classes start in the tile, and turns each row's counts into where
  /// its items of a class start. Begins and ends with a barrier. One thread per class that is
  /// written calls `counted(c, count)`, with the final count of the class in the tile.
  template <class Counted>
  KOKKOS_FUNCTION void scan_counts(Counted const& counted) const {
    // The words are read twice, a few at a time: to keep them would take registers from the items.
    constexpr int at_once = rows % 8 == 0 ? 8 : 1;
    int const chunks = rows > at_once ? arch::opaque(rows / at_once) : rows / at_once;
    AddCounts const sum;
    std::uint32_t before_all = 0;
    m_member.team_barrier();
    for (int first = 0; first < m_written; first += Threads) {
      int const c = first + m_member.team_rank();
      bool const is_written = c < m_written;
      // A thread without a class reads words that nobody changes meanwhile.
      std::uint32_t* const words = m_words + (is_written ? c : m_written);
      std::uint32_t count = 0;
      for (int chunk = 0; chunk < chunks; ++chunk) {
        KOKKOSSCAN_UNROLL
        for (int r = 0; r < at_once; ++r) count += words[(chunk * at_once + r) * (m_written + 1)];
      }
      count = is_written ? count >> CountShift : 0;
      if (is_written) counted(c, count);
      std::uint32_t const up_to = m_group.inclusive_scan(count, sum);
      if (m_group.rank() + 1 == Group::size()) m_group_total[m_group.index()] = up_to;
      m_member.team_barrier();
      std::uint32_t total;
      std::uint32_t start =
          before_all + up_to - count +
          detail::combine_before(m_group_total, m_group.index(), Group::count(), sum, total);
      before_all += total;
      if (first + Threads < m_written) m_member.team_barrier();
      if (is_written) {
        m_start[c] = start;
        start <<= CountShift;
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

  /// Puts an item into its place in the sorted tile.
  KOKKOS_FUNCTION void put(Item const& item, std::uint32_t place, std::uint32_t c) const {
    m_items[place] = item;
    if constexpr (KeepsClasses) m_item_class[place] = static_cast<std::uint8_t>(c);
  }

  /// A sum that is not `Sum`: for that one `arch::combine_up` uses an instruction with which nvcc
  /// has fewer registers left here. A thread's items would spill 172 bytes instead of 8, and 2^28
  /// floats would take 1455 µs instead of 1318 with 256 bins (H200).
  struct AddCounts {
    using value_type = std::uint32_t;
    KOKKOS_FUNCTION static std::uint32_t identity() { return 0; }
    KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
      return a + b;
    }
  };

  Member const& m_member;
  Group m_group;
  Place* m_first;  // output place of item 0 of the tile, if it were of that class
  std::uint32_t* m_row_words;
  int m_written, m_row, m_lane;

 private:
  static constexpr std::size_t sorted_bytes = (sizeof(Item) + (KeepsClasses ? 1 : 0)) * tile;

  KOKKOS_FUNCTION static constexpr std::size_t words_at(int written) {
    return head_bytes(written) + KokkosScan::detail::align_up(sorted_bytes, 4);
  }
  KOKKOS_FUNCTION static constexpr std::size_t head_bytes(int written) {
    std::size_t const classes = static_cast<std::size_t>(written) + 1;
    return KokkosScan::detail::align_up(
        sizeof(Place) * written + sizeof(std::uint32_t) * (classes + Group::count()), alignment);
  }

  /// \tparam IsPlain  every item of the tile is written, and a byte names every class that was kept
  template <bool IsPlain, class Store, class Load>
  KOKKOS_FUNCTION void write_items(Store const& store, Load const& load) const {
    auto const items = static_cast<int>(m_start[m_written]);
    int const rank = arch::opaque(m_member.team_rank());
    int const first_unnamed =
        KeepsClasses && m_written > nameable ? static_cast<int>(m_start[nameable]) : tile;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      int const j = k * Threads + rank;
      if (!IsPlain && j >= items) continue;
      Item const item = m_items[j];
      int c;
      if constexpr (KeepsClasses)
        c = !IsPlain && j >= first_unnamed ? nameable : m_item_class[j];
      else
        c = load.class_of(item);
      store(static_cast<Place>(m_first[c] + static_cast<unsigned>(j)), item);
    }
  }

  /// Places the items that are not written after all others.
  KOKKOS_FUNCTION void place_unwritten(std::uint32_t start) const {
    m_start[m_written] = start;
    if (start == tile) return;
    start <<= CountShift;
    for (int r = 0; r < rows; ++r)
      exchange_for_start(m_words[r * (m_written + 1) + m_written], start);
  }

  KOKKOS_FUNCTION static void exchange_for_start(std::uint32_t& word, std::uint32_t& start) {
    std::uint32_t const own = word;
    word = start;
    start += own;
  }

  std::uint32_t* m_start;  // of each class in the sorted tile
  std::uint32_t* m_group_total;
  Item* m_items;
  std::uint8_t* m_item_class;
  std::uint32_t* m_words;
};

}  // namespace KokkosScan::team::detail
