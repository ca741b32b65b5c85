// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/edge_bins.hpp>
#include <KokkosScan/binning/overflow_bin.hpp>
#include <KokkosScan/team/bins/edge_table.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief `PreparedBinning`: a binning prepared for a team that evaluates it for many elements X.
/// With a table, if there is one for this binning and these elements; otherwise as it is.
///
/// A table is in the scratch of each team, or once in memory for all teams:
///
///     // on the host
///     Shape shape = Prepared::shape(binning, room, items);  // in room bytes, for a team's items
///     Shared shared{memory, Prepared::shape_in_memory(bins, buckets)};
///     // on the device
///     Prepared::fill(binning, shared, first, end);  // entries [first, end), by any thread
///     auto&& prepared = Prepared::in_memory(binning, shared);  // when all entries are filled
///     auto&& prepared = Prepared::in_scratch(member, binning, shape, scratch);  // all threads
///
/// The last two return a binning that finds the same bins. It may refer to all arguments.
///
/// - `Shape`: `bytes()` of scratch or memory, aligned to 16 bytes; `is_table()`: most elements need
///   no search.
/// - `max_bytes(binning, items)`: the most bytes of a shape in scratch, whatever the room.
/// - `has_table`: the binning may have a table. Without one, a shape has no bytes, and there is no
///   `fill`.
/// - `has_several_tables`: one for each of several columns, in scratch only (no `fill`). They take
///   too long to fill for few items: if `shape` is no table, another kernel searches the edges.
///
/// Specialized for `EdgeBins`, `OverflowBin` of these, and columns (prepared_columns.hpp).

namespace KokkosScan::team::detail {

/// A table in memory, for all teams.
template <class Shape>
struct SharedTable {
  std::int32_t* entries = nullptr;
  Shape shape;
};

/// A binning that has no table.
/// \tparam MayKeep  whether tables are worth it on this machine
template <class Binning, class X, bool MayKeep>
struct PreparedBinning {
  static constexpr bool has_table = false, has_several_tables = false;
  struct Shape {
    KOKKOS_FUNCTION static constexpr std::size_t bytes() { return 0; }
    KOKKOS_FUNCTION static constexpr bool is_table() { return false; }
  };
  using Shared = SharedTable<Shape>;
  static constexpr std::size_t max_bytes(Binning const&, std::size_t) { return 0; }
  static constexpr Shape shape(Binning const&, std::size_t, std::size_t) { return {}; }
  static constexpr Shape shape_in_memory(int, std::size_t) { return {}; }

  template <class Member>
  KOKKOS_FUNCTION static Binning const& in_scratch(Member const&, Binning const& binning,
                                                   Shape const&, std::byte*) {
    return binning;
  }
  KOKKOS_FUNCTION static Binning const& in_memory(Binning const& binning, Shared const&) {
    return binning;
  }
};

template <class Edges, class X>
  requires std::is_arithmetic_v<X>
struct PreparedBinning<EdgeBins<Edges>, X, true> {
  using Binning = EdgeBins<Edges>;
  using Edge = typename Binning::value_type;
  using InScratch = EdgeTable<Edges, X, true>;
  using InMemory = EdgeTable<Edges, X, false>;
  using Shape = EdgeTableShape;
  using Shared = SharedTable<Shape>;
  static constexpr bool has_table = true, has_several_tables = false;

  static std::size_t max_bytes(Binning const& binning, std::size_t items) {
    return Shape::template max_bytes<Edge>(binning.bins(), items);
  }
  static Shape shape(Binning const& binning, std::size_t room, std::size_t items) {
    return Shape::template in_scratch<Edge>(binning.bins(), room, items);
  }
  static Shape shape_in_memory(int bins, std::size_t buckets) {
    return Shape::in_memory(static_cast<std::size_t>(bins), buckets);
  }
  template <class Member>
  KOKKOS_FUNCTION static InScratch in_scratch(Member const& member, Binning const& binning,
                                              Shape const& shape, std::byte* scratch) {
    return InScratch::in_scratch(member, binning, shape, scratch);
  }
  KOKKOS_FUNCTION static InMemory in_memory(Binning const& binning, Shared const& table) {
    return InMemory(binning, table.shape, table.entries,
                    static_cast<EdgeScale>(table.entries[table.shape.buckets]));
  }
  /// The call that fills entry 0 also stores the scale.
  KOKKOS_FUNCTION static void fill(Binning const& binning, Shared const& table, int first,
                                   int end) {
    EdgeScale const scale = InMemory::scale_of(binning, table.shape);
    if (first == 0) table.entries[table.shape.buckets] = static_cast<std::int32_t>(scale);
    InMemory(binning, table.shape, table.entries, scale).fill(first, end);
  }
};

template <class Edges, class X>
  requires std::is_arithmetic_v<X>
struct PreparedBinning<OverflowBin<EdgeBins<Edges>>, X, true> {
  using Binning = OverflowBin<EdgeBins<Edges>>;
  using Inner = PreparedBinning<EdgeBins<Edges>, X, true>;
  using Shape = typename Inner::Shape;
  using Shared = typename Inner::Shared;
  static constexpr bool has_table = true, has_several_tables = false;

  static std::size_t max_bytes(Binning const& binning, std::size_t items) {
    return Inner::max_bytes(binning.inner(), items);
  }
  static Shape shape(Binning const& binning, std::size_t room, std::size_t items) {
    return Inner::shape(binning.inner(), room, items);
  }
  static Shape shape_in_memory(int bins, std::size_t buckets) {
    return Inner::shape_in_memory(bins - 1, buckets);
  }
  template <class Member>
  KOKKOS_FUNCTION static auto in_scratch(Member const& member, Binning const& binning,
                                         Shape const& shape, std::byte* scratch) {
    return OverflowBin(Inner::in_scratch(member, binning.inner(), shape, scratch),
                       binning.bins() - 1);
  }
  KOKKOS_FUNCTION static auto in_memory(Binning const& binning, Shared const& table) {
    return OverflowBin(Inner::in_memory(binning.inner(), table), binning.bins() - 1);
  }
  KOKKOS_FUNCTION static void fill(Binning const& binning, Shared const& table, int first,
                                   int end) {
    Inner::fill(binning.inner(), table, first, end);
  }
};

}  // namespace KokkosScan::team::detail
