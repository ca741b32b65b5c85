// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/team/tiles/sorted_tile.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// Number of lanes that share a row's word of a class: it has a bit for each, and 16 bits to count.
template <class Member, int Threads, class Group = lane::detail::StaticThreadGroup<Member, Threads>>
inline constexpr int lanes_of_counted_row = Group::size() < 16 ? Group::size() : 16;

/// A tile sorted by many classes: the items are counted first, then each item gets its place by an
/// atomic addition.
///
/// A row's word of a class:
///
///     bits 31 … 16                        15 … 0
///     one for each lane of the row whose  count of the class, later the place
///     current item is of the class        of its next item
///
/// In a single atomic addition a lane adds its bit, and one to the place; the lower half of the
/// word it gets back is the place of its item. So any number of classes costs the same.
/// Machines usually serve the lanes of an access in lane order but do not promise it; the bits show
/// if they did not, and then the word is read again.
///
/// Items are counted before they are ranked, so that the tile's counts are known early: other tiles
/// wait for them.
///
/// Adinets and Merrill, Onesweep, arXiv:2206.01784 (2022).
template <class Member, class Item, class Place, int Threads, int PerThread, bool KeepsClasses>
class CountedBinTile : public SortedTile<Member, Item, Place, Threads, PerThread,
                                         lanes_of_counted_row<Member, Threads>, 0, KeepsClasses> {
  using Base = SortedTile<Member, Item, Place, Threads, PerThread,
                          lanes_of_counted_row<Member, Threads>, 0, KeepsClasses>;
  static constexpr std::uint32_t first_lane = 1u << 16;

 public:
  /// Counting can begin when the class of the first item is known, before those of the others are.
  static constexpr bool begins_with_first = true;

  /// The class of an item.
  using Tag = std::uint32_t;

  /// \param written  number of classes that are written, at most 257
  KOKKOS_FUNCTION CountedBinTile(Member const& member, std::byte* scratch, int written)
      : Base(member, scratch, written) {}

  /// The summand of \p lane for the word of its item's class: its bit, and one for the place.
  KOKKOS_FUNCTION static constexpr std::uint32_t added_by(int lane) {
    return (first_lane << lane) + 1;
  }
  /// Whether \p lane found the bit of a higher lane in the word of its class: that lane was then
  /// served before it.
  KOKKOS_FUNCTION static bool has_higher_lane(std::uint32_t word, int lane) {
    return word >= first_lane << lane;
  }
  /// The place of the item of \p lane, computed from the word of its class after all lanes of the
  /// row with an item of that class have added to it.
  KOKKOS_FUNCTION static std::uint32_t place_among(std::uint32_t word, int lane) {
    auto const from_lane_on = static_cast<std::uint32_t>(arch::count_bits(word >> (16 + lane)));
    return word % first_lane - from_lane_on;
  }

  using Base::count;

  /// Counts the items by class, see `scan_counts`. Classes are in [0, written]; items of the last
  /// one are not written.
  template <class Counted>
  KOKKOS_FUNCTION void count(Tag const (&c)[PerThread], Counted const& counted) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k)
      arch::add_in_scratch(this->m_row_words + c[k], std::uint32_t(1));
    this->scan_counts(counted);
  }

  /// Puts the counted items into scratch, sorted. A barrier must follow before they are written.
  KOKKOS_FUNCTION void sort(Item const (&item)[PerThread], Tag const (&c)[PerThread]) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < PerThread; ++k) this->put(item[k], place_of(c[k]), c[k]);
    this->clear();
  }

 private:
  KOKKOS_FUNCTION std::uint32_t place_of(Tag c) const {
    std::uint32_t* const of_class = this->m_row_words + c;
    std::uint32_t const found = arch::fetch_add_in_scratch(of_class, added_by(this->m_lane));
    std::uint32_t place = found % first_lane;
    bool const is_out_of_order = this->m_group.any(has_higher_lane(found, this->m_lane));
    this->m_group.sync();
    if (is_out_of_order) {
      place = place_among(*of_class, this->m_lane);
      this->m_group.sync();
    }
    arch::clear_upper_half_in_scratch(of_class);
    this->m_group.sync();
    return place;
  }
};

}  // namespace KokkosScan::team::detail
