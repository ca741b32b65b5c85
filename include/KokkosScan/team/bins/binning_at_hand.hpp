// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/edge_bins.hpp>
#include <KokkosScan/binning/overflow_bin.hpp>
#include <KokkosScan/team/bins/edge_table.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// A binning as a team has it at hand while it asks for the bins of many X: with a table where
/// there is one for it, in its scratch or in memory, else as it is.
///
/// \tparam MayKeep  tables are worth it on this machine
template <class Binning, class X, bool MayKeep>
struct BinningAtHand {
  static constexpr bool has_table = false;
  struct Shape {
    KOKKOS_FUNCTION static constexpr std::size_t bytes() { return 0; }
  };
  static constexpr std::size_t most_bytes(Binning const&, std::size_t) { return 0; }
  static constexpr Shape shape(Binning const&, std::size_t, std::size_t) { return {}; }

  template <class Member>
  KOKKOS_FUNCTION static Binning const& in_scratch(Member const&, Binning const& binning,
                                                   Shape const&, std::byte*) {
    return binning;
  }
  KOKKOS_FUNCTION static Binning const& in_memory(Binning const& binning, EdgeEntries const&) {
    return binning;
  }
};

template <class Edges, class X>
struct BinningAtHand<EdgeBins<Edges>, X, true> {
  using Binning = EdgeBins<Edges>;
  using InScratch = EdgeTable<Edges, X, std::uint16_t>;
  using InMemory = EdgeTable<Edges, X, std::uint32_t>;
  using Shape = EdgeTableShape;
  static constexpr bool has_table = true;

  /// What a table in scratch takes at most, for so many items of a team.
  static std::size_t most_bytes(Binning const& binning, std::size_t items) {
    return InScratch::most_bytes(binning, items);
  }
  /// The table for which there are so many bytes of scratch.
  static Shape shape(Binning const& binning, std::size_t room, std::size_t items) {
    return InScratch::shape(binning, room, items);
  }
  /// By all threads of a team.
  /// \param scratch  shape.bytes() of it, aligned to 16 bytes
  template <class Member>
  KOKKOS_FUNCTION static InScratch in_scratch(Member const& member, Binning const& binning,
                                              Shape const& shape, std::byte* scratch) {
    return InScratch::in_scratch(member, binning, shape, scratch);
  }
  /// With entries that `fill_entry` has found.
  KOKKOS_FUNCTION static InMemory in_memory(Binning const& binning, EdgeEntries const& entries) {
    return InMemory(binning, entries.buckets, entries.data);
  }
  KOKKOS_FUNCTION static void fill_entry(Binning const& binning, EdgeEntries const& entries,
                                         int b) {
    in_memory(binning, entries).fill(b);
  }
};

template <class Edges, class X>
struct BinningAtHand<OverflowBin<EdgeBins<Edges>>, X, true> {
  using Binning = OverflowBin<EdgeBins<Edges>>;
  using Inner = BinningAtHand<EdgeBins<Edges>, X, true>;
  using Shape = typename Inner::Shape;
  static constexpr bool has_table = true;

  static std::size_t most_bytes(Binning const& binning, std::size_t items) {
    return Inner::most_bytes(binning.inner(), items);
  }
  static Shape shape(Binning const& binning, std::size_t room, std::size_t items) {
    return Inner::shape(binning.inner(), room, items);
  }
  template <class Member>
  KOKKOS_FUNCTION static auto in_scratch(Member const& member, Binning const& binning,
                                         Shape const& shape, std::byte* scratch) {
    return OverflowBin(Inner::in_scratch(member, binning.inner(), shape, scratch),
                       binning.bins() - 1);
  }
  KOKKOS_FUNCTION static auto in_memory(Binning const& binning, EdgeEntries const& entries) {
    return OverflowBin(Inner::in_memory(binning.inner(), entries), binning.bins() - 1);
  }
  KOKKOS_FUNCTION static void fill_entry(Binning const& binning, EdgeEntries const& entries,
                                         int b) {
    Inner::fill_entry(binning.inner(), entries, b);
  }
};

}  // namespace KokkosScan::team::detail
