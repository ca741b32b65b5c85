// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/run_histogram.hpp>
#include <KokkosScan/device/bins/sort_ends.hpp>
#include <KokkosScan/device/bins/sort_pieces.hpp>
#include <KokkosScan/device/bins/sort_tiles.hpp>
#include <KokkosScan/device/histogram_options.hpp>
#include <KokkosScan/device/range.hpp>
#include <KokkosScan/device/scan.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// \file
/// \brief Stable sorting by bin: one pass for few bins, several digits for many. Either a pass
/// counts the bins of every piece, scans the table bin by bin, and moves the items; or it moves
/// them tile by tile with look-back, behind a histogram. 2n read, n written.

namespace KokkosScan::detail {

template <class Exec, ExtractionPolicy Wanted>
constexpr ExtractionPolicy extraction_policy_for(int item_bytes) {
  return Wanted.is_tuned() ? tuning::extraction_policy<Exec>(item_bytes) : Wanted;
}
/// The policy of a single pass that looks back; not one where there shall be none.
template <class Exec, ExtractionPolicy Wanted>
constexpr ExtractionPolicy look_back_policy_for(int item_bytes) {
  if (Wanted.is_tuned()) return tuning::look_back_extraction_policy<Exec>(item_bytes);
  return Wanted.looks_back ? Wanted : ExtractionPolicy{};
}

/// How the numbers of bins are cut into digits, the least significant first. The key behind the
/// last bin, of what is in none, may make the last digit one larger.
struct Digits {
  std::size_t bins;
  int passes, bits;

  constexpr Digits(std::size_t bin_count, int most_bits) : bins(bin_count), passes(1), bits(0) {
    int all = 0;
    while ((std::size_t(1) << all) < bins) ++all;
    passes = all > 0 ? (all + most_bits - 1) / most_bits : 1;
    bits = (all + passes - 1) / passes;
  }
  constexpr int shift(int pass) const { return pass * bits; }
  constexpr bool is_last(int pass) const { return pass + 1 == passes; }
  constexpr int mask(int pass) const { return is_last(pass) ? ~0 : (1 << bits) - 1; }
  constexpr std::size_t values(int pass) const {
    return is_last(pass) ? (bins >> shift(pass)) + 1 : std::size_t(1) << bits;
  }
  constexpr std::size_t most_values() const { return (std::size_t(1) << bits) + 1; }
};

/// Where (bin, piece) begins, in the part of a workspace that lives through a scan.
struct FirstsTable {
  std::uint64_t* data;
  std::size_t bins, pieces;

  static constexpr std::size_t bytes(std::size_t bins, std::size_t pieces) {
    return round_up((bins * pieces + 1) * sizeof(std::uint64_t));
  }
};

/// One pass over one digit, a piece of the array for each team.
/// \tparam Place  an unsigned type that holds the number of elements
template <class Exec, ExtractionPolicy P, class Place, class CountedItems, class Digit, class Load,
          class Store>
void sort_pass(std::string const& label, Exec const& exec, Workspace<Exec>& workspace,
               Pieces const& pieces, FirstsTable const& firsts, CountedItems const& items,
               Digit const& digit, Load const& load, Store const& store) {
  constexpr HistogramPolicy count_policy = tuning::histogram_policy<Exec>(CountedItems::item_bytes);
  using Count = CountPieces<Exec, count_policy, CountedItems, Digit, std::uint32_t, std::uint64_t>;
  auto const bins = static_cast<int>(firsts.bins);
  workspace.reserve(WorkspaceNeed{.bytes = Count::memory_bytes(pieces.count, bins)});
  Count::run(label + " count", exec, items, digit, pieces, bins, workspace.bytes(),
             {firsts.data, 1, pieces.count});
  using Table = Kokkos::View<std::uint64_t*, typename Exec::memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  std::size_t const entries = firsts.bins * firsts.pieces;
  exclusive_scan(label + " scan", exec, Table(firsts.data, entries),
                 Table(firsts.data, entries + 1), Sum<std::uint64_t>{}, 0,
                 ScanOptions<>{}.with(workspace));
  using Sort = SortPieces<Exec, P, Place, Load, Store>;
  Kokkos::parallel_for(label, Sort::launch(exec, pieces, bins),
                       Sort{load, store, pieces, bins, firsts.data});
}

/// One pass over all bins, whose starts are known, tile by tile.
template <class Exec, ExtractionPolicy P, class Place, class Load, class Store, class Offsets>
void look_back_pass(std::string const& label, Exec const& exec, Workspace<Exec>& workspace,
                    std::size_t n, int classes, Load const& load, Store const& store,
                    Offsets const& offsets) {
  using Offset = typename Offsets::non_const_value_type;
  using Sort = SortTiles<Exec, P, Place, Load, Store, Offset>;
  if (n == 0) return;
  workspace.reserve(WorkspaceNeed{.words = Sort::words(n, classes)});
  Kokkos::parallel_for(
      label, Sort::launch(exec, n, classes),
      Sort{load, store, n, classes, offsets.data(), static_cast<std::ptrdiff_t>(offsets.stride(0)),
           TileCounter(workspace.words(), workspace.word_capacity()),
           workspace.words() + TileCounter::words});
}

/// Where the bins begin, by a histogram.
template <class Exec, class Items, class B, class Offsets>
void find_offsets(std::string const& label, Exec const& exec, Items const& items, std::size_t n,
                  B const& binning, int bins, Offsets const& offsets, Workspace<Exec>& workspace) {
  using Offset = typename Offsets::non_const_value_type;
  auto const counts = Kokkos::subview(
      offsets, std::pair<std::size_t, std::size_t>(0, static_cast<std::size_t>(bins)));
  run_histogram(label + " offsets", exec, items, n, binning, bins, counts,
                HistogramOptions<>{}.with(workspace));
  exclusive_scan(label + " offsets", exec, counts, offsets, Sum<Offset>{}, Offset(0),
                 ScanOptions<>{}.with(workspace));
}

/// The starts of the bins, out of the table of a single pass.
template <class Offset>
struct CopyOffsets {
  FirstsTable firsts;
  Offset* offsets;
  std::ptrdiff_t stride;
  KOKKOS_FUNCTION void operator()(std::size_t b) const {
    offsets[static_cast<std::ptrdiff_t>(b) * stride] =
        static_cast<Offset>(firsts.data[b * firsts.pieces]);
  }
};

/// What comes out: the elements of in or their indices, sorted, or how far into its bin each is.
enum class Extracted { elements, indices, ranks };

template <Extracted What, class Index, ExtractionPolicy Wanted, class Exec, class Items, class B,
          class Out, class Offsets>
void run_extraction(std::string const& label, Exec const& exec, Items const& items, std::size_t n,
                    B const& binning, int bins, Out const& out, Offsets const& offsets,
                    bool knows_offsets, Workspace<Exec>& workspace) {
  using T = typename Out::non_const_value_type;
  using Offset = typename Offsets::non_const_value_type;
  constexpr bool moves_elements = What == Extracted::elements;
  constexpr bool gives_ranks = What == Extracted::ranks;
  using Place = StoreItem<T, is_contiguous<Out>>;
  Place const place{out.data(), static_cast<std::ptrdiff_t>(out.stride(0))};
  auto const keys = static_cast<std::size_t>(bins) + (moves_elements ? 0 : 1);
  auto const offset_stride = static_cast<std::ptrdiff_t>(offsets.stride(0));

  using Keyed = KeyedIndex<Index>;
  using Moved =
      std::conditional_t<gives_ranks, Keyed, std::conditional_t<moves_elements, T, Index>>;
  constexpr ExtractionPolicy single = extraction_policy_for<Exec, Wanted>(sizeof(Moved));
  using Key = BinKey<B>;
  Key const key{binning, bins};
  constexpr ExtractionPolicy ordered = look_back_policy_for<Exec, Wanted>(sizeof(Moved));
  if constexpr (ordered.looks_back && !gives_ranks) {
    if (static_cast<std::size_t>(bins) <= std::size_t(1) << ordered.digit_bits &&
        (knows_offsets || !Wanted.is_tuned() || tuning::prefer_look_back<Exec>(bins))) {
      if (!knows_offsets) find_offsets(label, exec, items, n, binning, bins, offsets, workspace);
      auto const pass = [&](auto const& load) {
        look_back_pass<Exec, ordered, Index>(label, exec, workspace, n, static_cast<int>(keys),
                                             load, place, offsets);
      };
      if constexpr (moves_elements)
        pass(LoadElement<Items, Key>{items, key});
      else
        pass(LoadIndex<Items, Key, Index>{items, key});
      return;
    }
  }
  if (static_cast<std::size_t>(bins) <= std::size_t(1) << single.digit_bits) {
    Pieces const pieces = cut_for<Exec, single>(exec, n);
    workspace.reserve(
        WorkspaceNeed{.flags = FirstsTable::bytes(keys, pieces.count) / sizeof(std::uint32_t)});
    FirstsTable const firsts{reinterpret_cast<std::uint64_t*>(workspace.flags()), keys,
                             pieces.count};
    if constexpr (moves_elements)
      // What is in no bin is not counted: the binning alone will do, and is faster.
      sort_pass<Exec, single, Index>(label, exec, workspace, pieces, firsts, items, binning,
                                     LoadElement<Items, Key>{items, key}, place);
    else if constexpr (gives_ranks)
      sort_pass<Exec, single, Index>(
          label, exec, workspace, pieces, firsts, items, key,
          LoadKeyed<Items, DigitOf<Key>, Index>{items, {key, 0, ~0}},
          StoreRank<Place, std::uint64_t>{place, firsts.data,
                                          static_cast<std::ptrdiff_t>(firsts.pieces)});
    else
      sort_pass<Exec, single, Index>(label, exec, workspace, pieces, firsts, items, key,
                                     LoadIndex<Items, Key, Index>{items, key}, place);
    Kokkos::parallel_for(label + " offsets", range(exec, static_cast<std::size_t>(bins) + 1),
                         CopyOffsets<Offset>{firsts, offsets.data(), offset_stride});
    return;
  }

  if (!knows_offsets) find_offsets(label, exec, items, n, binning, bins, offsets, workspace);

  // Many bins: the least significant digit first, a key and an index for each element.
  constexpr ExtractionPolicy several = extraction_policy_for<Exec, Wanted>(sizeof(Keyed));
  Digits const digits(static_cast<std::size_t>(bins), several.digit_bits);
  Pieces const pieces = cut_for<Exec, several>(exec, n);
  std::size_t const table = FirstsTable::bytes(digits.most_values(), pieces.count);
  std::size_t const key_bytes = round_up(n * sizeof(std::uint32_t));
  std::size_t const index_bytes = round_up(n * sizeof(Index));
  std::size_t const buffers = digits.passes > 2 ? 2 : 1;
  workspace.reserve(WorkspaceNeed{.flags = (table + buffers * (key_bytes + index_bytes)) /
                                           sizeof(std::uint32_t)});
  auto* const memory = reinterpret_cast<std::byte*>(workspace.flags());
  auto const firsts = [&](int pass) {
    return FirstsTable{reinterpret_cast<std::uint64_t*>(memory), digits.values(pass), pieces.count};
  };
  auto const buffer = [&](std::size_t b) {
    std::byte* const start = memory + table + b % buffers * (key_bytes + index_bytes);
    return KeyedIndices<Index>{reinterpret_cast<std::uint32_t*>(start),
                               reinterpret_cast<Index*>(start + key_bytes)};
  };
  DigitOf<Key> const first_digit{key, 0, digits.mask(0)};
  sort_pass<Exec, several, Index>(label, exec, workspace, pieces, firsts(0), items, first_digit,
                                  LoadKeyed<Items, DigitOf<Key>, Index>{items, first_digit},
                                  buffer(0));
  for (int pass = 1; pass < digits.passes; ++pass) {
    KeyedIndices<Index> const from = buffer(pass - 1);
    DigitOf<StoredKey> const digit{{}, digits.shift(pass), digits.mask(pass)};
    LoadStored<Index> const load{from, digit};
    ElementItems<std::uint32_t, true> const stored{{from.key, 1}};
    if (!digits.is_last(pass))
      sort_pass<Exec, several, Index>(label, exec, workspace, pieces, firsts(pass), stored, digit,
                                      load, buffer(pass));
    else if constexpr (moves_elements)
      sort_pass<Exec, several, Index>(
          label, exec, workspace, pieces, firsts(pass), stored, digit, load,
          StoreElement<Items, Place>{items, place, static_cast<std::uint32_t>(bins)});
    else if constexpr (gives_ranks)
      sort_pass<Exec, several, Index>(
          label, exec, workspace, pieces, firsts(pass), stored, digit, load,
          StoreRank<Place, Offset>{place, offsets.data(), offset_stride});
    else
      sort_pass<Exec, several, Index>(label, exec, workspace, pieces, firsts(pass), stored, digit,
                                      load, StoreIndex<Place>{place});
  }
}

}  // namespace KokkosScan::detail
