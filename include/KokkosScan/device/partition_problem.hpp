// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/counts.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/buffered_partition_tile.hpp>
#include <KokkosScan/team/partition_tile.hpp>
#include <KokkosScan/tuning/partition_selector.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// A partition as the device variants see it: an exclusive scan of the counts of the classes, whose
/// tiles carry the items along.
/// \tparam Integer  of the counts: 32 bits wherever n fits, for each is published in words of its
/// own
template <class Source_, class Sink_, class Integer, class Size>
struct PartitionProblem {
  using Source = Source_;
  using Sink = Sink_;
  using T = Counts<Integer, Source::classes - 1>;
  using Op = Sum<T>;
  static constexpr ScanMode mode = ScanMode::exclusive;
  static constexpr bool is_sized_on_device = Size::is_on_device;

  template <ScanPolicy P, class Member>
  using Tile = std::conditional_t<P.storage == TileStorage::scratch,
                                  team::detail::PartitionTile<P, Member, Source, Sink, Op>,
                                  team::detail::BufferedPartitionTile<P, Member, Source, Sink, Op>>;

  template <class Exec>
  static constexpr ScanPolicy policy(DeviceScan variant) {
    constexpr int given_bytes = sizeof(typename Source::Given);
    constexpr int element_bytes = Source::needs_items ? Source::element_bytes : given_bytes;
    constexpr int extra_bytes = Source::has_extra ? sizeof(typename Source::Extra) : 0;
    return tuning::partition_policy<Exec>(variant, Source::classes,
                                          std::max(element_bytes, given_bytes),
                                          std::max(element_bytes, given_bytes) + extra_bytes);
  }
  static constexpr bool may_look_back = true;
  template <class Exec>
  static constexpr DeviceScan choose(std::size_t size, std::size_t hierarchical_tiles, bool) {
    return tuning::choose_partition<Exec>(size, hierarchical_tiles);
  }
  /// Counts are integers.
  static constexpr bool is_reproducible(DeviceScan) { return true; }

  std::size_t n;
  Source source;
  Sink sink;
  Op op;
  T init;
  Size size;
};

}  // namespace KokkosScan::detail
