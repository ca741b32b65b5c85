// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/striped.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/team/detail/combine_before.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// A tile whose items wait in team scratch between reading and writing.
///
/// A thread's lanes read consecutive memory with wide accesses and exchange the items through
/// scratch, so that each lane holds *consecutive* ones: one pass over them gives the lane's sum,
/// one lane scan the sum of the lanes before it. The items stay in scratch as they came from
/// memory. To write, each lane scans its items from the prefix on, and the results leave by the
/// same exchange. In between, registers hold only the sum of the items before each lane, so several
/// tiles may wait in a ring of slots. Every item is loaded once; items past the end count as the
/// identity.
template <ScanPolicy P, ScanMode Mode, class Member, class Source, class Sink, class Op>
class ScratchTile {
 public:
  using T = typename Op::value_type;
  using Stage = typename Source::stage_type;
  using Element = typename Sink::element_type;
  using Lanes = lane::Group<Member, P.lanes>;
  using Heads = typename Source::heads_type;
  using LaneHeads = typename Heads::template LaneHeads<P.items, Lanes>;
  using In = lane::detail::Striped<Stage, P.items, Lanes>;
  using Out = lane::detail::Striped<Element, P.items, Lanes>;

  /// The scratch in which a tile waits.
  struct Slot {
    static constexpr std::size_t bytes = In::bytes > Out::bytes ? In::bytes : Out::bytes;
    struct alignas(16) Region {
      std::byte memory[bytes];
    } region[P.threads];
  };
  struct Scratch {
    T thread_total[2][P.threads];  // tiles use the two in turn: one barrier per tile suffices
    Slot slot[P.slots > 0 ? P.slots : 1];
  };
  /// What a lane keeps in registers of a tile that waits.
  struct Parked {
    T before;  ///< op over the items of the tile before the lane's own
    typename LaneHeads::Bits heads;
  };
  static constexpr bool reads_before_write = true;
  static constexpr std::size_t alignment = alignof(Scratch);
  static constexpr std::size_t buffer_bytes = 0;

  KOKKOS_FUNCTION ScratchTile(Member const& member, Scratch& scratch, void*)
      : m_member(member), m_scratch(scratch), m_lanes(member) {}

  /// Starts to read items [first, first + tile) below n.
  KOKKOS_FUNCTION void load(Source const& source, std::size_t first, std::size_t n) {
    std::size_t const base = place(first);
    m_left = items_left(base, n);
    m_in.load(m_lanes, source, base, m_left);
    m_heads.load(m_lanes, source.heads(), base, m_left);
  }

  /// Puts the items last loaded into a slot. Returns their total on all threads. One team barrier.
  /// \param before_barrier  called before the barrier: what it writes to scratch is visible to all
  ///                        threads after this call
  template <class BeforeBarrier>
  KOKKOS_FUNCTION T scan(Source const& source, Op const& op, int slot,
                         BeforeBarrier const& before_barrier) {
    m_in.exchange(m_lanes, memory(slot));
    m_parked.heads = m_heads.bits(m_lanes, source.heads());
    auto const own = In::read_own(m_lanes, memory(slot));
    T const sum = m_left == In::count
                      ? reduce<true>(source, op, own, P.items)
                      : reduce<false>(source, op, own, m_left - P.items * m_lanes.rank());
    T thread_total;
    T const before = lane::exclusive_scan(m_lanes, sum, op, thread_total);
    T* const totals = m_scratch.thread_total[m_phase];
    m_phase ^= 1;
    if (m_lanes.is_first()) totals[m_member.team_rank()] = thread_total;
    before_barrier();
    m_member.team_barrier();
    T total;
    m_parked.before =
        op(detail::combine_before(totals, m_member.team_rank(), P.threads, op, total), before);
    return total;
  }
  /// What to keep of the tile last scanned until its `write`.
  KOKKOS_FUNCTION Parked const& park(int) const { return m_parked; }

  /// Writes the scan of the tile in a slot, items [first, first + tile) below n, with \p prefix in
  /// front. No barrier.
  KOKKOS_FUNCTION void write(Source const& source, Sink const& sink, Op const& op,
                             std::size_t first, std::size_t n, T const& prefix,
                             Parked const& parked, int slot) {
    std::size_t const base = place(first);
    int const left = items_left(base, n);
    auto const own = In::read_own(m_lanes, memory(slot));
    if constexpr (sizeof(Stage) != sizeof(Element)) m_lanes.sync();
    T const before = op(prefix, parked.before);
    Out::write_own(m_lanes, memory(slot),
                   left == In::count
                       ? scan_own<true>(source, sink, op, own, parked, P.items, before)
                       : scan_own<false>(source, sink, op, own, parked,
                                         left - P.items * m_lanes.rank(), before));
    Out::store(m_lanes, memory(slot), sink, base, left);
  }

  /// `read` is `load` and `scan`; this `write` is for a tile with no other in between.
  KOKKOS_FUNCTION T read(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    load(source, first, n);
    return scan(source, op, 0, [] {});
  }
  KOKKOS_FUNCTION void write(Source const& source, Sink const& sink, Op const& op,
                             std::size_t first, std::size_t n, T const& prefix) {
    write(source, sink, op, first, n, prefix, m_parked, 0);
  }

 private:
  /// The first item of this thread in a tile.
  KOKKOS_FUNCTION std::size_t place(std::size_t first) const {
    return first + static_cast<unsigned>(m_member.team_rank() * P.items * P.lanes);
  }
  /// Number of items of this thread that are below n.
  KOKKOS_FUNCTION static int items_left(std::size_t base, std::size_t n) {
    constexpr std::size_t span = static_cast<std::size_t>(P.items) * P.lanes;
    return base >= n ? 0 : static_cast<int>(n - base < span ? n - base : span);
  }
  KOKKOS_FUNCTION std::byte* memory(int slot) const {
    return m_scratch.slot[slot].region[m_member.team_rank()].memory;
  }
  /// The sum of this lane's first \p count items, which are all of them if IsFull.
  template <bool IsFull>
  KOKKOS_FUNCTION T reduce(Source const& source, Op const& op, typename In::Items const& own,
                           int count) const {
    T sum = op.identity();
    if (IsFull || count > 0) sum = item(source, own, m_parked, 0);
    KOKKOSSCAN_UNROLL
    for (int j = 1; j < P.items; ++j)
      if (IsFull || j < count) sum = op(sum, item(source, own, m_parked, j));
    return sum;
  }
  /// The scan of this lane's items, starting from the prefix \p running.
  template <bool IsFull>
  KOKKOS_FUNCTION static auto scan_own(Source const& source, Sink const& sink, Op const& op,
                                       typename In::Items const& own, Parked const& parked,
                                       int count, T running) {
    typename Out::Items result;
    KOKKOSSCAN_UNROLL
    for (int j = 0; j < P.items; ++j) {
      T const next = IsFull || j < count ? op(running, item(source, own, parked, j)) : running;
      result.set(j, sink.element(Mode == ScanMode::inclusive ? next : running,
                                 LaneHeads::is_head(parked.heads, j)));
      running = next;
    }
    return result;
  }
  KOKKOS_FUNCTION static auto item(Source const& source, typename In::Items const& own,
                                   Parked const& parked, int j) {
    return source.item(own.get(j), LaneHeads::is_head(parked.heads, j));
  }

  Member const& m_member;
  Scratch& m_scratch;
  Lanes m_lanes;
  In m_in;
  LaneHeads m_heads;
  Parked m_parked;
  int m_left = 0;
  int m_phase = 0;
};

}  // namespace KokkosScan::team::detail
