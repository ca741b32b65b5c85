// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// A tile whose items stay in the lanes' registers between `read` and `write`.
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

  struct Scratch {
    T thread_total[P.threads];
  };
  static constexpr bool reads_before_write = true;
  static constexpr std::size_t buffer_bytes = 0;

  KOKKOS_FUNCTION RegisterTile(Member const& member, Scratch& scratch, void*)
      : m_member(member), m_scratch(scratch), m_lanes(member) {}

  /// Reads items [first, first + tile) below n, scans them; returns their total on all threads.
  /// One team barrier.
  KOKKOS_FUNCTION T read(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    m_base = first + static_cast<std::size_t>(m_member.team_rank()) * (P.rows * row);
    m_is_full = first + P.tile() <= n;
    m_count = n;
    load(source, op);
    T const sum = scan_rows(op);
    if (is_first_lane()) m_scratch.thread_total[m_member.team_rank()] = sum;
    m_member.team_barrier();
    T total;
    m_before =
        combine_before(m_scratch.thread_total, m_member.team_rank(), P.threads, op, total);
    return total;
  }

  KOKKOS_FUNCTION void skip(Op const&, std::size_t, std::size_t) {}  // it always reads

  /// Writes the scan of the items last read, with \p prefix in front.
  KOKKOS_FUNCTION void write(Source const&, Sink const& sink, Op const& op, T const& prefix) {
    T const before = op(prefix, m_before);
    bool const packed = m_is_full && sink.template has_packs<P.width>();
KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.rows; ++k) {
KOKKOSSCAN_UNROLL
      for (int j = 0; j < P.width; ++j) m_item[k][j] = op(before, m_item[k][j]);
      std::size_t const i = place(k);
      if (packed) {
        sink.template store_pack<P.width>(i, m_item[k], m_payload[k]);
      } else {
KOKKOSSCAN_UNROLL
        for (int j = 0; j < P.width; ++j)
          if (i + j < m_count) sink.store(i + j, m_item[k][j], m_payload[k][j]);
      }
    }
  }

 private:
  static constexpr std::size_t row = P.lanes * P.width;

  KOKKOS_FUNCTION bool is_first_lane() const { return m_lanes.is_first(); }
  KOKKOS_FUNCTION std::size_t place(int k) const {
    int const lane = m_lanes.generate([](int l) { return l; });
    return m_base + k * row + lane * P.width;
  }

  KOKKOS_FUNCTION void load(Source const& source, Op const& op) {
    bool const packed = m_is_full && source.template has_packs<P.width>();
KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.rows; ++k) {
      std::size_t const i = place(k);
      if (packed) {
        source.template load_pack<P.width>(i, m_item[k], m_payload[k]);
      } else {
KOKKOSSCAN_UNROLL
        for (int j = 0; j < P.width; ++j)
          m_item[k][j] =
              i + j < m_count ? source.load(i + j, m_payload[k][j]) : T(op.identity());
      }
    }
  }

  /// Scans the rows of this thread in place, each behind the one before; returns their total.
  KOKKOS_FUNCTION T scan_rows(Op const& op) {
    T carry = op.identity();
KOKKOSSCAN_UNROLL
    for (int k = 0; k < P.rows; ++k) {
      T sum = m_item[k][0];
KOKKOSSCAN_UNROLL
      for (int j = 1; j < P.width; ++j) {
        sum = op(sum, m_item[k][j]);
        if constexpr (Mode == ScanMode::inclusive) m_item[k][j] = sum;
      }
      T row_total;
      T before = lane::exclusive_scan(m_lanes, sum, op, row_total);
      if (k > 0) before = op(carry, before);
      carry = k > 0 ? op(carry, row_total) : row_total;
KOKKOSSCAN_UNROLL
      for (int j = 0; j < P.width; ++j) {
        if constexpr (Mode == ScanMode::inclusive) {
          m_item[k][j] = op(before, m_item[k][j]);
        } else {
          T const next = op(before, m_item[k][j]);
          m_item[k][j] = before;
          before = next;
        }
      }
    }
    return carry;
  }

  Member const& m_member;
  Scratch& m_scratch;
  Lanes m_lanes;
  std::size_t m_base = 0, m_count = 0;
  bool m_is_full = false;
  T m_before;
  T m_item[P.rows][P.width];
  Payload m_payload[P.rows][P.width];
};

}  // namespace KokkosScan::team::detail
