// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/values.hpp>
#include <KokkosScan/device/protocol/tile_state.hpp>
#include <KokkosScan/lane/scan.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// The threads of one team scan the totals of all tiles as these are published.
///
/// The tiles are cut into chunks of a few rows, each row with one tile per lane. Chunks are dealt
/// to the threads round-robin. A thread scans its chunk as totals arrive, and receives the carry of
/// the previous chunk from the previous thread, through scratch. It publishes a prefix as soon as
/// all totals before that tile have arrived, and never waits for a whole chunk: a team may hold a
/// tile of the chunk while it waits for the prefix of an earlier one. The expression for a prefix
/// depends only on the tile's number, never on the order of arrival, so its bits are the same in
/// every run.
/// \tparam Rows  rows of a chunk: more give throughput, fewer publish the first prefix sooner
///               (docs/performance.md, step 33); for totals above 24 bytes there is one row
template <class Lanes, int Threads, int Rows, class T, class Op>
class PrefixScanner {
  using State = TileState<T>;

 public:
  /// Where the carries of chunks are passed on, one entry per thread. Each is marked with the
  /// number of its chunk, as the state of a tile is with the epoch. An entry is reused only after
  /// its carry has been read.
  struct Scratch {
    alignas(16) std::uint64_t carry[Threads * State::words];
  };

  /// \param tiles  tiles - 1 totals are scanned: no prefix depends on the last one
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

  /// Whether all chunks of this thread are finished.
  KOKKOS_FUNCTION bool is_done() const { return m_chunk * chunk >= m_end; }

  /// Polls once for the missing totals and carry, and publishes the prefixes that are now known.
  /// Returns whether any were published.
  KOKKOS_FUNCTION bool advance(Op const& op) {
    if (m_known < chunk) look_for_totals(op);
    if (!m_has_carry) {
      bool const is_in = carries(m_chunk).get(m_chunk % Threads, m_carry) == TileStatus::complete;
      m_has_carry =
          m_lanes.first_where(!is_in) < 0;  // lanes poll at different moments: all must have it
      if (!m_has_carry) return false;
    }
    bool const is_whole = m_known == chunk;
    // The carry first: the next thread waits for it, and all later chunks for that thread.
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

  /// Polls the totals of the chunk and scans those before the first missing one (the gap), ahead of
  /// the carry. Values past the gap are replaced by the identity: the operator must combine
  /// adjacent tiles only.
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

  /// Publishes the prefixes of all tiles that follow the known totals, unless done already.
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

  /// This lane's position in the chunk for a row, and the number of that tile.
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
  Values<T, rows> m_value;   // inclusive scan within the chunk, at this lane's tile of each row
  int m_known = 0;           // tiles of the chunk before the first whose total is missing
  unsigned m_published = 0;  // bit k: this lane has published its prefix of row k
  bool m_has_carry;
};

}  // namespace KokkosScan::detail
