// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/thread_group.hpp>
#include <KokkosScan/team/tiles/sorted_tile.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// A tile sorted by few classes: the lanes of a group find those that have an item of the same
/// class by a vote for each bit of it. A row is a group.
///
/// Ashkiani et al., GPU multisplit, PPoPP (2016).
template <class Member, class Item, class Place, int Threads, int PerThread>
class VotedBinTile : public SortedTile<Member, Item, Place, Threads, PerThread,
                                       lane::StaticThreadGroup<Member, Threads>::size(), 16, true> {
  using Base = SortedTile<Member, Item, Place, Threads, PerThread,
                          lane::StaticThreadGroup<Member, Threads>::size(), 16, true>;
  static constexpr std::uint32_t lower_half = 0xffff;

 public:
  /// How many bits tell the classes apart depends on the class of every item.
  static constexpr bool begins_with_first = false;

  /// Two numbers in one register, of which a thread has few: the lower half of an item's tag is its
  /// class, the upper half the place it gets in the sorted tile.
  using Tag = std::uint32_t;

  /// \param written  classes that are written, at most 257
  KOKKOS_FUNCTION VotedBinTile(Member const& member, std::byte* scratch, int written)
      : Base(member, scratch, written) {
    while (1 << m_bits < written) ++m_bits;
    m_all_bits = 1 << m_bits > written ? m_bits : m_bits + 1;
  }

  /// Finds the place of every item among the sorted ones. Classes are in [0, written]; the last one
  /// is not written.
  /// \param tag  the class of each item; its place is added
  KOKKOS_FUNCTION void rank(Tag (&tag)[PerThread]) const {
    Tag last = 0;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) last = last > tag[k] ? last : tag[k];
    // The class behind the written ones may take another bit; most tiles have no item of it.
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

  /// Puts the ranked items into scratch, sorted; a barrier before they are written.
  KOKKOS_FUNCTION void sort(Item const (&item)[PerThread], Tag const (&tag)[PerThread]) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) this->put(item[k], tag[k] >> 16, tag[k] & lower_half);
  }

  /// Gives the items to `store(place, item)` in the order they came, in place of `sort` and
  /// `write`.
  template <class Store>
  KOKKOS_FUNCTION void write_unsorted(Item const (&item)[PerThread], Tag const (&tag)[PerThread],
                                      Store const& store) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) {
      auto const c = static_cast<int>(tag[k] & lower_half);
      if (c < this->m_written)
        store(static_cast<Place>(this->m_first[c] + (tag[k] >> 16)), item[k]);
    }
  }

 private:
  KOKKOS_FUNCTION Tag rank_in_row(Tag c, int bits) const {
    std::uint32_t* const of_class = this->m_row_words + c;
    lane::Peers const peers = this->m_group.match(c, bits);
    std::uint32_t const word = *of_class;
    this->m_group.sync();
    Tag const tag = word + (static_cast<Tag>(peers.before) << 16) + c;
    // The last lane of a class writes how many the row has now.
    if (peers.is_last) *of_class = (tag | lower_half) + 1;
    this->m_group.sync();
    return tag;
  }

  int m_bits = 0, m_all_bits = 0;  // that tell the written classes apart, and all of them
};

}  // namespace KokkosScan::team::detail
