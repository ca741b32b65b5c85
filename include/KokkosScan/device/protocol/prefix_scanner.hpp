// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/values.hpp>
#include <KokkosScan/device/protocol/tile_state.hpp>
#include <KokkosScan/lane/scan.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// Scans the totals of all tiles as they come in, by the threads of one team.
///
/// The tiles are cut into chunks of a few rows, a tile of a row per lane, dealt out to the threads
/// in turn. A thread scans its chunk when the totals are in and the carry of the chunk before has
/// been handed on, in scratch, by the thread before. It publishes every prefix whose predecessors
/// are in, and never waits for a whole chunk: a team may hold a tile of the chunk while it waits
/// for an earlier one. The expression for a prefix depends on the tile's number only, never on the
/// order of arrival, so its bits are the same in every run.
/// \tparam Rows  more rows handle more tiles in a time, fewer have the first prefix out sooner
///               (docs/performance.md, step 33); large totals are handled one by one
template <class Lanes, int Threads, int Rows, class T, class Op>
class PrefixScanner {
  using State = TileState<T>;

 public:
  /// Where a chunk's carry is handed on. Marked with the number of the chunk, as a tile's state is
  /// with the epoch: the place is used again only when the carry has been taken.
  struct Scratch {
    alignas(16) std::uint64_t carry[Threads * State::words];
  };

  /// \param tiles  tile 0 needs no prefix and nobody the last total: tiles - 1 totals are scanned
  KOKKOS_FUNCTION PrefixScanner(Lanes const& lanes, int thread, Scratch& scratch,
                                State const& totals, State const& prefixes, std::size_t tiles,
                                T const& init)
      : m_lanes(lanes),
        m_scratch(scratch),
        m_totals(totals),
        m_prefixes(prefixes),
        m_end(tiles - 1),
        m_chunk(thread),
        m_carry(init) {
    m_has_carry = thread == 0;
    if (lanes.is_first())
      for (int w = 0; w < State::words; ++w) scratch.carry[thread * State::words + w] = 0;
  }

  /// This thread's chunks are done.
  KOKKOS_FUNCTION bool is_done() const { return m_chunk * chunk >= m_end; }

  /// Looks once at what is missing and publishes what has become known. Returns whether anything
  /// has.
  KOKKOS_FUNCTION bool advance(Op const& op) {
    if (m_known < chunk) look_for_totals(op);
    if (!m_has_carry) {
      bool const is_in = carries(m_chunk).get(m_chunk % Threads, m_carry) == TileStatus::complete;
      m_has_carry =
          m_lanes.first_where(!is_in) < 0;  // lanes look at different moments: all or none
      if (!m_has_carry) return false;
    }
    bool const is_whole = m_known == chunk;
    // First of all the carry: the next thread waits for it, and everything behind for that one.
    if (is_whole && m_lanes.is_first())
      carries(m_chunk + 1).set_complete((m_chunk + 1) % Threads, op(m_carry, m_total));
    bool const has_news = publish(op);
    if (is_whole) {
      m_chunk += Threads;
      m_known = 0;
      m_published = 0;
      m_has_carry = false;
    }
    return m_lanes.first_where(has_news) >= 0;
  }

 private:
  static constexpr int rows = sizeof(T) <= 24 ? Rows : 1;
  static constexpr int chunk = rows * Lanes::size;

  /// Scans what is in without a gap, so that the carry finds its work done. Lanes behind the gap
  /// keep out: the operator sees neighbours only.
  KOKKOS_FUNCTION void look_for_totals(Op const& op) {
    typename State::Found found[rows];
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < rows; ++k) found[k] = m_totals.look(tile(k) < m_end ? tile(k) : m_end - 1);
    m_known = chunk;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < rows; ++k) {
      bool const is_in = m_totals.read(found[k], m_value.of[k]) == TileStatus::complete;
      int const gap = m_lanes.first_where(!is_in && tile(k) < m_end);
      if (gap >= 0 && m_known == chunk) m_known = k * Lanes::size + gap;
    }
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < rows; ++k)
      if (place(k) >= m_known || tile(k) >= m_end) m_value.of[k] = op.identity();
    Values<T, rows> sums;
    m_value = lane::inclusive_scan(m_lanes, m_value, ElementwiseMonoid<Op, rows>{op}, sums);
    m_total = sums.of[0];
    KOKKOSSCAN_UNROLL
    for (int k = 1; k < rows; ++k) {
      m_value.of[k] = op(m_total, m_value.of[k]);
      m_total = op(m_total, sums.of[k]);
    }
  }

  /// The prefixes behind the totals that are in without a gap, those not published yet.
  KOKKOS_FUNCTION bool publish(Op const& op) {
    bool has_news = false;
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < rows; ++k) {
      if (place(k) >= m_known || (m_published >> k & 1u) != 0 || tile(k) >= m_end) continue;
      m_prefixes.set_complete(tile(k) + 1, op(m_carry, m_value.of[k]));
      m_published |= 1u << k;
      has_news = true;
    }
    return has_news;
  }

  /// This lane's place in a row of the chunk, and its tile.
  KOKKOS_FUNCTION int place(int row) const { return row * Lanes::size + m_lanes.rank(); }
  KOKKOS_FUNCTION std::size_t tile(int row) const { return m_chunk * chunk + place(row); }
  KOKKOS_FUNCTION State carries(std::size_t c) const {
    return {m_scratch.carry, static_cast<std::uint32_t>(c & 0x1fffffff) + 1};
  }

  Lanes const& m_lanes;
  Scratch& m_scratch;
  State m_totals, m_prefixes;
  std::size_t m_end, m_chunk;
  T m_carry, m_total;
  Values<T, rows> m_value;   // of this lane's tiles and all before them in the chunk
  int m_known = 0;           // tiles of the chunk before the first whose total is not in
  unsigned m_published = 0;  // bit k: this lane's prefix of row k
  bool m_has_carry;
};

}  // namespace KokkosScan::detail
