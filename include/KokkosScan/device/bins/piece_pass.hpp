// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/count_pieces.hpp>
#include <KokkosScan/device/bins/sort_pieces.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// \brief One pass of stable sorting by a digit of the bin, in pieces: counts the digits of every
/// piece, scans the table of counts digit by digit, and moves the items. Of n items, 2n are read
/// and n written.

namespace KokkosScan::detail {

template <class Exec, ExtractionPolicy Wanted>
constexpr ExtractionPolicy extraction_policy_for(int item_bytes) {
  static_assert(Wanted.is_default() || (Wanted.threads > 0 && Wanted.items > 0 &&
                                        Wanted.pieces_per_team > 0 && Wanted.digit_bits > 0),
                "an ExtractionPolicy needs threads, items, pieces and bits of a digit");
  static_assert(Wanted.teams_per_multiprocessor > 0,
                "an ExtractionPolicy needs teams_per_multiprocessor");
  static_assert(Wanted.digit_bits < 31, "an ExtractionPolicy has digits of fewer bits than an int");
  static_assert(!Wanted.sorts_tiles || Wanted.digit_bits <= 8,
                "an ExtractionPolicy that sorts tiles has digits of at most 8 bits");
  static_assert(!Wanted.looks_back || Wanted.sorts_tiles,
                "an ExtractionPolicy that looks back needs sorts_tiles");
  return Wanted.is_default() ? tuning::extraction_policy<Exec>(item_bytes) : Wanted;
}

/// A table of where the items of each (class, piece) go first, in the part of a workspace that a
/// scan leaves alone.
struct FirstsTable {
  std::uint64_t* data;
  std::size_t classes, pieces;

  static constexpr std::size_t bytes(std::size_t classes, std::size_t pieces) {
    return round_up((classes * pieces + 1) * sizeof(std::uint64_t));
  }
};

/// One pass over one digit, with a piece of the array for each team.
/// \tparam Index  an unsigned type that holds the number of elements
template <ExtractionPolicy P, class Index, class Exec, class Items, class Digit, class Load,
          class Store, class Offset = Index>
void piece_pass(Call<Exec> const& call, Pieces<typename Items::Size> const& pieces,
                FirstsTable const& firsts, Items const& items, Digit const& digit, Load const& load,
                Store const& store, OffsetSink<Offset> const& offsets = {}) {
  constexpr HistogramPolicy count_policy = tuning::histogram_policy<Exec>(Items::has_weights);
  using Count =
      CountPieces<Exec, count_policy, Items, Digit, std::uint32_t, CountTable<std::uint64_t>>;
  auto const classes = static_cast<int>(firsts.classes);
  call.workspace.reserve(WorkspaceNeed{.bytes = Count::memory_bytes(pieces.count, classes)});
  Count::run(call.name("count"), call.exec, items, digit, pieces, classes, call.workspace.bytes(),
             {firsts.data, 1, pieces.count});
  using Table = Kokkos::View<std::uint64_t*, typename Exec::memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  std::size_t const entries = firsts.classes * firsts.pieces;
  KokkosScan::exclusive_scan(call.name("scan"), call.exec, Table(firsts.data, entries),
                             Table(firsts.data, entries + 1), Sum<std::uint64_t>{}, 0,
                             ScanOptions<>{}.with(call.workspace));
  using Sort = SortPieces<Exec, P, Index, typename Items::Size, Load, Store, Offset>;
  Sort::run(call.label, call.exec, Sort{load, store, pieces, classes, firsts.data, offsets});
}

}  // namespace KokkosScan::detail
