// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/bin_key.hpp>
#include <KokkosScan/device/bins/extraction_problem.hpp>
#include <KokkosScan/device/bins/find_offsets.hpp>
#include <KokkosScan/device/bins/offset_sink.hpp>
#include <KokkosScan/device/bins/pass_destinations.hpp>
#include <KokkosScan/device/bins/pass_sources.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// An extraction as its ways get it: what they sort, by what, and where the result goes.
///
/// If the problem has keys, a CPU thread in one pass moves the elements by them. Otherwise indices
/// are sorted and the elements fetched by them at the end; but small elements move with their keys
/// (by digits no larger than an index, to buckets see `tuning::is_moved_beside_key`).
///
/// Each way (extract_over_tiles.hpp, extract_in_pieces.hpp, extract_by_buckets.hpp,
/// extract_by_digits.hpp) is made of a
/// task, and has `run()` and `kept_bytes()`: bytes of the workspace's kept memory that it takes.
/// \tparam Problem  an `ExtractionProblem`
template <Extracted What, class Exec_, class Problem>
struct ExtractionTask {
  using Exec = Exec_;
  using Items = typename Problem::Items;
  using Keyed = typename Problem::Keyed;
  using Element = typename Items::element_type;
  using Out = typename Problem::Out;
  using T = typename Out::non_const_value_type;
  using Offset = typename Problem::Offsets::non_const_value_type;
  using Key = BinKey<typename Problem::Binning>;
  using Destination = StoreItem<T, is_contiguous<Out>>;

  static constexpr Extracted what = What;
  static constexpr bool moves_elements = What == Extracted::elements;
  static constexpr bool gives_ranks = What == Extracted::ranks;
  /// Otherwise indices or keys are sorted.
  static constexpr bool sorts_elements = moves_elements && std::is_same_v<Items, Keyed>;

  /// Whether elements are moved by the bins of other items: so a CPU thread can gather those of a
  /// bin in a buffer.
  static constexpr bool moves_by_keys =
      moves_elements && !sorts_elements && !tuning::capabilities<Exec>.lanes_are_threads;

  /// Source and destination of a pass that sorts by all of the bin, and not for ranks.
  template <class Index>
  using Load =
      std::conditional_t<sorts_elements, LoadElement<Items, Key>,
                         std::conditional_t<moves_by_keys, LoadElementByKey<Items, Keyed, Key>,
                                            LoadIndex<Keyed, Key, Index>>>;
  using Store = std::conditional_t<moves_elements && !sorts_elements && !moves_by_keys,
                                   StoreElement<Items, Destination>, Destination>;

  Call<Exec> const& call;
  Problem const& problem;
  std::size_t kept_offset = 0;  ///< bytes at the start of the kept memory that are in use already

  std::size_t items() const { return problem.items.size.most; }
  int bins() const { return problem.bins; }
  /// The number of bins, plus one for elements in no bin if these are moved too.
  int classes() const { return problem.bins + (moves_elements ? 0 : 1); }
  Key key() const { return {problem.binning, problem.bins}; }

  template <class Index>
  Load<Index> load() const {
    if constexpr (moves_by_keys)
      return {problem.items, problem.keyed, key()};
    else
      return {problem.keyed, key()};
  }
  Destination destination() const { return {problem.out.data(), detail::stride_of(problem.out)}; }
  /// A destination that may fetch the elements.
  template <class To>
  To to() const {
    if constexpr (std::is_same_v<To, Destination>)
      return destination();
    else
      return {problem.items, destination()};
  }

  OffsetSink<Offset> offsets_to_store(int count) const {
    return {problem.offsets.data(), detail::stride_of(problem.offsets), count};
  }
  /// \tparam AreFew  as for `find_offsets`
  template <bool AreFew>
  void find_offsets_unless_known() const {
    if (!problem.knows_offsets)
      detail::find_offsets<AreFew>(call, problem.keyed, problem.binning, problem.bins,
                                   problem.offsets);
  }
};

}  // namespace KokkosScan::detail
