// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// A tile of items that a team sorts by class in scratch, stably, whatever way the places are
/// found: the sorted items, where each class starts, and the counts that tell.
///
/// Scratch:  first   Place[written]             where item 0 of the tile would go in each class
///           start   uint32[written + 1]        where each class starts in the sorted tile
///           totals  uint32[groups]             of the scan over classes
///           items   Item[tile]                 sorted
///           class   uint8[tile]                of each sorted item, if KeepsClasses
///           words   uint32[rows][written + 1]  counts of a row, then where its items start
///
/// A row is Lanes lanes of a group with PerThread items each, lane-striped: item k of lane l of row
/// r is number (r · PerThread + k) · Lanes + l. It has a word in scratch for each class, whose bits
/// from CountShift on say how many items of the class the row has; a scan over rows, then over
/// classes, makes of it where they start. Sorted items leave in runs.
///
/// One class more than are written is for what is not: every item has a class, and no step asks
/// whether there is an item.
///
/// \tparam Place         an unsigned type for the number of any place that is written
/// \tparam KeepsClasses  the class of an item waits in scratch beside it, and is not found again
template <class Member, class Item, class Place, int Threads, int PerThread, int Lanes,
          int CountShift, bool KeepsClasses>
class SortedTile {
  static constexpr int rows = Threads / Lanes;
  static constexpr int tile = Threads * PerThread;
  static_assert(tile < 65536, "an ExtractionPolicy must have tiles of fewer than 65536 elements");

  /// The classes a byte can name; one more, the last one written, is told by its place.
  static constexpr int nameable = 256;

 public:
  using Group = lane::StaticThreadGroup<Member, Threads>;

  /// What the tile's scratch must be aligned to.
  static constexpr std::size_t alignment = alignof(Item) > 16 ? alignof(Item) : 16;

  /// \param written  classes that are written, at most 257
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int written) {
    return words_at(written) + sizeof(std::uint32_t) * rows * (written + 1);
  }

  /// The number of item k of this thread in the tile.
  KOKKOS_FUNCTION int number(int k) const { return (m_row * PerThread + k) * Lanes + m_lane; }

  /// Items of a class in the tile, once they are counted.
  KOKKOS_FUNCTION Place count(int c) const { return m_start[c + 1] - m_start[c]; }

  /// Where a class begins in the sorted tile, once it is counted; for the class behind those
  /// written, where they end.
  KOKKOS_FUNCTION Place start(int c) const { return m_start[c]; }

  /// Where the first item of a class goes. Set for all once they are counted, a barrier before the
  /// items are written.
  KOKKOS_FUNCTION void set_first(int c, Place place) const { m_first[c] = place - m_start[c]; }

  /// Gives the sorted items to `store(place, item)`.
  /// \param load  unless classes were kept, `load.class_of(item)` finds them again, of items that
  ///              are written
  template <class Store, class Load>
  KOKKOS_FUNCTION void write(Store const& store, Load const& load) const {
    // Classes up to here fill the tile: it is full, and a byte names every class in it.
    int const plain = KeepsClasses && m_written > nameable ? nameable : m_written;
    if (m_start[plain] == tile)
      write_items<true>(store, load);
    else
      write_items<false>(store, load);
  }

  /// Gives the sorted items to `store(group, place, item)` so that all lanes of a group come
  /// together and may help each other; the place of a lane that has none is `nowhere`.
  template <class Store>
  KOKKOS_FUNCTION void write_together(Store const& store) const {
    static_assert(KeepsClasses, "of an item to be fetched, the class is not found again");
    auto const items = static_cast<int>(m_start[m_written]);
    int const behind = m_written > nameable ? static_cast<int>(m_start[nameable]) : tile;
    for (int first = 0; first < items; first += Threads) {
      int const j = first + m_member.team_rank(), read = j < items ? j : first;
      int const c = read >= behind ? nameable : m_item_class[read];
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

  /// Nothing is counted yet in the row of this thread.
  KOKKOS_FUNCTION void clear() const {
    for (int c = m_lane; c <= m_written; c += Lanes) m_row_words[c] = 0;
    m_group.sync();
  }

  /// m_start becomes where the classes start in the tile, and each row's words where its items of a
  /// class start. Begins and ends with a barrier. Once `counted(c, count)` was called for a class,
  /// by one thread, the tile has no more of it.
  template <class Counted>
  KOKKOS_FUNCTION void scan_counts(Counted const& counted) const {
    // Read twice, a few at once: to keep them would take registers from the items.
    constexpr int at_once = rows % 8 == 0 ? 8 : 1;
    int const chunks = rows > at_once ? arch::opaque(rows / at_once) : rows / at_once;
    AddCounts const sum;
    std::uint32_t before_all = 0;
    m_member.team_barrier();
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
      count = is_written ? count >> CountShift : 0;
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

  /// An item to its place among the sorted ones.
  KOKKOS_FUNCTION void put(Item const& item, std::uint32_t place, std::uint32_t c) const {
    m_items[place] = item;
    if constexpr (KeepsClasses) m_item_class[place] = static_cast<std::uint8_t>(c);
  }

  /// Not `Sum`: the instruction that lanes add up sums with (`arch::combine_up`) leaves nvcc fewer
  /// registers here. A thread's items spill then, 172 bytes in place of 8, and 2^28 floats take
  /// 1455 in place of 1318 µs by 256 bins (H200).
  struct AddCounts {
    using value_type = std::uint32_t;
    KOKKOS_FUNCTION static std::uint32_t identity() { return 0; }
    KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
      return a + b;
    }
  };

  Member const& m_member;
  Group m_group;
  Place* m_first;  // where item 0 of the tile would go if it were of that class
  std::uint32_t* m_row_words;
  int m_written, m_row, m_lane;

 private:
  static constexpr std::size_t sorted_bytes = (sizeof(Item) + (KeepsClasses ? 1 : 0)) * tile;

  KOKKOS_FUNCTION static constexpr std::size_t words_at(int written) {
    return head_bytes(written) + (sorted_bytes + 3) / 4 * 4;
  }
  KOKKOS_FUNCTION static constexpr std::size_t head_bytes(int written) {
    std::size_t const classes = static_cast<std::size_t>(written) + 1;
    return (sizeof(Place) * written + sizeof(std::uint32_t) * (classes + Group::count()) +
            alignment - 1) /
           alignment * alignment;
  }

  /// \tparam IsPlain  the tile is full, and a byte names every class that was kept
  template <bool IsPlain, class Store, class Load>
  KOKKOS_FUNCTION void write_items(Store const& store, Load const& load) const {
    auto const items = static_cast<int>(m_start[m_written]);
    int const rank = arch::opaque(m_member.team_rank());
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

  /// What is not written lies behind the rest.
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
