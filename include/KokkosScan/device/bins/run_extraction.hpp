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
/// \brief From checked arguments to an extraction. Every one of all bins ends here.

namespace KokkosScan::detail {

/// Extracts by the binning itself; or asks it once, where it is dear or large elements are read for
/// nothing else, and goes on with the bins in their place. Kernels that sort keep too few threads
/// busy for it, and read elements once more. With a table few bins are found sooner than read.
template <Extracted What, class Index, ExtractionPolicy Wanted, class Exec, class Items, class B,
          class Out, class Offsets>
void run_extraction(std::string const& label, Exec const& exec, Items const& items,
                    B const& binning, int bins, Out const& out, Offsets const& offsets,
                    bool knows_offsets, Workspace<Exec>& workspace) {
  using Element = typename Items::element_type;
  // Ranks do not look back, nor do hosts.
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
  if constexpr (tuning::asks_once(BinKey<B>::is_cheap, BinKey<B>::is_dear,
                                  What == Extracted::elements, sizeof(Element))) {
    constexpr auto ways = may_take_tiles ? ExtractionWays::digits : ExtractionWays::all;
    using Keys = ElementItems<std::uint32_t, true, typename Items::Size>;
    std::size_t const n = items.size.most, key_bytes = round_up(n * sizeof(std::uint32_t));
    std::size_t const place = key_bytes + store_bins_bytes<Exec, Items, B>(bins);
    auto const extraction_of = [&](Keys const& keys) {
      return Extraction<What, Index, Wanted, Exec, Items, Keys, IndexBins, Out, Offsets, ways>(
          label, exec, items, keys, IndexBins(bins), bins, out, offsets, knows_offsets, workspace,
          place);
    };
    // With what comes after, or the keys would be lost when it grows.
    std::size_t const rest = extraction_of(Keys{{nullptr, 1}, items.size}).kept_bytes();
    workspace.reserve(WorkspaceNeed{.kept = place + rest});
    auto* const keys = reinterpret_cast<std::uint32_t*>(workspace.kept());
    store_bins(label + " bins", exec, items, binning, bins, keys, workspace.kept() + key_bytes);
    extraction_of(Keys{{keys, 1}, items.size}).run();
  } else {
    Extraction<What, Index, Wanted, Exec, Items, Items, B, Out, Offsets>(
        label, exec, items, items, binning, bins, out, offsets, knows_offsets, workspace, 0)
        .run();
  }
}

}  // namespace KokkosScan::detail
