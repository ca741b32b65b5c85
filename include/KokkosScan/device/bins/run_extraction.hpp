// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/bins/sort_digits.hpp>
#include <KokkosScan/device/bins/sort_ends.hpp>
#include <KokkosScan/device/bins/sort_pass.hpp>
#include <KokkosScan/device/range.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// \brief From checked arguments to the passes of an extraction: one for few bins, one a digit for
/// many.

namespace KokkosScan::detail {

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
  using Load =
      std::conditional_t<moves_elements, LoadElement<Items, Key>, LoadIndex<Items, Key, Index>>;
  constexpr ExtractionPolicy ordered =
      look_back_policy_for<Exec, Wanted>(sizeof(Moved) + (Load::has_cheap_class ? 0 : 1));
  if constexpr (ordered.looks_back && !gives_ranks) {
    if (static_cast<std::size_t>(bins) <= std::size_t(1) << ordered.digit_bits &&
        (knows_offsets || !Wanted.is_tuned() || tuning::prefer_look_back<Exec>(bins))) {
      if (!knows_offsets) find_offsets(label, exec, items, n, binning, bins, offsets, workspace);
      look_back_pass<Exec, ordered, Index>(label, exec, workspace, n, static_cast<int>(keys),
                                           Load{items, key}, place, offsets);
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
                                     Load{items, key}, place);
    else if constexpr (gives_ranks)
      sort_pass<Exec, single, Index>(
          label, exec, workspace, pieces, firsts, items, key,
          LoadKeyed<Items, DigitOf<Key>, Index>{items, {key, 0, ~0}},
          StoreRank<Place, std::uint64_t>{place, firsts.data,
                                          static_cast<std::ptrdiff_t>(firsts.pieces)});
    else
      sort_pass<Exec, single, Index>(label, exec, workspace, pieces, firsts, items, key,
                                     Load{items, key}, place);
    if (knows_offsets) return;
    Kokkos::parallel_for(label + " offsets", range(exec, static_cast<std::size_t>(bins) + 1),
                         CopyOffsets<Offset>{firsts, offsets.data(), offset_stride});
    return;
  }

  if (!knows_offsets) find_offsets(label, exec, items, n, binning, bins, offsets, workspace);

  // Many bins. What moves from digit to digit: small elements, whose bins are found again, or a key
  // and an index for each.
  if constexpr (moves_elements && Key::is_cheap && sizeof(T) <= 8 &&
                std::is_same_v<T, typename Items::element_type>)
    sort_elements_by_digits<Index, Wanted>(label, exec, items, n, key, place, workspace);
  else
    sort_keys_by_digits<What, Index, Wanted>(label, exec, items, n, key, place, offsets, workspace);
}

}  // namespace KokkosScan::detail
