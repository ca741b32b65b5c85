// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/team/bins/prepared_binning.hpp>
#include <KokkosScan/team/tiles/range_tile.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// What `PackRanges` leaves for `CountRanges`. The slots of tile t begin at chunk t · max_chunks,
/// and in that tile those of range r begin at chunk firsts_of(t)[r].
struct PackedRanges {
  arch::Chunk* chunks;
  std::uint16_t* firsts;
  std::uint32_t* counts;  ///< chunks of each range, in all tiles
  int ranges, max_chunks;

  KOKKOS_FUNCTION arch::Chunk* chunks_of(std::size_t tile) const {
    return chunks + tile * static_cast<std::size_t>(max_chunks);
  }
  KOKKOS_FUNCTION std::uint16_t* firsts_of(std::size_t tile) const {
    return firsts + tile * static_cast<std::size_t>(ranges + 1);
  }
};

/// Finds the bins of items [first, last), a tile for each team, and packs them by range. A tile
/// whose items are all in one bin is counted here instead.
template <class Exec, HistogramPolicy P, class Items, class Binning, class Total>
struct PackRanges {
  static constexpr BinRangePolicy shape = P.ranges;
  using Launch = TeamLaunch<Exec, shape.threads, shape.teams_per_multiprocessor>;
  using Member = typename Launch::Member;
  using Tile = team::detail::RangeTile<Member, shape.threads, shape.items, shape.log2_bins,
                                       shape.log2_copies>;
  using Prepared =
      team::detail::PreparedBinning<Binning, typename Items::element_type, (P.table_bytes > 0)>;
  static constexpr std::size_t tile = shape.tile();
  /// In scratch: the bin of the tile's first item, and whether another item has a different bin.
  struct alignas(16) Common {
    int bin;
    int differs;
  };

  Items items;
  Binning binning;
  typename Prepared::Shared table;  // of the binning, if it has one
  std::size_t first, last;
  int bins;
  PackedRanges to;
  Total* totals;

  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int ranges) {
    return sizeof(Common) + Tile::scratch_bytes(ranges);
  }
  static auto league(Exec const& exec, std::size_t n, int ranges) {
    return Launch::league(exec, ceil_div(n, tile), scratch_bytes(ranges) + 16);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const ranges = to.ranges, rank = member.team_rank();
    auto* const scratch = static_cast<std::byte*>(
        member.team_scratch(0).get_shmem_aligned(scratch_bytes(ranges), 16));
    auto& common = *reinterpret_cast<Common*>(arch::in_scratch(scratch));
    auto const t = static_cast<std::size_t>(member.league_rank());
    std::uint16_t* const firsts = to.firsts_of(t);
    if (Items::Size::is_on_device && first + t * tile >= items.size()) {
      for (int r = rank; r <= ranges; r += shape.threads) firsts[r] = 0;
      return;
    }
    Tile const packed(member, scratch + sizeof(Common), ranges);
    int bin[shape.items];
    find(rank, first + t * tile, packed.none(), bin);
    if (rank == 0) common = {bin[0], 0};
    member.team_barrier();
    int const likely = common.bin;
    int differs = 0;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < shape.items; ++k) differs |= bin[k] ^ likely;
    if (differs != 0) common.differs = 1;
    member.team_barrier();
    if (common.differs == 0) {
      if (rank == 0 && likely != packed.none())
        Kokkos::atomic_add(totals + likely, static_cast<Total>(tile));
      for (int r = rank; r <= ranges; r += shape.threads) firsts[r] = 0;
      return;
    }
    packed.pack(bin);
    packed.write(to.chunks_of(t));
    for (int r = rank; r <= ranges; r += shape.threads) {
      int const own = packed.first_chunk(r);
      firsts[r] = static_cast<std::uint16_t>(own);
      int const chunks = r < ranges ? packed.first_chunk(r + 1) - own : 0;
      if (chunks != 0) Kokkos::atomic_add(to.counts + r, static_cast<std::uint32_t>(chunks));
    }
  }

 private:
  KOKKOS_FUNCTION void find(int rank, std::size_t i, int none, int (&bin)[shape.items]) const {
    decltype(auto) prepared = Prepared::in_memory(binning, table);
    auto const bin_or_none = [&](auto const& asked, typename Items::Item const& x) {
      int found;
      return detail::find_bin(asked, items.element(x), bins, found) ? found : none;
    };
    std::size_t const past_last = end();
    if (i + tile <= past_last) {
      typename Items::Item x[shape.items];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < shape.items; ++k) x[k] = items.load(i + (k * shape.threads + rank));
      detail::unswitch(prepared, [&](auto const& unswitched) {
        KOKKOSSCAN_UNROLL
        for (int k = 0; k < shape.items; ++k) bin[k] = bin_or_none(unswitched, x[k]);
      });
    } else {
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < shape.items; ++k) {
        std::size_t const j = i + (k * shape.threads + rank);
        bin[k] = j < past_last ? bin_or_none(prepared, items.load(j)) : none;
      }
    }
  }
  KOKKOS_FUNCTION std::size_t end() const {
    if constexpr (Items::Size::is_on_device) return items.size() < last ? items.size() : last;
    return last;
  }
};

}  // namespace KokkosScan::detail
