// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/index_bins.hpp>
#include <KokkosScan/device/bins/extraction.hpp>
#include <KokkosScan/device/bins/load_at_hand.hpp>
#include <KokkosScan/device/bins/store_bins.hpp>
#include <KokkosScan/tuning/bin_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// \file
/// \brief From checked arguments to an `Extraction`. Every extraction of all bins ends here.

namespace KokkosScan::detail {

/// Takes the first of three routes that applies:
///
/// - few bins and a table of the binning, on GPUs, except for ranks: teams find the bins by it in
///   the tiles that they sort, which takes less time than reading stored bins;
/// - an expensive binning, or large elements that are read for their bins only: the bins are stored
///   first, and the extraction sorts by these. Kernels that sort have too few threads to hide the
///   latency of such a binning, and read the elements once more;
/// - otherwise the passes evaluate the binning themselves.
template <Extracted What, class Index, ExtractionPolicy Wanted, class Exec, class Items, class B,
          class Out, class Offsets>
void run_extraction(std::string const& label, Exec const& exec, Items const& items,
                    B const& binning, int bins, Out const& out, Offsets const& offsets,
                    bool knows_offsets, Workspace<Exec>& workspace) {
  using Element = typename Items::element_type;
  // Ranks are not sorted in tiles that look back, and hosts have no such tiles.
  constexpr bool may_take_tiles = Wanted.is_default() && What != Extracted::ranks &&
                                  AtHandOn<Exec, B, Element>::has_table &&
                                  tuning::capabilities<Exec>.lanes_are_threads;
  if constexpr (may_take_tiles) {
    using ByTable =
        Extraction<What, Index, Wanted, Exec, Items, Items, B, Out, Offsets, ExtractionWays::tiles>;
    if (bins <= ByTable::most_bins_in_tiles) {
      ByTable(label, exec, items, items, binning, bins, out, offsets, knows_offsets, workspace, 0)
          .run();
      return;
    }
  }
  if constexpr (tuning::asks_once(BinKey<B>::is_cheap, BinKey<B>::is_expensive,
                                  What == Extracted::elements, sizeof(Element))) {
    constexpr auto ways = may_take_tiles ? ExtractionWays::digits : ExtractionWays::all;
    using Keys = StoredBins<typename Items::Size>;
    std::size_t const n = items.size.most, key_bytes = round_up(n * sizeof(std::uint32_t));
    std::size_t const place = key_bytes + store_bins_bytes<Exec, Items, B>(bins);
    auto const extraction_of = [&](Keys const& keys) {
      return Extraction<What, Index, Wanted, Exec, Items, Keys, IndexBins, Out, Offsets, ways>(
          label, exec, items, keys, IndexBins(bins), bins, out, offsets, knows_offsets, workspace,
          place);
    };
    // Together with the memory of the extraction: if that grew the workspace, keys would be lost.
    std::size_t const rest = extraction_of(Keys{{{nullptr, 1}, items.size}}).kept_bytes();
    workspace.reserve(WorkspaceNeed{.kept = place + rest});
    auto* const keys = reinterpret_cast<std::uint32_t*>(workspace.kept());
    store_bins(label + " bins", exec, items, binning, bins, keys, workspace.kept() + key_bytes);
    extraction_of(Keys{{{keys, 1}, items.size}}).run();
  } else {
    Extraction<What, Index, Wanted, Exec, Items, Items, B, Out, Offsets>(
        label, exec, items, items, binning, bins, out, offsets, knows_offsets, workspace, 0)
        .run();
  }
}

}  // namespace KokkosScan::detail
