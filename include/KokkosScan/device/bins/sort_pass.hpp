// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/count_offsets.hpp>
#include <KokkosScan/device/bins/run_histogram.hpp>
#include <KokkosScan/device/bins/sort_pieces.hpp>
#include <KokkosScan/device/bins/sort_tiles.hpp>
#include <KokkosScan/device/extraction_options.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

/// \file
/// \brief One pass of stable sorting by bin. Either it counts the bins of every piece, scans the
/// table of counts bin by bin, and moves the items; or it finds where the bins begin, and moves the
/// items tile by tile with look-back. Of n items, 2n are read and n written.

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
/// The policy of a pass that looks back; one with `looks_back` = false where there is no such pass.
template <class Exec, ExtractionPolicy Wanted>
constexpr ExtractionPolicy look_back_policy_for(int slot_bytes) {
  if (Wanted.is_default()) return tuning::look_back_extraction_policy<Exec>(slot_bytes);
  return Wanted.looks_back ? Wanted : ExtractionPolicy{};
}
/// The same for so few items that their tiles would not fill the machine.
template <class Exec, ExtractionPolicy Wanted>
constexpr ExtractionPolicy short_tiles_policy_for(int slot_bytes) {
  return Wanted.is_default() ? tuning::short_tiles_policy<Exec>(slot_bytes) : Wanted;
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
/// \tparam Place  an unsigned type that holds the number of elements
template <class Exec, ExtractionPolicy P, class Place, class Items, class Digit, class Load,
          class Store, class Offset = Place>
void sort_pass(std::string const& label, Exec const& exec, Workspace<Exec>& workspace,
               Pieces<typename Items::Size> const& pieces, FirstsTable const& firsts,
               Items const& items, Digit const& digit, Load const& load, Store const& store,
               OffsetSink<Offset> const& offsets = {}) {
  constexpr HistogramPolicy count_policy = tuning::histogram_policy<Exec>(Items::has_weights);
  using Count =
      CountPieces<Exec, count_policy, Items, Digit, std::uint32_t, CountTable<std::uint64_t>>;
  auto const classes = static_cast<int>(firsts.classes);
  workspace.reserve(WorkspaceNeed{.bytes = Count::memory_bytes(pieces.count, classes)});
  Count::run(label + " count", exec, items, digit, pieces, classes, workspace.bytes(),
             {firsts.data, 1, pieces.count});
  using Table = Kokkos::View<std::uint64_t*, typename Exec::memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  std::size_t const entries = firsts.classes * firsts.pieces;
  KokkosScan::exclusive_scan(label + " scan", exec, Table(firsts.data, entries),
                             Table(firsts.data, entries + 1), Sum<std::uint64_t>{}, 0,
                             ScanOptions<>{}.with(workspace));
  using Sort = SortPieces<Exec, P, Place, typename Items::Size, Load, Store, Offset>;
  Sort::run(label, exec, Sort{load, store, pieces, classes, firsts.data, offsets});
}

/// Finds where the bins begin, by a histogram.
/// \tparam AreFew  known at compile time: there are at most `TeamSums::most` bins
template <bool AreFew, class Exec, class Items, class B, class Offsets>
void find_offsets(std::string const& label, Exec const& exec, Items const& items, B const& binning,
                  int bins, Offsets const& offsets, Workspace<Exec>& workspace) {
  using Offset = typename Offsets::non_const_value_type;
  auto const stride = detail::stride_of(offsets);
  if constexpr (!are_bytes<Items>) {
    if (AreFew || bins <= TeamSums::most) {
      count_offsets(label, exec, items, binning, bins,
                    OffsetSink<Offset>{offsets.data(), stride, bins + 1}, workspace);
      return;
    }
  }
  if constexpr (!AreFew || are_bytes<Items>) {
    auto const counts = Kokkos::subview(
        offsets, std::pair<std::size_t, std::size_t>(0, static_cast<std::size_t>(bins)));
    count_into<HistogramOptions<>>(label + " offsets", exec, items, binning, bins,
                                   CountSink<Offset>{offsets.data(), stride, false}, workspace);
    KokkosScan::exclusive_scan(label + " offsets", exec, counts, offsets, Sum<Offset>{}, Offset(0),
                               ScanOptions<>{}.with(workspace));
  }
}

/// Words of a workspace that a pass over \p n items takes, in tiles of policy P.
template <ExtractionPolicy P, class Place>
std::size_t look_back_words(std::size_t n, int classes) {
  return ProtocolMemory::words +
         ClassStates<Place>::words_for(ceil_div(n, static_cast<std::size_t>(P.tile())), classes);
}

/// One pass over all bins, tile by tile.
/// \param starts_found  the number of entries of offsets that the pass finds itself, if all items
///                      are one tile; otherwise 0
template <class Exec, ExtractionPolicy P, bool FindsStarts, class Place, class Size, class Load,
          class Store, class Offsets>
void look_back_pass(std::string const& label, Exec const& exec, Workspace<Exec>& workspace,
                    Size const& size, int classes, Load const& load, Store const& store,
                    Offsets const& offsets, int starts_found) {
  using Offset = typename Offsets::non_const_value_type;
  using Sort = SortTiles<Exec, P, FindsStarts, Place, Size, Load, Store, Offset>;
  workspace.reserve(WorkspaceNeed{.words = look_back_words<P, Place>(size.most, classes)});
  if (size.most == 0) return;
  ProtocolMemory const memory(workspace);
  Sort::run(
      label, exec,
      Sort{load, store, size, classes, offsets.data(), detail::stride_of(offsets), starts_found,
           memory.counter, memory.states, Sort::table_of(exec, load, size.most, classes)});
}

}  // namespace KokkosScan::detail
