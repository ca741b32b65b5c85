// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/class_counts.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/tiles/buffered_partition_tile.hpp>
#include <KokkosScan/team/tiles/partition_tile.hpp>
#include <KokkosScan/team/tiles/staged_partition_tile.hpp>
#include <KokkosScan/tuning/partition_selector.hpp>
#include <KokkosScan/tuning/sizes.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// A partition as the device variants see it: an exclusive scan of the counts of the classes, whose
/// tiles also move the items.
/// \tparam Integer  type of the counts: on GPUs 32 bits wherever n fits, so that one word holds a
///                  prefix
template <class Source_, class Sink_, class Integer, class Size>
struct PartitionProblem {
  using Source = Source_;
  using Sink = Sink_;
  using T = ClassCounts<Integer, Source::classes - 1>;
  using Op = Sum<T>;
  static constexpr ScanMode mode = ScanMode::exclusive;
  static constexpr bool is_sized_on_device = Size::is_on_device;

  /// Large elements stay where the tile staged them; it sorts their indices.
  static constexpr bool sorts_indices =
      Source::gives_element && tuning::partitions_indices(sizeof(typename Source::Element));

  template <ScanPolicy P, class Member>
  static constexpr auto type_of_tile() {
    using Plain = team::detail::PartitionTile<P, Member, Source, Sink, Op>;
    if constexpr (P.storage == TileStorage::cache) {
      return std::type_identity<team::detail::BufferedPartitionTile<P, Member, Source, Sink, Op>>{};
    } else if constexpr (sorts_indices) {
      using Staged = team::detail::StagedPartitionTile<P, Member, Source, Sink, Op>;
      return std::type_identity<std::conditional_t<Staged::fits, Staged, Plain>>{};
    } else {
      return std::type_identity<Plain>{};
    }
  }
  template <ScanPolicy P, class Member>
  using Tile = typename decltype(type_of_tile<P, Member>())::type;

  template <class Exec>
  static constexpr ScanPolicy policy(DeviceScan variant) {
    // If elements are not written, a GPU's lane holds only the part that the rule reads, taken to
    // be at most 16 bytes. A rule of neighbors passes whole elements from lane to lane. H200, 2^30
    // bytes, half kept, `select_unique_indices`, µs, so / by 16 bytes: elements of 40 bytes 472 /
    // 637, of 64 960 / 923, of 200 1730 / 1560; up to 16 bytes it is the same.
    constexpr bool is_held = Source::gives_element || Source::needs_previous ||
                             !tuning::capabilities<Exec>.lanes_are_threads;
    constexpr int held_bytes =
        is_held ? Source::element_bytes : std::min(Source::element_bytes, 16);
    return tuning::partition_policy<Exec>(
        variant, {.classes = Source::classes,
                  .element_bytes = Source::needs_items ? held_bytes : 0,
                  .flag_bytes = Source::has_extra ? sizeof(typename Source::Extra) : 0,
                  .given_bytes = sizeof(typename Source::Given),
                  .sorts_indices = sorts_indices,
                  .is_selection_of_elements = !Sink::keeps_all && Source::is_only_elements});
  }
  /// As in `ScanProblem`.
  static constexpr std::size_t moved_bytes = std::max(
      Source::needs_items ? sizeof(typename Source::Element) : 0, sizeof(typename Source::Given));
  static constexpr DeviceScan for_few = DeviceScan::look_back;
  static constexpr std::size_t max_few = tuning::max_partitioned_at_once(moved_bytes);
  template <class Exec>
  static constexpr DeviceScan choose(std::size_t n, std::size_t hierarchical_tiles) {
    return tuning::choose_partition<Exec>(n, moved_bytes, hierarchical_tiles);
  }
  /// Counts are integers.
  static constexpr bool is_reproducible(DeviceScan) { return true; }

  Source source;
  Sink sink;
  Op op;
  T init;
  Size size;
  std::size_t n = size.most;  ///< as in `ScanProblem`
};

}  // namespace KokkosScan::detail
