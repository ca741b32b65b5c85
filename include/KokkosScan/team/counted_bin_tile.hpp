// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/thread_group.hpp>
#include <KokkosScan/team/sorted_tile.hpp>

#include <cstdint>

namespace KokkosScan::team::detail {

/// Lanes that share a word of a class: a bit for each, and 16 bits that count.
template <class Member, int Threads, class Group = lane::FullThreadGroup<Member, Threads>>
inline constexpr int lanes_of_counted_row = Group::size() < 16 ? Group::size() : 16;

/// A tile sorted by many classes: counted first, then each item asks for its place.
///
/// The lower half of a row's word of a class is a count, later the place of the next item; the
/// upper half has a bit for each lane that has an item of the class just now. A lane that sets its
/// bit and reads the word knows its place: any number of classes costs the same.
///
/// Counted before it is ranked, for a tile's counts are known early: other tiles wait for them.
///
/// Adinets and Merrill, Onesweep, arXiv:2206.01784 (2022).
template <class Member, class Item, class Place, int Threads, int PerThread, bool KeepsClasses>
class CountedBinTile : public SortedTile<Member, Item, Place, Threads, PerThread,
                                         lanes_of_counted_row<Member, Threads>, 0, KeepsClasses> {
  using Base = SortedTile<Member, Item, Place, Threads, PerThread,
                          lanes_of_counted_row<Member, Threads>, 0, KeepsClasses>;
  static constexpr std::uint32_t first_lane = 1u << 16;

 public:
  /// Counting begins with the first item; it need not have seen the class of the last one.
  static constexpr bool begins_with_first = true;

  /// The class of an item.
  using Tag = std::uint32_t;

  /// \param written  classes that are written, at most 257
  KOKKOS_FUNCTION CountedBinTile(Member const& member, std::byte* scratch, int written)
      : Base(member, scratch, written) {}

  using Base::count;

  /// Counts the items. Classes are in [0, written]; the last one is not written.
  template <class Counted>
  KOKKOS_FUNCTION void count(Tag const (&c)[PerThread], Counted const& counted) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k)
      KokkosScan::detail::arch::add_in_scratch(this->m_row_words + c[k], std::uint32_t(1));
    this->scan_counts(counted);
  }

  /// Puts the counted items into scratch, sorted; a barrier before they are written.
  KOKKOS_FUNCTION void sort(Item const (&item)[PerThread], Tag const (&c)[PerThread]) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) this->put(item[k], place_of(c[k]), c[k]);
    this->clear();
  }

 private:
  KOKKOS_FUNCTION std::uint32_t place_of(Tag c) const {
    std::uint32_t* const of_class = this->m_row_words + c;
    std::uint32_t const own = first_lane << this->m_lane;
    KokkosScan::detail::arch::set_in_scratch(of_class, own);
    this->m_group.sync();
    std::uint32_t const word = *of_class;
    this->m_group.sync();
    auto const before = static_cast<std::uint32_t>(
        Kokkos::Experimental::popcount_builtin(word & (own - first_lane)));
    std::uint32_t const place = word % first_lane + before;
    // The last lane of the class takes back the bits.
    if (word - own < own) *of_class = place + 1;
    this->m_group.sync();
    return place;
  }
};

}  // namespace KokkosScan::team::detail
