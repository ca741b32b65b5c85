// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/count_pieces.hpp>
#include <KokkosScan/device/bins/count_table.hpp>
#include <KokkosScan/device/bins/firsts_table.hpp>
#include <KokkosScan/device/bins/sort_pieces.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_selector.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// \brief One pass of stable sorting by a digit of the bin, in pieces: counts the digits of every
/// piece, scans the table of counts digit by digit, and moves the items. Of n items, 2n are read
/// and n written.

namespace KokkosScan::detail {

/// What counts the digits of the pieces: `Kernel`.
template <class Exec, class Items, class Digit>
struct PieceCounts {
  static constexpr HistogramPolicy policy = tuning::histogram_policy<Exec>(Items::has_weights);
  using Kernel = CountPieces<Exec, policy, Items, Digit, std::uint32_t, CountTable<std::uint64_t>>;
};

/// One pass over one digit, with a piece of the array for each team.
/// \tparam Index  an unsigned type that holds the number of elements
template <ExtractionPolicy P, class Index, class Exec, class Items, class Digit, class Load,
          class Store, class Offset = Index>
void piece_pass(Call<Exec> const& call, Pieces<typename Items::Size> const& pieces,
                FirstsTable const& firsts, Items const& items, Digit const& digit, Load const& load,
                Store const& store, OffsetSink<Offset> const& offsets = {}) {
  using Count = typename PieceCounts<Exec, Items, Digit>::Kernel;
  auto const classes = static_cast<int>(firsts.classes);
  call.workspace.reserve(WorkspaceNeed{.bytes = Count::Layout::memory_bytes(pieces, classes)});
  Count::run(call.name("count"), call.exec, items, digit, pieces, classes, call.workspace.bytes(),
             {firsts.data, 1, pieces.count});
  using Table = Kokkos::View<std::uint64_t*, typename Exec::memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  std::size_t const entries = firsts.classes * firsts.pieces;
  KokkosScan::exclusive_scan(call.name("scan"), call.exec, Table(firsts.data, entries),
                             Table(firsts.data, entries + 1), Sum<std::uint64_t>{}, 0,
                             ScanOptions<>{}.with(call.workspace));
  using Sort = SortPieces<Exec, P, Index, typename Items::Size, Load, Store, Offset>;
  Sort::run(call.label, call.exec,
            Sort{.load = load,
                 .store = store,
                 .pieces = pieces,
                 .classes = classes,
                 .firsts = firsts.data,
                 .offsets = offsets});
}

}  // namespace KokkosScan::detail
