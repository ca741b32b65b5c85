// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/team/bin_tile.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// Pieces for a pass of policy P.
template <class Exec, ExtractionPolicy P>
Pieces cut_for(Exec const& exec, std::size_t n) {
  constexpr int each = P.teams_per_multiprocessor * P.pieces_per_team;
  return cut(n, static_cast<std::size_t>(P.tile()),
             static_cast<std::size_t>(each) * tuning::multiprocessors(exec));
}

/// Moves the items of one piece to their places, bin by bin, in order.
///
/// `firsts` says where the items of (bin, piece) begin; entry (0, piece 0) of each bin is where the
/// bin begins. `load.take(load.fetch(i), i, item, bin)` gives what is moved and its bin, −1 for
/// what is not; `store(place, item)` takes it. Where it stores by item and not by place
/// (`is_by_item`), sorting a tile first would only scatter what is written.
template <class Exec, ExtractionPolicy P, class Load, class Store>
struct SortPieces {
  using Launch = PieceLaunch<Exec, P.threads, P.teams_per_multiprocessor>;
  using Member = typename Launch::Member;
  using Item = typename Load::Item;
  using Raw = typename Load::Raw;
  using Tile = team::detail::BinTile<Member, Item, P.threads, P.items>;
  static_assert(P.sorts_tiles || P.threads == 1,
                "an ExtractionPolicy that does not sort tiles must have one thread");

  Load load;
  Store store;
  Pieces pieces;
  int bins;
  std::uint64_t const* firsts;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const piece = static_cast<std::size_t>(member.league_rank());
    if constexpr (P.sorts_tiles)
      sort_tiles(member, piece);
    else
      place_one_by_one(member, piece);
  }

  static auto launch(Exec const& exec, Pieces const& pieces, int bins) {
    return Launch::policy(
        exec, pieces.count,
        (P.sorts_tiles ? Tile::scratch_bytes(bins) : sizeof(std::uint64_t) * bins) + 16);
  }

 private:
  KOKKOS_FUNCTION void sort_tiles(Member const& member, std::size_t piece) const {
    Tile tile(member,
              static_cast<std::byte*>(
                  member.team_scratch(0).get_shmem_aligned(Tile::scratch_bytes(bins), 16)),
              bins);
    for (int b = member.team_rank(); b < bins; b += P.threads)
      tile.next(b) = firsts[b * pieces.count + piece];
    member.team_barrier();
    std::size_t const last = pieces.last(piece);
    std::size_t i = pieces.first(piece);
    Raw raw[P.items];
    fetch(tile, i, last, raw);
    for (; i < last; i += P.tile()) {
      Item item[P.items];
      int bin[P.items];
      int const left = items_left(i, last);
      if (left == P.tile())
        take<true>(tile, i, left, raw, item, bin);
      else
        take<false>(tile, i, left, raw, item, bin);
      if constexpr (Store::is_by_item) {
        int place[P.items];
        tile.rank(bin, place);
        fetch(tile, i + P.tile(), last, raw);
        tile.write_unsorted(item, bin, place, store);
      } else {
        tile.sort(item, bin);
        fetch(tile, i + P.tile(), last, raw);
        tile.write(store);
      }
    }
  }

  KOKKOS_FUNCTION static int items_left(std::size_t i, std::size_t last) {
    if (i >= last) return 0;
    return static_cast<int>(last - i < P.tile() ? last - i : P.tile());
  }

  /// Starts to read a tile. Full or not is asked once: conditions between the loads would have each
  /// wait for the last.
  KOKKOS_FUNCTION void fetch(Tile const& tile, std::size_t i, std::size_t last,
                             Raw (&raw)[P.items]) const {
    int const left = items_left(i, last);
    if (left == P.tile()) {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < P.items; ++k) raw[k] = load.fetch(i + tile.number(k));
    } else {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < P.items; ++k)
        if (tile.number(k) < left) raw[k] = load.fetch(i + tile.number(k));
    }
  }

  /// What was read becomes items and their bins.
  template <bool IsFull>
  KOKKOS_FUNCTION void take(Tile const& tile, std::size_t i, int left, Raw const (&raw)[P.items],
                            Item (&item)[P.items], int (&bin)[P.items]) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.items; ++k) {
      int const j = tile.number(k);
      bin[k] = bins;
      if (IsFull || j < left) load.take(raw[k], i + j, item[k], bin[k]);
    }
  }

  KOKKOS_FUNCTION void place_one_by_one(Member const& member, std::size_t piece) const {
    auto* const next = static_cast<std::uint64_t*>(
        member.team_scratch(0).get_shmem_aligned(sizeof(std::uint64_t) * bins, 16));
    for (int b = 0; b < bins; ++b) next[b] = firsts[b * pieces.count + piece];
    std::size_t const last = pieces.last(piece);
    std::size_t i = pieces.first(piece);
    // All bins of a few items first: that is vector code.
    for (; i + P.items <= last; i += P.items) {
      Item item[P.items];
      int bin[P.items];
      for (int k = 0; k < P.items; ++k) load.take(load.fetch(i + k), i + k, item[k], bin[k]);
      for (int k = 0; k < P.items; ++k)
        if (bin[k] < bins) store(next[bin[k]]++, item[k]);
    }
    for (; i < last; ++i) {
      Item item;
      int bin;
      load.take(load.fetch(i), i, item, bin);
      if (bin < bins) store(next[bin]++, item);
    }
  }
};

}  // namespace KokkosScan::detail
