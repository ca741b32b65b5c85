// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/words.hpp>

namespace KokkosScan::detail {

/// Destination: the element with the given index, in a View. The lanes of a group copy their
/// elements together, word by word: so accesses are coalesced, which they would not be if each lane
/// copied its own element.
template <class Items, class Out>
struct StoreGathered {
  Items items;
  Out out;

  template <class Group, class Index>
  KOKKOS_FUNCTION void operator()(Group const& group, Index place, Index index) const {
    if (detail::has_whole_words(items.address(0)) && detail::has_whole_words(out.address(0)))
      gather<true>(group, place, index);
    else
      gather<false>(group, place, index);
  }

 private:
  template <bool IsWhole, class Group, class Index>
  KOKKOS_FUNCTION void gather(Group const& group, Index place, Index index) const {
    for (int first = 0; first < words; first += at_once) {
      Word word[at_once];
      Index to[at_once];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < at_once; ++k) {
        int const flat = (first + k) * Group::size() + group.rank();
        Index const from = group.get(index, flat / words);
        to[k] = group.get(place, flat / words);
        word[k] = detail::load_word<IsWhole>(items.address(from), flat % words);
      }
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < at_once; ++k)
        if (to[k] != ~Index(0)) {
          int const flat = (first + k) * Group::size() + group.rank();
          detail::store_word<IsWhole>(out.address(to[k]), flat % words, word[k]);
        }
    }
  }

  using T = typename Items::element_type;
  using Word = WordOf<T>;
  static constexpr int words = words_of<T>;
  /// The number of words that a lane has in flight.
  static constexpr int at_once = [] {
    int most = 8;
    while (words % most != 0) --most;
    return most;
  }();
};

}  // namespace KokkosScan::detail
