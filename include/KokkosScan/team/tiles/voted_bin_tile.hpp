// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/team/tiles/sorted_tile.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// A tile sorted by few classes: each lane of a group finds the lanes that have an item of the same
/// class by one vote of the group per bit of the class. A row is a group.
///
/// Ashkiani et al., GPU multisplit, PPoPP (2016).
template <class Member, class Item, class Place, int Threads, int PerThread>
class VotedBinTile
    : public SortedTile<Member, Item, Place, Threads, PerThread,
                        lane::detail::StaticThreadGroup<Member, Threads>::size(), 16, true> {
  using Base = SortedTile<Member, Item, Place, Threads, PerThread,
                          lane::detail::StaticThreadGroup<Member, Threads>::size(), 16, true>;
  static constexpr std::uint32_t lower_half = 0xffff;

 public:
  /// Ranking begins when all classes are known: they decide how many bits are voted on.
  static constexpr bool begins_with_first = false;

  /// Two numbers in one register, as registers are scarce: the lower half of an item's tag is its
  /// class, the upper half its place in the sorted tile.
  using Tag = std::uint32_t;

  /// \param written  number of classes that are written, at most 257
  KOKKOS_FUNCTION VotedBinTile(Member const& member, std::byte* scratch, int written)
      : Base(member, scratch, written) {
    while (1 << m_bits < written) ++m_bits;
    m_all_bits = 1 << m_bits > written ? m_bits : m_bits + 1;
  }

  /// Finds the place of every item in the sorted tile. Classes are in [0, written]; items of the
  /// last one are not written.
  /// \param[in,out] tag  the class of each item, to which its place is added as the upper half
  KOKKOS_FUNCTION void rank(Tag (&tag)[PerThread]) const {
    Tag last = 0;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) last = last > tag[k] ? last : tag[k];
    // Class `written` may need one more bit than the others; most tiles have no item of it.
    bool const needs_all = this->m_group.any(last == static_cast<Tag>(this->m_written));
    int const bits = needs_all ? m_all_bits : m_bits;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) tag[k] = rank_in_row(tag[k], bits);
    this->scan_counts([](int, std::uint32_t) {});
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) tag[k] += this->m_row_words[tag[k] & lower_half];
    this->m_group.sync();
    this->clear();
  }

  /// Puts the ranked items into scratch, sorted. A barrier must follow before they are written.
  KOKKOS_FUNCTION void sort(Item const (&item)[PerThread], Tag const (&tag)[PerThread]) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) this->put(item[k], tag[k] >> 16, tag[k] & lower_half);
  }

  /// Calls f(k, place) with the output place of every ranked item of this thread that is written.
  template <class F>
  KOKKOS_FUNCTION void for_each_place(Tag const (&tag)[PerThread], F const& f) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      auto const c = static_cast<int>(tag[k] & lower_half);
      if (c < this->m_written) f(k, static_cast<Place>(this->m_first[c] + (tag[k] >> 16)));
    }
  }

 private:
  KOKKOS_FUNCTION Tag rank_in_row(Tag c, int bits) const {
    std::uint32_t* const of_class = this->m_row_words + c;
    lane::detail::Peers const peers = this->m_group.match(c, bits);
    std::uint32_t const word = *of_class;
    this->m_group.sync();
    Tag const tag = word + (static_cast<Tag>(peers.before) << 16) + c;
    // The highest lane with an item of the class writes the row's new count of that class.
    if (peers.is_last) *of_class = (tag | lower_half) + 1;
    this->m_group.sync();
    return tag;
  }

  int m_bits = 0, m_all_bits = 0;  // that distinguish the written classes, all classes
};

}  // namespace KokkosScan::team::detail
