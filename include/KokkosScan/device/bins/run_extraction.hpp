// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/extract_by_digits.hpp>
#include <KokkosScan/device/bins/extract_over_tiles.hpp>
#include <KokkosScan/device/bins/extraction.hpp>
#include <KokkosScan/device/bins/extraction_problem.hpp>
#include <KokkosScan/device/bins/extraction_task.hpp>
#include <KokkosScan/device/bins/prepared_on.hpp>
#include <KokkosScan/device/bins/store_bins.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

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
template <Extracted What, class Index, ExtractionPolicy Wanted, class Exec, class Problem>
void run_extraction(Call<Exec> const& call, Problem const& problem) {
  using Items = typename Problem::Items;
  using B = typename Problem::Binning;
  using Element = typename Items::element_type;
  // Ranks are not sorted in tiles that look back, and hosts have no such tiles.
  constexpr bool may_take_tiles = Wanted.is_default() && What != Extracted::ranks &&
                                  PreparedOn<Exec, B, Element>::has_table &&
                                  tuning::capabilities<Exec>.lanes_are_threads;
  using Task = ExtractionTask<What, Exec, Problem>;
  if constexpr (may_take_tiles) {
    using ByTable = ExtractOverTiles<Index, Wanted, Task, true>;
    if (problem.bins <= ByTable::max_bins) return ByTable(Task{call, problem}).run();
  }
  if constexpr (tuning::asks_once<Exec>(BinKey<B>::is_cheap, BinKey<B>::is_expensive,
                                        What == Extracted::elements, sizeof(Element))) {
    using Keys = StoredBins<typename Items::Size>;
    auto const& items = problem.items;
    std::size_t const key_bytes = part_bytes(items.size.most * sizeof(std::uint32_t));
    std::size_t const kept_offset =
        key_bytes + store_bins_bytes<Exec, Items, B>(problem.bins, items.size.most);
    auto const sorted_by = [&](std::uint32_t* keys) {
      return problem.with_keys(Keys{{{keys, 1}, items.size}});
    };
    using ByKeys = decltype(sorted_by(nullptr));
    using SortKeys = ExtractionTask<What, Exec, ByKeys>;
    using ByStoredBins =
        std::conditional_t<may_take_tiles, ExtractByDigits<Index, Wanted, SortKeys>,
                           Extraction<Index, Wanted, SortKeys>>;
    // Together with the memory of the extraction: if that grew the workspace, keys would be lost.
    ByKeys const unplaced = sorted_by(nullptr);
    call.workspace.reserve(WorkspaceNeed{
        .kept = kept_offset + ByStoredBins(SortKeys{call, unplaced, kept_offset}).kept_bytes()});
    auto* const keys = reinterpret_cast<std::uint32_t*>(call.workspace.kept());
    detail::store_bins(call.name("bins"), call.exec, items, problem.binning, problem.bins, keys,
                       call.workspace.kept() + key_bytes);
    ByKeys const by_keys = sorted_by(keys);
    ByStoredBins(SortKeys{call, by_keys, kept_offset}).run();
  } else {
    Extraction<Index, Wanted, Task>(Task{call, problem}).run();
  }
}

}  // namespace KokkosScan::detail
