// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// A tile of items sorted by class within one team, stably.
///
/// Lane group g holds items [g · lanes · PerThread, …), lane-striped: item k of lane l is number
/// k · lanes + l. A group goes through its rows: lanes of the same class find each other by
/// ballots, and the last of them adds their number to the group's count of that class. So an item
/// knows how many of its class come before it in the group; a scan over groups, then over classes,
/// gives the rest. Items then meet in scratch in sorted order and leave in runs.
///
/// One class more than are written is for what is not: every item has a class, and no step asks
/// whether there is an item.
///
/// Adinets and Merrill, Onesweep, arXiv:2206.01784 (2022); Ashkiani et al., GPU multisplit, PPoPP
/// (2016).
template <class Member, class Item, int Threads, int PerThread>
class BinTile {
  using Group = lane::FullThreadGroup<Member, Threads>;
  using Count = std::uint16_t;
  static constexpr int tile = Threads * PerThread;
  static_assert(tile < 65536, "an ExtractionPolicy must have tiles of fewer than 65536 elements");

  /// The classes a byte can name; one more, the last one written, is told by its place.
  static constexpr int nameable = 256;

 public:
  /// \param written  classes that are written, at most 257
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int written) {
    return head_bytes(written) + (sizeof(Item) + 1) * tile;
  }

  KOKKOS_FUNCTION BinTile(Member const& member, std::byte* scratch, int written)
      : m_member(member), m_group(member), m_written(written) {
    std::byte* const memory = KokkosScan::detail::arch::in_scratch(scratch);
    m_next = reinterpret_cast<std::uint64_t*>(memory);
    m_start = reinterpret_cast<std::uint32_t*>(m_next + written);
    m_group_total = reinterpret_cast<int*>(m_start + written + 1);
    m_counts = reinterpret_cast<Count*>(m_group_total + Group::count);
    m_items = reinterpret_cast<Item*>(memory + head_bytes(written));
    m_item_class = reinterpret_cast<std::uint8_t*>(m_items + tile);
    m_own_counts = m_counts + m_group.index() * (written + 1);
    while (1 << m_bits < written) ++m_bits;
    m_all_bits = 1 << m_bits > written ? m_bits : m_bits + 1;
    clear_own_counts();
  }

  /// Where the next item of a class goes; set for all before the first tile, a barrier behind.
  KOKKOS_FUNCTION std::uint64_t& next(int c) const { return m_next[c]; }

  /// The number of item k of this thread in the tile.
  KOKKOS_FUNCTION int number(int k) const {
    return (m_group.index() * PerThread + k) * Group::size + m_group.rank();
  }

  /// Sorts a tile in scratch. Classes are in [0, written]; the last one is not written.
  KOKKOS_FUNCTION void sort(Item const (&item)[PerThread], int const (&cls)[PerThread]) const {
    int place[PerThread];
    rank(cls, place);
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      m_items[place[k]] = item[k];
      m_item_class[place[k]] = static_cast<std::uint8_t>(cls[k]);
    }
    m_group.sync();
    clear_own_counts();
    m_member.team_barrier();
  }

  /// Gives the sorted tile to `store(place, item)`.
  template <class Store>
  KOKKOS_FUNCTION void write(Store const& store) const {
    auto const items = static_cast<int>(m_start[m_written]);
    if (items == tile && m_written <= nameable)
      write_items<true>(store, items);
    else
      write_items<false>(store, items);
    m_member.team_barrier();
    advance();
  }

  /// Finds the place of every item of a tile among the sorted ones, and leaves it where it is.
  KOKKOS_FUNCTION void rank(int const (&cls)[PerThread], int (&place)[PerThread]) const {
    int last = 0;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) last = last > cls[k] ? last : cls[k];
    // Most often all are written, and the last class is what would take another bit.
    int const bits = m_group.any(last == m_written) ? m_all_bits : m_bits;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) place[k] = rank_in_group(cls[k], bits);
    m_member.team_barrier();
    scan_counts();
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) place[k] += m_own_counts[cls[k]];
  }

  /// Gives the items last ranked to `store(place, item)`, in the order they came.
  template <class Store>
  KOKKOS_FUNCTION void write_unsorted(Item const (&item)[PerThread], int const (&cls)[PerThread],
                                      int const (&place)[PerThread], Store const& store) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k)
      if (cls[k] < m_written) store(m_next[cls[k]] + static_cast<unsigned>(place[k]), item[k]);
    m_group.sync();
    clear_own_counts();
    m_member.team_barrier();
    advance();
  }

 private:
  KOKKOS_FUNCTION static constexpr std::size_t head_bytes(int written) {
    std::size_t const classes = static_cast<std::size_t>(written) + 1;
    return (sizeof(std::uint64_t) * written + sizeof(std::uint32_t) * classes +
            (sizeof(int) + sizeof(Count) * classes) * Group::count + 15) /
           16 * 16;
  }

  /// \tparam IsPlain  the tile is full, and a byte names every class
  template <bool IsPlain, class Store>
  KOKKOS_FUNCTION void write_items(Store const& store, int items) const {
    int const behind = m_written > nameable ? static_cast<int>(m_start[nameable]) : tile;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      int const j = k * Threads + m_member.team_rank();
      if (!IsPlain && j >= items) continue;
      int const c = !IsPlain && j >= behind ? nameable : m_item_class[j];
      store(m_next[c] + static_cast<unsigned>(j), m_items[j]);
    }
  }

  /// The next tile's items come behind this one's.
  KOKKOS_FUNCTION void advance() const {
    for (int c = m_member.team_rank(); c < m_written; c += Threads) m_next[c] += m_start[c + 1];
  }

  KOKKOS_FUNCTION void clear_own_counts() const {
    for (int c = m_group.rank(); c <= m_written; c += Group::size) m_own_counts[c] = 0;
    m_group.sync();
  }

  /// How many items of the class come before this one in the group.
  KOKKOS_FUNCTION int rank_in_group(int cls, int bits) const {
    lane::Peers const peers = m_group.match(static_cast<unsigned>(cls), bits);
    int const rank = m_own_counts[cls] + peers.before;
    m_group.sync();
    if (peers.is_last) m_own_counts[cls] = static_cast<Count>(rank + 1);
    m_group.sync();
    return rank;
  }

  /// m_start becomes where the classes start in the tile, each group's counts where its items of a
  /// class start, and m_next where item 0 of the tile would go if it were of that class.
  KOKKOS_FUNCTION void scan_counts() const {
    Sum<int> const sum;
    int before_all = 0;
    for (int first = 0; first < m_written; first += Threads) {
      int const c = first + m_member.team_rank();
      // All are read before the first is written: they come together.
      int own[Group::count];
      int count = 0;
      KOKKOSSCAN_UNROLL
      for (int g = 0; g < Group::count; ++g) {
        own[g] = c < m_written ? m_counts[g * (m_written + 1) + c] : 0;
        count += own[g];
      }
      int const up_to = m_group.inclusive_scan(count, sum);
      if (m_group.rank() + 1 == Group::size) m_group_total[m_group.index()] = up_to;
      m_member.team_barrier();
      int total;
      int start = before_all + up_to - count +
                  combine_before(m_group_total, m_group.index(), Group::count, sum, total);
      before_all += total;
      if (first + Threads < m_written) m_member.team_barrier();
      if (c < m_written) {
        m_start[c] = static_cast<std::uint32_t>(start);
        m_next[c] -= static_cast<std::uint32_t>(start);
        KOKKOSSCAN_UNROLL
        for (int g = 0; g < Group::count; ++g) {
          m_counts[g * (m_written + 1) + c] = static_cast<Count>(start);
          start += own[g];
        }
      }
    }
    if (m_member.team_rank() == 0) place_unwritten(before_all);
    m_member.team_barrier();
  }

  /// What is not written lies behind the rest.
  KOKKOS_FUNCTION void place_unwritten(int start) const {
    m_start[m_written] = static_cast<std::uint32_t>(start);
    if (start == tile) return;
    for (int g = 0; g < Group::count; ++g) {
      Count& count = m_counts[g * (m_written + 1) + m_written];
      int const own = count;
      count = static_cast<Count>(start);
      start += own;
    }
  }

  Member const& m_member;
  Group m_group;
  std::uint64_t* m_next;
  std::uint32_t* m_start;
  int* m_group_total;
  Item* m_items;
  std::uint8_t* m_item_class;
  Count* m_counts;
  Count* m_own_counts;
  int m_written;
  int m_bits = 0, m_all_bits = 0;  // that tell the written classes apart, and all of them
};

}  // namespace KokkosScan::team::detail
