// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/scan.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// A tile of items sorted by bin within one team, stably.
///
/// Lane group g holds items [g · lanes · PerThread, …), lane-striped: item k of lane l is number
/// k · lanes + l. A group goes through its rows: lanes of the same bin find each other by ballots,
/// and the first of them adds their number to the group's count of that bin. So an item knows how
/// many of its bin come before it in the group; a scan over groups, then over bins, gives the rest.
/// Items then meet in scratch in sorted order and leave in runs.
///
/// Adinets and Merrill, Onesweep, arXiv:2206.01784 (2022); Ashkiani et al., GPU multisplit, PPoPP
/// (2016).
template <class Member, class Item, int Threads, int PerThread>
class BinTile {
  static constexpr int tile = Threads * PerThread;
  static_assert(tile < 65536, "an ExtractionPolicy must have tiles of fewer than 65536 elements");
  using Count = std::uint16_t;

 public:
  /// The most bins; one more, for what is behind all bins, is told by its place.
  static constexpr int most_bins = 257;

  /// \param groups  lane groups of a team
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int bins, int groups) {
    std::size_t const counts = sizeof(Count) * static_cast<std::size_t>(bins) * groups;
    std::size_t const items = (sizeof(Item) + 1) * tile;
    return sizeof(std::uint64_t) * bins + sizeof(std::uint32_t) * (bins + 1) + 32 +
           (counts > items ? counts : items);
  }

  KOKKOS_FUNCTION BinTile(Member const& member, std::byte* scratch, int bins)
      : m_member(member), m_group(member), m_bins(bins) {
    std::byte* const memory = KokkosScan::detail::arch::in_scratch(scratch);
    m_next = reinterpret_cast<std::uint64_t*>(memory);
    m_start = reinterpret_cast<std::uint32_t*>(m_next + bins);
    std::size_t const head =
        (sizeof(std::uint64_t) * bins + sizeof(std::uint32_t) * (bins + 1) + 15) / 16 * 16;
    m_items = reinterpret_cast<Item*>(memory + head);
    m_item_bins = reinterpret_cast<std::uint8_t*>(m_items + tile);
    m_counts = reinterpret_cast<Count*>(m_items);
    while (1 << m_bits < bins) ++m_bits;
  }

  /// Where the next item of a bin goes; set for all bins before the first tile, a barrier behind.
  KOKKOS_FUNCTION std::uint64_t& next(int bin) const { return m_next[bin]; }

  /// The number of item k of this thread in the tile.
  KOKKOS_FUNCTION int number(int k) const {
    return (m_group.index() * PerThread + k) * lanes() + m_group.rank();
  }

  /// Sorts a tile and gives it to `store(place, item)`. Bins are −1 for items that are not there.
  template <class Store>
  KOKKOS_FUNCTION void sort(Item const (&item)[PerThread], int const (&bin)[PerThread],
                            Store const& store) {
    int place[PerThread];
    rank_in_group(bin, place);
    m_member.team_barrier();
    scan_counts();
    Count const* const before = m_counts + m_group.index() * m_bins;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k)
      if (bin[k] >= 0) place[k] += static_cast<int>(m_start[bin[k]]) + before[bin[k]];
    m_member.team_barrier();  // the counts make room for the items
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k)
      if (bin[k] >= 0) {
        m_items[place[k]] = item[k];
        m_item_bins[place[k]] = static_cast<std::uint8_t>(bin[k]);
      }
    m_member.team_barrier();
    auto const items = static_cast<int>(m_start[m_bins]);
    int const behind = m_bins == most_bins ? static_cast<int>(m_start[most_bins - 1]) : tile;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      int const j = k * Threads + m_member.team_rank();
      if (j >= items) continue;
      int const b = j >= behind ? most_bins - 1 : m_item_bins[j];
      store(m_next[b] + (j - m_start[b]), m_items[j]);
    }
    m_member.team_barrier();
    for (int b = m_member.team_rank(); b < m_bins; b += Threads)
      m_next[b] += m_start[b + 1] - m_start[b];
  }

 private:
  KOKKOS_FUNCTION int lanes() const { return Threads / m_group.count(); }

  KOKKOS_FUNCTION void rank_in_group(int const (&bin)[PerThread], int (&place)[PerThread]) const {
    Count* const counts = m_counts + m_group.index() * m_bins;
    for (int b = m_group.rank(); b < m_bins; b += lanes()) counts[b] = 0;
    m_group.sync();
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      bool const is_there = bin[k] >= 0;
      lane::Peers const peers = m_group.match(is_there, static_cast<unsigned>(bin[k]), m_bits);
      int const before = is_there ? counts[bin[k]] : 0;
      m_group.sync();
      if (is_there && peers.before == 0) counts[bin[k]] = static_cast<Count>(before + peers.count);
      m_group.sync();
      place[k] = before + peers.before;
    }
  }

  /// Each group's counts become what comes before it in their bin, and m_start the bins' starts.
  KOKKOS_FUNCTION void scan_counts() const {
    int before_bins = 0;
    for (int first = 0; first < m_bins; first += Threads) {
      int const b = first + m_member.team_rank();
      int count = 0;
      if (b < m_bins)
        for (int g = 0; g < m_group.count(); ++g) {
          int const own = m_counts[g * m_bins + b];
          m_counts[g * m_bins + b] = static_cast<Count>(count);
          count += own;
        }
      int total;
      int const start = team::exclusive_scan(m_member, count, Sum<int>{}, total);
      if (b < m_bins) m_start[b] = static_cast<std::uint32_t>(before_bins + start);
      before_bins += total;
    }
    if (m_member.team_rank() == 0) m_start[m_bins] = static_cast<std::uint32_t>(before_bins);
    m_member.team_barrier();
  }

  Member const& m_member;
  lane::ThreadGroup<Member> m_group;
  std::uint64_t* m_next;
  std::uint32_t* m_start;
  Item* m_items;
  std::uint8_t* m_item_bins;
  Count* m_counts;
  int m_bins, m_bits = 0;
};

}  // namespace KokkosScan::team::detail
