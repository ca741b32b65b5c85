// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/search.hpp>
#include <KokkosScan/device/bins/offset_sink.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/device/detail/launch.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// \brief Finds where bins begin in a result that is sorted by bin.

namespace KokkosScan::detail {

/// The bin of sorted element i.
template <class Key, class Elements>
struct BinOfSorted {
  Key key;
  Elements elements;
  KOKKOS_FUNCTION int operator()(std::size_t i) const { return key(*elements.address(i)); }
};
/// The bin of the element whose index is entry i of a sorting permutation.
template <class Key, class Items, class Permutation>
struct BinOfPermuted {
  Key key;
  Items items;
  Permutation permutation;
  KOKKOS_FUNCTION int operator()(std::size_t i) const {
    auto const j = static_cast<std::size_t>(*permutation.address(i));
    return key(items.element(items.load(j)));
  }
};
/// The bin of sorted element i, whose key was stored at i too.
struct BinOfKeys {
  std::uint32_t const* keys;
  KOKKOS_FUNCTION int operator()(std::size_t i) const { return static_cast<int>(keys[i]); }
};

/// Finds where one bin begins.
template <class BinOf, class Index, class Offset>
struct SearchOffset {
  BinOf bin_of;
  Index const* elements;  ///< the number of elements in some bin, in memory of Exec
  OffsetSink<Offset> offsets;

  KOKKOS_FUNCTION void operator()(std::size_t bin) const {
    int const own = static_cast<int>(bin);
    offsets.store(
        own, detail::first_not_below(0, *elements, [&](std::size_t i) { return bin_of(i) < own; }));
  }
};

/// Finds where all bins begin, and where the last one ends, by a binary search for each:
/// O(bins log n). On a GPU that takes less time than counting many bins: for 2^16 bins of 2^20
/// floats 7 µs instead of 44.
template <class Exec, class BinOf, class Index, class Offset>
void search_offsets(Call<Exec> const& call, BinOf const& bin_of, int bins, Index const* elements,
                    OffsetSink<Offset> const& offsets) {
  detail::for_each_item(call.name("offsets"), call.exec, static_cast<std::size_t>(bins) + 1,
                        SearchOffset<BinOf, Index, Offset>{bin_of, elements, offsets});
}

}  // namespace KokkosScan::detail
