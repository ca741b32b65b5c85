// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/lane_items.hpp>
#include <KokkosScan/detail/source.hpp>
#include <KokkosScan/detail/words.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::team::detail {

/// The large items of a few tiles of a partition, laid out in scratch as they are in memory. The
/// lanes of a thread copy neighboring words, asynchronously where the machine can do that.
/// \tparam PerLane  number of items per lane
/// \tparam Stages   number of tiles in scratch, which are used in turn
template <class Lanes, int Threads, int PerLane, int Stages, class Source>
class StagedItems {
  using Element = typename Source::Element;
  static constexpr int per_thread = PerLane * Lanes::size, tile = per_thread * Threads;
  /// The unit of copies: the items of a thread are a run of these, whatever the size of an item.
  using Piece = KokkosScan::detail::WordOfBytes<per_thread * sizeof(Element)>;
  static constexpr int pieces = per_thread * sizeof(Element) / sizeof(Piece);

 public:
  struct Scratch {
    static constexpr std::size_t aligned = alignof(Element) > sizeof(Piece) ? alignof(Element)
                                                                            : sizeof(Piece);
    /// All tiles, then for each thread the item before its first one, if the rule needs it.
    alignas(aligned)
        std::byte item[sizeof(Element) * (Stages * tile + (Source::needs_previous ? Threads : 0))];
  };

  /// A source for `RankedRows` whose elements are the numbers of the staged items.
  class Numbers {
   public:
    using Element = unsigned;
    using Extra = typename Source::Extra;
    using Given = std::uint16_t;
    using LocalCounts = typename Source::LocalCounts;
    static constexpr int classes = Source::classes;
    static constexpr bool needs_previous = Source::needs_previous;

    KOKKOS_FUNCTION explicit Numbers(StagedItems const& items) : m_items(items) {}

    template <int N>
    KOKKOS_FUNCTION bool has_packs() const {
      return false;
    }
    template <int N>
    KOKKOS_FUNCTION void load_pack(std::size_t, KokkosScan::detail::LaneItems<unsigned, N>&,
                                   KokkosScan::detail::LaneItems<Extra, N>&) const {}
    KOKKOS_FUNCTION void load(std::size_t i, unsigned& x, Extra& extra) const {
      x = m_items.m_stage * tile + static_cast<unsigned>(i - m_items.m_first);
      m_items.m_source->load_extra(i, extra);
    }
    KOKKOS_FUNCTION unsigned load_previous(std::size_t) const {
      return Stages * tile + static_cast<unsigned>(m_items.m_thread);
    }
    KOKKOS_FUNCTION int class_of(bool is_first, unsigned x, Extra const& extra,
                                 unsigned before) const {
      return m_items.m_source->class_of(is_first, m_items[x], extra, m_items[before]);
    }
    KOKKOS_FUNCTION std::uint16_t give(std::size_t, unsigned x) const {
      return static_cast<std::uint16_t>(x);
    }
    /// On GPUs the copies to scratch have completed by then. On CPUs loads may still be pending.
    KOKKOS_FUNCTION void order_before_counts() const {
      if constexpr (!Lanes::lanes_are_threads) m_items.m_source->order_before_counts();
    }

   private:
    StagedItems const& m_items;
  };
  KOKKOS_FUNCTION Numbers numbers() const { return Numbers(*this); }

  KOKKOS_FUNCTION StagedItems(Lanes const& lanes, int thread, Scratch& scratch)
      : m_lanes(lanes),
        m_thread(thread),
        m_item(arch::in_scratch(reinterpret_cast<Element*>(scratch.item))) {}

  /// Starts to copy this thread's part of the tile of items [first, first + tile) below n. It
  /// overwrites the tile loaded Stages calls ago: a barrier must lie between that one's last use
  /// and this call. \p source must live as long as the tile is used.
  KOKKOS_FUNCTION void load(Source const& source, std::size_t first, std::size_t n) {
    m_source = &source;
    m_first = first;
    m_stage = m_stage + 1 < Stages ? m_stage + 1 : 0;
    std::size_t const own = first + static_cast<unsigned>(m_thread * per_thread);
    bool const is_whole = Source::has_addresses && own + per_thread <= n &&
                          KokkosScan::detail::is_chunk_aligned(source.items.address(0));
    Element* const to = m_item + m_stage * tile + m_thread * per_thread;
    if (is_whole)
      load_pieces(to, own);
    else if (own < n)
      load_items(to, own, own + per_thread <= n ? per_thread : static_cast<int>(n - own));
    if constexpr (Source::needs_previous)
      if (own < n) load_items(m_item + Stages * tile + m_thread, own > 0 ? own - 1 : 0, 1);
  }

  /// Waits for the copies of the last `load`: after it the lanes of this thread see their items,
  /// and after a team barrier all threads do.
  KOKKOS_FUNCTION void wait() const {
    arch::wait_for_copies();
    m_lanes.sync();
  }

  /// A staged item by its number.
  KOKKOS_FUNCTION Element const& operator[](unsigned number) const { return m_item[number]; }
  KOKKOS_FUNCTION Element const* address(unsigned number) const { return m_item + number; }

 private:
  KOKKOS_FUNCTION void load_pieces(Element* to, std::size_t own) const {
    auto const* const from = reinterpret_cast<Piece const*>(m_source->items.address(own));
    KOKKOSSCAN_UNROLL
    for (int k = 0; k * Lanes::size < pieces; ++k) {
      int const p = k * Lanes::size + m_lanes.rank();
      if (pieces % Lanes::size == 0 || p < pieces)
        arch::copy_to_scratch(reinterpret_cast<Piece*>(to) + p, from + p);
    }
  }
  /// Copies \p count items from item i on, strided and misaligned ones too.
  KOKKOS_FUNCTION void load_items(Element* to, std::size_t i, int count) const {
    using Unit = typename KokkosScan::detail::WordInPieces<Element>::Piece;
    constexpr int units = sizeof(Element) / sizeof(Unit);
    for (int u = m_lanes.rank(); u < count * units; u += Lanes::size) {
      auto const* const item = m_source->items.address(i + static_cast<unsigned>(u / units));
      arch::copy_to_scratch(reinterpret_cast<Unit*>(to) + u,
                            reinterpret_cast<Unit const*>(item) + u % units);
    }
  }

  Lanes m_lanes;
  Source const* m_source = nullptr;
  int m_thread;
  Element* m_item;
  std::size_t m_first = 0;  // of the tile last loaded
  int m_stage = 0;
};

}  // namespace KokkosScan::team::detail
