// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/tile_state.hpp>
#include <KokkosScan/lane/scan.hpp>

#include <cstddef>

namespace KokkosScan::detail {

/// Scans the totals of all tiles as they come in, by the threads of one team.
///
/// The tiles are cut into chunks of a few tiles per lane, dealt out to the threads in turn. A
/// thread scans its chunk when the totals are in and the carry of the chunk before has been handed
/// on, in scratch, by the thread before. It publishes every prefix whose predecessors are in, and
/// never waits for a whole chunk: a team may hold a tile of the chunk while it waits for an earlier
/// one. The expression for a prefix depends on the tile's number only, never on the order of
/// arrival, so its bits are the same in every run.
template <class Lanes, int Threads, class T, class Op>
class PrefixScanner {
 public:
  using Carries = TileState<T>;
  /// Where a chunk's carry is handed on. Marked with the number of the chunk, as a tile's state is
  /// with the epoch: the place is used again only when the carry has been taken.
  struct Scratch {
    std::uint64_t carry[Threads * Carries::words];
  };

  /// \param tiles  tile 0 needs no prefix and nobody the last total: tiles - 1 totals are scanned
  KOKKOS_FUNCTION PrefixScanner(Lanes const& lanes, int thread, Scratch& scratch,
                                TileState<T> const& totals, TileState<T> const& prefixes,
                                std::size_t tiles, T const& init)
      : m_lanes(lanes),
        m_scratch(scratch),
        m_totals(totals),
        m_prefixes(prefixes),
        m_end(tiles - 1),
        m_chunk(thread),
        m_carry(init) {
    m_has_carry = thread == 0;
    if (lanes.is_first())
      for (int w = 0; w < Carries::words; ++w) scratch.carry[thread * Carries::words + w] = 0;
  }

  /// This thread's chunks are done.
  KOKKOS_FUNCTION bool is_done() const { return m_chunk * chunk >= m_end; }

  /// Looks once at what is missing and publishes what has become known. Returns whether anything
  /// has.
  KOKKOS_FUNCTION bool advance(Op const& op) {
    if (m_gap >= 0) look_for_totals(op);
    if (!m_has_carry) {
      bool const is_in = carries(m_chunk).get(m_chunk % Threads, m_carry) == TileStatus::complete;
      m_has_carry =
          m_lanes.first_where(!is_in) < 0;  // lanes look at different moments: all or none
      if (!m_has_carry) return false;
    }
    bool const is_whole = m_gap < 0;
    // First of all the carry: the next thread waits for it, and everything behind for that one.
    if (is_whole && m_lanes.is_first())
      carries(m_chunk + 1).set_complete((m_chunk + 1) % Threads, op(m_carry, m_total));
    bool const has_news = publish(op);
    if (is_whole) {
      m_chunk += Threads;
      m_in_hand = 0;
      m_gap = 0;
      m_published = 0;
      m_has_carry = false;
    }
    return m_lanes.first_where(has_news) >= 0;
  }

 private:
  /// Tiles a lane looks after: loads in flight, within what fits in registers.
  static constexpr int per_lane = TileState<T>::words <= 2 ? 4 : (TileState<T>::words <= 8 ? 2 : 1);
  static constexpr int chunk = per_lane * Lanes::size;
  static constexpr unsigned all = (1u << per_lane) - 1;

  /// Collects totals and scans what is there, so that the carry finds its work done.
  KOKKOS_FUNCTION void look_for_totals(Op const& op) {
    std::size_t const first = first_tile();
    typename TileState<T>::Found found[per_lane];
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < per_lane; ++k)
      found[k] = m_totals.look(first + k < m_end ? first + k : m_end - 1);
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < per_lane; ++k) {
      bool const is_in = m_totals.read(found[k], m_value[k]) == TileStatus::complete;
      if (first + k >= m_end) m_value[k] = op.identity();
      if (is_in || first + k >= m_end) m_in_hand |= 1u << k;
    }
    bool const has_all = m_in_hand == all;
    m_gap = m_lanes.first_where(!has_all);
    // Lanes behind the gap keep out: the operator sees neighbours only.
    T sum = op.identity();
    if (has_all && (m_gap < 0 || m_lanes.rank() < m_gap)) {
      sum = m_value[0];
      KOKKOSSCAN_UNROLL
      for (int k = 1; k < per_lane; ++k) sum = op(sum, m_value[k]);
    }
    m_before = lane::exclusive_scan(m_lanes, sum, op, m_total);
  }

  /// The prefixes behind the totals this lane has without a gap, those not published yet.
  KOKKOS_FUNCTION bool publish(Op const& op) {
    if (m_gap >= 0 && m_lanes.rank() > m_gap) return false;
    std::size_t const first = first_tile();
    T prefix = op(m_carry, m_before);
    bool has_news = false;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < per_lane; ++k) {
      unsigned const run = (2u << k) - 1;
      if ((m_in_hand & run) != run) continue;
      prefix = op(prefix, m_value[k]);
      if (k < m_published || first + k >= m_end) continue;
      m_prefixes.set_complete(first + k + 1, prefix);
      m_published = k + 1;
      has_news = true;
    }
    return has_news;
  }

  KOKKOS_FUNCTION std::size_t first_tile() const {
    return m_chunk * chunk + per_lane * m_lanes.rank();
  }
  KOKKOS_FUNCTION Carries carries(std::size_t c) const {
    return {m_scratch.carry, static_cast<std::uint32_t>(c & 0x1fffffff) + 1};
  }

  Lanes const& m_lanes;
  Scratch& m_scratch;
  TileState<T> m_totals, m_prefixes;
  std::size_t m_end, m_chunk;
  T m_carry, m_before, m_total;
  T m_value[per_lane];
  unsigned m_in_hand = 0;
  int m_gap = 0;  // the first lane that misses a total, -1: none does
  int m_published = 0;
  bool m_has_carry;
};

}  // namespace KokkosScan::detail
