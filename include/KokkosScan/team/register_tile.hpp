// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::team::detail {

/// A tile whose items stay in the lanes' registers between `read` and `write`, or are parked in
/// scratch meanwhile.
///
/// A thread holds Rows rows of lanes × Width consecutive items, rows one after the other, so that a
/// row is read and written by consecutive wide accesses. `read` scans within the threads and
/// gives the tile's total (lane-first: lane scans, then the totals of the threads in scratch);
/// `write` puts what lies before in front. Every item is loaded once. Padding behind the end is
/// the identity and is never written.
template <ScanPolicy P, ScanMode Mode, class Member, class Source, class Sink, class Op>
class RegisterTile {
 public:
  using T = typename Op::value_type;
  using Payload = typename Source::payload_type;
  using Lanes = lane::Group<Member, P.lanes>;
  static constexpr bool has_payload = !std::is_empty_v<Payload>;

  /// The items of one row a lane holds; moved with wide accesses where their size allows it.
  template <class Item>
  struct RowOf {
    static constexpr std::size_t bytes = sizeof(Item) * P.width;
    static constexpr std::size_t alignment = bytes % 16 == 0 ? 16 : alignof(Item);
    alignas(alignment > alignof(Item) ? alignment : alignof(Item)) Item value[P.width];
  };
  using Row = RowOf<T>;
  using PayloadRow = RowOf<Payload>;

  /// Totals of the threads, of two tiles in turn: one barrier a tile suffices.
  struct Scratch {
    T thread_total[2][P.threads];
  };
  static constexpr bool reads_before_write = true;
  static constexpr std::size_t buffer_bytes = 0;

  /// A tile in scratch between `park` and `write_parked`: each lane finds its own items again.
  struct Slot {
    Row item[P.rows * P.threads * P.lanes];
    PayloadRow payload[has_payload ? P.rows * P.threads * P.lanes : 1];
  };
  KOKKOS_FUNCTION RegisterTile(Member const& member, Scratch& scratch, void*)
      : m_member(member), m_scratch(scratch), m_lanes(member) {}

  /// Reads items [first, first + tile) below n.
  KOKKOS_FUNCTION void load(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    std::size_t const base = place(first);
    bool const packed = first + P.tile() <= n && source.template has_packs<P.width>();
    int const left = items_left(base, n);
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.rows; ++k) {
      if (packed) {
        source.template load_pack<P.width>(base + k * row, m_item[k].value, m_payload[k].value);
      } else {
        KOKKOSSCAN_UNROLL
        for (int j = 0; j < P.width; ++j)
          m_item[k].value[j] = k * row + j < left
                                   ? source.load(base + (k * row + j), m_payload[k].value[j])
                                   : T(op.identity());
      }
    }
  }

  /// Scans the items last loaded within each thread; returns their total on all threads. One team
  /// barrier.
  KOKKOS_FUNCTION T scan(Op const& op) {
    T* const thread_total = m_scratch.thread_total[m_phase];
    m_phase ^= 1;
    T const sum = scan_rows(op);
    if (m_lanes.is_first()) thread_total[m_member.team_rank()] = sum;
    m_member.team_barrier();
    T total;
    m_before = combine_before(thread_total, m_member.team_rank(), P.threads, op, total);
    return total;
  }

  KOKKOS_FUNCTION T read(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    load(source, op, first, n);
    return scan(op);
  }
  KOKKOS_FUNCTION void skip(Op const&, std::size_t, std::size_t) {}  // it always reads

  /// Writes the scan of the items last read, tile [first, …) below n, with \p prefix in front.
  KOKKOS_FUNCTION void write(Source const&, Sink const& sink, Op const& op, std::size_t first,
                             std::size_t n, T const& prefix) {
    write_rows(sink, op, first, n, op(prefix, m_before),
               [&](int k, Row& item, PayloadRow& payload) {
                 item = m_item[k];
                 payload = m_payload[k];
               });
  }

  /// Puts the items last scanned aside; the registers are free for the next tile. Returns what lies
  /// before this thread's items in the tile.
  KOKKOS_FUNCTION T park(Slot& slot) const {
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.rows; ++k) {
      slot.item[own_place(k)] = m_item[k];
      if constexpr (has_payload) slot.payload[own_place(k)] = m_payload[k];
    }
    return m_before;
  }

  /// Writes the scan of a parked tile; \p before is what lies before this thread's items. No
  /// barrier.
  KOKKOS_FUNCTION void write_parked(Slot const& slot, Sink const& sink, Op const& op,
                                    std::size_t first, std::size_t n, T const& before) const {
    write_rows(sink, op, first, n, before, [&](int k, Row& item, PayloadRow& payload) {
      item = slot.item[own_place(k)];
      if constexpr (has_payload) payload = slot.payload[own_place(k)];
    });
  }

 private:
  static constexpr int row = P.lanes * P.width;

  KOKKOS_FUNCTION int lane() const {
    return m_lanes.generate([](int l) { return l; });
  }
  /// The first item of this lane in a tile.
  KOKKOS_FUNCTION std::size_t place(std::size_t first) const {
    return first + static_cast<unsigned>(m_member.team_rank() * P.rows * row + lane() * P.width);
  }
  /// How many items from base on exist, as far as this lane could reach.
  KOKKOS_FUNCTION static int items_left(std::size_t base, std::size_t n) {
    constexpr std::size_t reach = P.tile();
    return base >= n ? 0 : static_cast<int>(n - base < reach ? n - base : reach);
  }
  KOKKOS_FUNCTION int own_place(int k) const {
    return (k * P.threads + m_member.team_rank()) * P.lanes + lane();
  }

  /// Writes the rows that fetch(k, item, payload) gives, \p before in front.
  template <class Fetch>
  KOKKOS_FUNCTION void write_rows(Sink const& sink, Op const& op, std::size_t first, std::size_t n,
                                  T const& before, Fetch const& fetch) const {
    std::size_t const base = place(first);
    bool const packed = first + P.tile() <= n && sink.template has_packs<P.width>();
    int const left = items_left(base, n);
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.rows; ++k) {
      Row item;
      PayloadRow payload{};
      fetch(k, item, payload);
      KOKKOSSCAN_UNROLL
      for (int j = 0; j < P.width; ++j) item.value[j] = op(before, item.value[j]);
      if (packed) {
        sink.template store_pack<P.width>(base + k * row, item.value, payload.value);
      } else {
        KOKKOSSCAN_UNROLL
        for (int j = 0; j < P.width; ++j)
          if (k * row + j < left) sink.store(base + (k * row + j), item.value[j], payload.value[j]);
      }
    }
  }

  /// Scans the rows of this thread in place, each behind the one before; returns their total.
  KOKKOS_FUNCTION T scan_rows(Op const& op) {
    T carry = op.identity();
    KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.rows; ++k) {
      T sum = m_item[k].value[0];
      KOKKOSSCAN_UNROLL
      for (int j = 1; j < P.width; ++j) {
        sum = op(sum, m_item[k].value[j]);
        if constexpr (Mode == ScanMode::inclusive) m_item[k].value[j] = sum;
      }
      T row_total;
      T before = lane::exclusive_scan(m_lanes, sum, op, row_total);
      if (k > 0) before = op(carry, before);
      carry = k > 0 ? op(carry, row_total) : row_total;
      KOKKOSSCAN_UNROLL
      for (int j = 0; j < P.width; ++j) {
        if constexpr (Mode == ScanMode::inclusive) {
          m_item[k].value[j] = op(before, m_item[k].value[j]);
        } else {
          T const next = op(before, m_item[k].value[j]);
          m_item[k].value[j] = before;
          before = next;
        }
      }
    }
    return carry;
  }

  Member const& m_member;
  Scratch& m_scratch;
  Lanes m_lanes;
  int m_phase = 0;
  T m_before;
  Row m_item[P.rows];
  PayloadRow m_payload[P.rows];
};

}  // namespace KokkosScan::team::detail
