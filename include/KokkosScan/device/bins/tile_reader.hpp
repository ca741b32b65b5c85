// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/device/bins/pass_sources.hpp>  // how sources unswitch
#include <KokkosScan/tuning/extraction_policy.hpp>

#include <cstddef>

namespace KokkosScan::detail {

/// Reads a tile into the registers of a team, in two steps: the second may come much later.
///
/// `load.take(load.fetch(i), i, item, class)` gives the item to be moved and its class.
template <ExtractionPolicy P, class Tile, class Load>
struct TileReader {
  using Item = typename Load::Item;
  using Raw = typename Load::Raw;
  using Tag = typename Tile::Tag;

  Load const& load;
  Tile const& tile;
  int classes;

  /// The number of items of the tile that starts at i.
  KOKKOS_FUNCTION static int items_at(std::size_t i, std::size_t last) {
    if (i >= last) return 0;
    return static_cast<int>(last - i < P.tile() ? last - i : P.tile());
  }

  /// Starts to read. Whether the tile is full is tested once: with conditions between the loads,
  /// each would wait for the previous one. Missing items are replaced by item 0: a register left
  /// unset would keep its old value alive, and a binning is given real elements only.
  KOKKOS_FUNCTION void fetch(std::size_t i, int items, Raw (&raw)[P.items]) const {
    if (items == P.tile()) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < P.items; ++k) raw[k] = load.fetch(i + tile.number(k));
    } else {
      Raw const first = load.fetch(0);
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < P.items; ++k)
        raw[k] = tile.number(k) < items ? load.fetch(i + tile.number(k)) : first;
    }
  }

  /// Makes items and their classes from what was read; missing items get class `classes`.
  KOKKOS_FUNCTION void take(std::size_t i, int items, Raw const (&raw)[P.items],
                            Item (&item)[P.items], Tag (&tag)[P.items]) const {
    bool const is_full = items == P.tile();
    // If the tile counts item by item, one loop for full and partial tiles can be interleaved with
    // the counting. Otherwise two loops are fewer instructions.
    if (Tile::begins_with_first || !is_full)
      take_all<false>(i, items, raw, item, tag);
    else
      take_all<true>(i, items, raw, item, tag);
  }

 private:
  template <bool IsFull>
  KOKKOS_FUNCTION void take_all(std::size_t i, int items, Raw const (&raw)[P.items],
                                Item (&item)[P.items], Tag (&tag)[P.items]) const {
    bool const is_full = items == P.tile();
    detail::unswitch(load, [&](auto const& unswitched) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < P.items; ++k) {
        int const j = tile.number(k);
        int c;
        unswitched.take(raw[k], i + j, item[k], c);
        tag[k] = static_cast<Tag>(IsFull || is_full || j < items ? c : classes);
      }
    });
  }
};

}  // namespace KokkosScan::detail
