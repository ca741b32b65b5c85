// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/load_prepared.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/tile_reader.hpp>
#include <KokkosScan/device/protocol/class_states.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/team/tiles/counted_bin_tile.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosScan::detail {

/// Moves all items to their output indices, sorted by class, stably, in one launch. A team claims a
/// tile, publishes how many items of each class the tile has, sorts it in scratch, sums what the
/// preceding tiles have published, and writes the tile.
///
/// Tiles in order, and not a piece of the array for each team: teams that run at once then write
/// next to each other, and one completes the memory sector that another has begun. With 256 classes
/// in pieces, twice as much was written as there is.
///
/// Class c begins at `starts[c · start_stride]`. If `starts_found` > 0, all items must be one tile:
/// then the first `starts_found` starts are not read, but found and written. Load as in
/// pass_sources.hpp; `store(place, item)` takes an item, or `store(group, place, item)` those of a
/// group of lanes. No index from n on is written, whatever starts holds.
///
/// Adinets and Merrill, Onesweep, arXiv:2206.01784 (2022).
///
/// \tparam FindsStarts  starts_found may be > 0; takes registers, which long tiles cannot spare
/// \tparam Index  an unsigned type that holds n
template <class Exec, ExtractionPolicy P, bool FindsStarts, class Index, class Size, class Load,
          class Store, class Start>
struct SortTiles {
  static_assert(tuning::capabilities<Exec>.forward_progress,
                "an ExtractionPolicy that looks back needs forward progress of started teams");
  using Launch = TeamLaunch<Exec, P.threads, P.teams_per_multiprocessor>;
  using Member = typename Launch::Member;
  using Item = typename Load::Item;
  using Tile =
      team::detail::CountedBinTile<Member, Item, Index, P.threads, P.items, !Load::has_cheap_class>;
  using Prepared = LoadPrepared<Exec, Load>;
  using States = ClassStates<Index>;
  static constexpr std::size_t claim_bytes = Tile::alignment;
  static constexpr bool stores_by_group =
      std::is_invocable_v<Store const&, typename Tile::Group const&, Index, Item>;

  Load load;
  Store store;
  Size size;
  int classes;
  Start* starts;
  std::ptrdiff_t start_stride;
  int starts_found;
  TileCounter counter;
  std::uint64_t* state_words;
  typename Prepared::Shape table;

  static std::size_t tiles_of(std::size_t n) { return ceil_div(n, P.tile()); }
  /// Bytes of scratch without a table.
  static constexpr std::size_t scratch_bytes(int classes) {
    return claim_bytes + Tile::scratch_bytes(classes) + Tile::alignment;
  }
  static std::size_t teams(Exec const& exec, std::size_t n) {
    return std::min(Launch::teams(exec), tiles_of(n));
  }
  static void run(std::string const& label, Exec const& exec, SortTiles const& sort) {
    Kokkos::parallel_for(label,
                         Launch::league(exec, teams(exec, sort.size.most),
                                        scratch_bytes(sort.classes) + sort.table_bytes()),
                         sort);
  }
  /// The shape of a source's table, for the scratch that a tile leaves.
  static auto table_of(Exec const& exec, Load const& load, std::size_t n, int classes) {
    constexpr std::size_t most = tuning::max_bytes_with_table<Exec>;
    std::size_t const taken = scratch_bytes(classes) + Tile::alignment;
    // A team evaluates the bins of at least a whole tile.
    std::size_t const items = std::max<std::size_t>(n / teams(exec, n), P.tile());
    return Prepared::shape(load, std::max(most, taken) - taken, items);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const n = size();
    if (Size::is_on_device && n == 0) {
      for (int c = member.team_rank(); c < starts_found; c += P.threads)
        starts[c * start_stride] = 0;
      return;
    }
    auto* const scratch = static_cast<std::byte*>(member.team_scratch(0).get_shmem_aligned(
        claim_bytes + table_bytes() + Tile::scratch_bytes(classes), Tile::alignment));
    auto& claimed = *reinterpret_cast<TileCounter::Claim*>(arch::in_scratch(scratch));
    decltype(auto) prepared = Prepared::in_scratch(member, load, table, scratch + claim_bytes);
    using Source = std::remove_cvref_t<decltype(prepared)>;
    using Reader = TileReader<P, Tile, Source>;
    Tile const tile(member, scratch + claim_bytes + table_bytes(), classes);
    Reader const reader{prepared, tile, classes};
    bool const is_first = member.team_rank() == 0;
    if (is_first) claimed = counter.claim();
    member.team_barrier();
    TileCounter::Claim claim = claimed;
    std::size_t i = first_item(claim);
    typename Load::Raw raw[P.items];
    reader.fetch(i, Reader::items_at(i, n), raw);
    while (i < n) {
      States const states(state_words, claim.epoch, classes);
      Item item[P.items];
      typename Reader::Tag tag[P.items];
      reader.take(i, Reader::items_at(i, n), raw, item, tag);
      std::size_t const t = claim.tile;
      tile.count(tag, [&](int c, Index count) { states.set_own(t, c, count); });
      if (is_first) claimed = counter.claim();
      tile.sort(item, tag);
      for (int c = member.team_rank(); c < classes; c += P.threads) {
        Index const before = states.look_back(t, c);
        states.set_complete(t, c, before + tile.count(c));
        tile.set_first(c, start(tile, c) + before);
      }
      member.team_barrier();
      claim = claimed;
      i = first_item(claim);
      reader.fetch(i, Reader::items_at(i, n), raw);
      if constexpr (stores_by_group)
        tile.write_together([&](auto const& group, Index place, Item const& x) {
          store(group, place < n ? place : Tile::nowhere, x);
        });
      else
        tile.write(
            [&](Index place, Item const& x) {
              if (place < n) store(place, x);
            },
            prepared);
    }
    counter.leave(member, is_first, claim.epoch);
    if constexpr (FindsStarts)
      for (int c = member.team_rank(); c < starts_found; c += P.threads)
        starts[c * start_stride] = static_cast<Start>(tile.start(c));
  }

 private:
  KOKKOS_FUNCTION std::size_t table_bytes() const {
    return align_up(table.bytes(), Tile::alignment);
  }
  KOKKOS_FUNCTION Index start([[maybe_unused]] Tile const& tile, int c) const {
    if constexpr (FindsStarts)
      if (starts_found > 0) return tile.start(c);
    return static_cast<Index>(starts[c * start_stride]);
  }
  KOKKOS_FUNCTION static std::size_t first_item(TileCounter::Claim const& claim) {
    return static_cast<std::size_t>(claim.tile) * P.tile();
  }
};

}  // namespace KokkosScan::detail
