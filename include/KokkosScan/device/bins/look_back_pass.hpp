// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/bins/sort_tiles.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/device/protocol/class_states.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <algorithm>
#include <cstddef>

namespace KokkosScan::detail {

/// One pass of stable sorting by a digit of the bin, or by all of it, in tiles that look back: long
/// ones, or short ones for so few items that long ones would not fill the machine. Of n items, n
/// are read and n written. Where the values of the digit begin must be known, unless all items are
/// one short tile, which finds it itself.
///
/// \tparam Index       an unsigned type that holds the number of items
/// \tparam SlotBytes   bytes of scratch that an item takes
/// \tparam TunedBytes  the slot size for which the tiles are chosen
template <class Exec, ExtractionPolicy Wanted, class Index, int SlotBytes,
          int TunedBytes = SlotBytes>
struct LookBackPass {
  static constexpr ExtractionPolicy in_long_tiles = [] {
    if (Wanted.is_default()) return tuning::look_back_extraction_policy<Exec>(TunedBytes);
    return Wanted.looks_back ? Wanted : ExtractionPolicy{};
  }();
  static constexpr ExtractionPolicy in_short_tiles =
      Wanted.is_default() ? tuning::short_tiles_policy<Exec>(TunedBytes) : Wanted;
  /// Otherwise there is no such pass.
  static constexpr bool exists = in_long_tiles.looks_back;
  static constexpr int max_bins = exists ? 1 << in_long_tiles.digit_bits : 0;

  /// Whether n items are one short tile.
  static bool are_one_tile(std::size_t n) {
    return may_be_short && n > 0 && n <= static_cast<std::size_t>(in_short_tiles.tile());
  }
  /// Words of a workspace for n items, or fewer: these may be more tiles, as those are short.
  static std::size_t words(std::size_t n, int classes) {
    std::size_t const of_long = words_in<in_long_tiles>(n, classes);
    if (!Wanted.is_default()) return of_long;
    return std::max(of_long, words_in<in_short_tiles>(std::min(n, max_few), classes));
  }
  /// \param starts        where the values of the digit begin
  /// \param starts_found  how many entries of \p starts the pass is to find itself, if all items
  ///                      are one tile; otherwise 0
  template <class Size, class Load, class Store, class Starts>
  static void run(Call<Exec> const& call, Size const& size, int classes, Load const& load,
                  Store const& store, Starts const& starts, int starts_found) {
    if (size.most == 0) return;
    if constexpr (may_be_short)
      if (Wanted.is_default() ? size.most <= max_few : are_one_tile(size.most))
        return launch<in_short_tiles, true>(call, size, classes, load, store, starts, starts_found);
    launch<in_long_tiles, false>(call, size, classes, load, store, starts, 0);
  }

 private:
  static constexpr std::size_t max_few = tuning::max_bytes_in_short_tiles / SlotBytes;
  /// Items that need a 64-bit Index are not few.
  static constexpr bool may_be_short = sizeof(Index) <= 4 || !Wanted.is_default();

  template <ExtractionPolicy P>
  static std::size_t words_in(std::size_t n, int classes) {
    return ProtocolMemory::words +
           ClassStates<Index>::words_for(ceil_div(n, static_cast<std::size_t>(P.tile())), classes);
  }
  template <ExtractionPolicy P, bool FindsStarts, class Size, class Load, class Store, class Starts>
  static void launch(Call<Exec> const& call, Size const& size, int classes, Load const& load,
                     Store const& store, Starts const& starts, int starts_found) {
    using Sort = SortTiles<Exec, P, FindsStarts, Index, Size, Load, Store,
                           typename Starts::non_const_value_type>;
    static_assert(!Wanted.is_default() || Sort::scratch_bytes((1 << P.digit_bits) + 1) <=
                                              tuning::capabilities<Exec>.team_scratch_bytes,
                  "a tuned tile must fit the scratch of a team");
    call.workspace.reserve(WorkspaceNeed{.words = words_in<P>(size.most, classes)});
    ProtocolMemory const memory(call.workspace);
    Sort::run(call.label, call.exec,
              Sort{.load = load,
                   .store = store,
                   .size = size,
                   .classes = classes,
                   .starts = starts.data(),
                   .start_stride = detail::stride_of(starts),
                   .starts_found = starts_found,
                   .counter = memory.counter,
                   .state_words = memory.states,
                   .table = Sort::table_of(call.exec, load, size.most, classes)});
  }
};

}  // namespace KokkosScan::detail
