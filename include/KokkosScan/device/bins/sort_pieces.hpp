// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/device/bins/offset_sink.hpp>
#include <KokkosScan/device/bins/pass_destinations.hpp>
#include <KokkosScan/device/bins/pieces.hpp>
#include <KokkosScan/device/bins/tile_reader.hpp>
#include <KokkosScan/team/bins/bin_buffers.hpp>
#include <KokkosScan/team/tiles/voted_bin_tile.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosScan::detail {

/// Moves the items of pieces to their output indices, sorted by class, stably. No team waits for
/// another.
///
/// `firsts[class · count + piece]` is where the items of that class and piece begin, the entry past
/// the last class where all end. Where bins begin is stored in `offsets`. Load as in
/// pass_sources.hpp, Store as in pass_destinations.hpp.
///
/// \tparam Index  an unsigned type that holds the number of elements
template <class Exec, ExtractionPolicy P, class Index, class Size, class Load, class Store,
          class Offset>
struct SortPieces {
  using Launch = TeamLaunch<Exec, P.threads, P.teams_per_multiprocessor>;
  using Item = typename Load::Item;
  static constexpr bool takes_sorted = TakesSorted<Store, Item>;
  static constexpr bool takes_places = TakesPlaces<Store, Item>;
  template <class Member>
  using Tile = team::detail::VotedBinTile<Member, Item, Index, P.threads, P.items>;
  using Buffers = team::detail::BinBuffers<typename Store::array_type, Index>;
  static constexpr bool has_buffers = !P.sorts_tiles && Buffers::are_possible;
  static_assert(P.sorts_tiles || P.threads == 1,
                "an ExtractionPolicy that does not sort tiles must have one thread");

  Load load;
  Store store;
  Pieces<Size> pieces;
  int classes;
  std::uint64_t const* firsts;
  OffsetSink<Offset> offsets;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const piece = static_cast<std::size_t>(member.league_rank());
    if (piece == 0)
      for (int b = member.team_rank(); b < offsets.count; b += P.threads)
        offsets.store(b, firsts[b * pieces.count]);
    auto* const next = static_cast<Index*>(
        member.team_scratch(0).get_shmem_aligned(sizeof(Index) * classes, sizeof(Index)));
    for (int c = member.team_rank(); c < classes; c += P.threads)
      next[c] = static_cast<Index>(firsts[c * pieces.count + piece]);
    auto const [first, last] = pieces.of(piece);
    if (first == last) return;
    if constexpr (P.sorts_tiles)
      sort_tiles(member, arch::in_scratch(next), first, last);
    else
      place_items(member, next, pieces.size(), first, last);
  }

  static void run(std::string const& label, Exec const& exec, SortPieces const& sort) {
    auto const bins = static_cast<std::size_t>(sort.classes);
    std::size_t scratch = sizeof(Index) * bins + 16;
    if constexpr (P.sorts_tiles) {
      using Own = Tile<typename Launch::Member>;
      scratch += Own::scratch_bytes(sort.classes) + Own::alignment;
    }
    std::size_t more = 0;
    if constexpr (has_buffers)
      if (sort.is_buffered()) more = Buffers::bytes(sort.classes) + Buffers::alignment;
    Pieces<Size> const& all = sort.pieces;
    detail::for_each_team<P.threads>(label, exec, all.count,
                                     TeamNeeds{all.size.most + all.count * bins, scratch, more},
                                     sort, [&] {
                                       auto policy = Launch::league(exec, all.count, scratch);
                                       if (more > 0)
                                         policy.set_scratch_size(1, Kokkos::PerTeam(more));
                                       return policy;
                                     });
  }

 private:
  /// Whether \p n items are stored around the caches.
  KOKKOS_FUNCTION static bool is_streamed(std::size_t n) {
    return tuning::goes_around_caches(n * sizeof(Item) * 2);
  }
  /// Elements in no bin have a class, and so a buffer, too.
  KOKKOS_FUNCTION bool is_buffered() const {
    return classes <= tuning::max_buffered_bins(is_streamed(pieces.size.most)) + 1;
  }
  /// \param next  output index of the next item of each class
  template <class Member>
  KOKKOS_FUNCTION void sort_tiles(Member const& member, Index* next, std::size_t i,
                                  std::size_t last) const {
    using Own = Tile<Member>;
    using Reader = TileReader<P, Own, Load>;
    Own const tile(member,
                   static_cast<std::byte*>(member.team_scratch(0).get_shmem_aligned(
                       Own::scratch_bytes(classes), Own::alignment)),
                   classes);
    Reader const reader{load, tile, classes};
    typename Load::Raw raw[P.items];
    reader.fetch(i, Reader::items_at(i, last), raw);
    for (; i < last; i += P.tile()) {
      Item item[P.items];
      typename Reader::Tag tag[P.items];
      reader.take(i, Reader::items_at(i, last), raw, item, tag);
      tile.rank(tag);
      for (int c = member.team_rank(); c < classes; c += P.threads) {
        tile.set_first(c, next[c]);
        next[c] += tile.count(c);
      }
      if constexpr (takes_sorted) tile.sort(item, tag);
      member.team_barrier();
      std::size_t const next_tile = i + P.tile();
      reader.fetch(next_tile, Reader::items_at(next_tile, last), raw);
      if constexpr (takes_places)
        tile.for_each_place(
            tag, [&](int k, Index place) { store.set_place(i + tile.number(k), place, item[k]); });
      if constexpr (takes_sorted) tile.write(store, load);
    }
  }

  /// Stores whole buffers where the destination is an array and the team has memory for them, else
  /// item by item.
  /// \param n  number of items of all pieces
  template <class Member>
  KOKKOS_FUNCTION void place_items([[maybe_unused]] Member const& member, Index* next,
                                   [[maybe_unused]] std::size_t n, std::size_t first,
                                   std::size_t last) const {
    if constexpr (has_buffers) {
      void* const memory = is_buffered() ? member.team_scratch(1).get_shmem_aligned(
                                               Buffers::bytes(classes), Buffers::alignment)
                                         : nullptr;
      if (memory != nullptr && Buffers::fit(store.data, n)) {
        Buffers const buffers(store.data, memory, next, classes, is_streamed(n));
        visit(first, last, [&](int c, std::size_t i, Item const& item) {
          Index const place = buffers.add(c, static_cast<typename Buffers::value_type>(item));
          if constexpr (takes_places) store.set_place(i, place, item);
        });
        buffers.flush();
        return;
      }
    }
    visit(first, last, [&](int c, std::size_t i, Item const& item) {
      Index const place = next[c]++;
      if constexpr (takes_sorted) store(place, item);
      if constexpr (takes_places) store.set_place(i, place, item);
    });
  }
  template <class Visitor>
  KOKKOS_FUNCTION void visit(std::size_t i, std::size_t last, Visitor const& visitor) const {
    // The classes of a few items are found first: that is vector code.
    for (; i + P.items <= last; i += P.items) {
      Item item[P.items];
      int c[P.items];
      for (int k = 0; k < P.items; ++k) load.take(load.fetch(i + k), i + k, item[k], c[k]);
      for (int k = 0; k < P.items; ++k)
        if (c[k] < classes) visitor(c[k], i + k, item[k]);
    }
    for (; i < last; ++i) {
      Item item;
      int c;
      load.take(load.fetch(i), i, item, c);
      if (c < classes) visitor(c, i, item);
    }
  }
};

}  // namespace KokkosScan::detail
