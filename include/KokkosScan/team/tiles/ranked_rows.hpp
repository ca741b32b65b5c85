// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/detail/combine_before.hpp>
#include <KokkosScan/team/tiles/partition_rows.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>

namespace KokkosScan::team::detail {

/// Ranks a tile of a partition from the rows of all its threads: the number of items of each class
/// in the tile, and the place of each item when the tile is sorted by class.
template <ScanPolicy P, class Member, class Source>
class RankedRows {
 public:
  using Lanes = lane::Group<Member, P.lanes>;
  using Rows = PartitionRows<Lanes, P.rows(), P.width, Source>;
  using Local = typename Rows::Local;
  static constexpr int classes = Rows::classes;

  struct Scratch {
    Local thread_total[2][P.threads];  // tiles use the two in turn: one barrier per tile suffices
  };

  KOKKOS_FUNCTION RankedRows(Member const& member, Scratch& scratch)
      : m_member(member), m_scratch(scratch), m_lanes(member), m_rows(m_lanes) {}

  /// The rank of this lane among all lanes of the team.
  KOKKOS_FUNCTION int rank() const { return m_member.team_rank() * P.lanes + m_lanes.rank(); }
  /// The index in the tile of this thread's first item.
  KOKKOS_FUNCTION unsigned first_of_thread() const {
    return static_cast<unsigned>(m_member.team_rank() * Rows::size);
  }
  KOKKOS_FUNCTION static int size_of_tile(std::size_t first, std::size_t n) {
    return first + P.tile() <= n ? P.tile() : (first < n ? static_cast<int>(n - first) : 0);
  }

  /// Issues the loads of items [first, first + tile) below n.
  KOKKOS_FUNCTION void load(Source const& source, std::size_t first, std::size_t n) {
    bool const may_pack = first + P.tile() <= n && source.template has_packs<P.width>();
    m_rows.load(source, first + first_of_thread(), n, may_pack);
  }

  /// Classifies and ranks the items last loaded; returns their counts on all threads. One team
  /// barrier, with \p before_barrier as in `ScratchTile`.
  template <class BeforeBarrier>
  KOKKOS_FUNCTION Local const& scan(Source const& source, BeforeBarrier const& before_barrier) {
    Local* const thread_total = m_scratch.thread_total[m_phase];
    m_phase ^= 1;
    Local const sum = m_rows.rank(source);
    source.order_before_counts();
    if (m_lanes.is_first()) thread_total[m_member.team_rank()] = sum;
    before_barrier();
    m_member.team_barrier();
    m_before = detail::combine_before(thread_total, m_member.team_rank(), P.threads, Sum<Local>{},
                                      m_total);
    return m_total;
  }
  KOKKOS_FUNCTION Local const& total() const { return m_total; }

  /// Calls visit_item(p, x) for every item of this lane in the first Kept classes, with its place
  /// in the sorted tile, which begins at \p start, and what is to be written of it.
  template <int Kept, class Visit>
  KOKKOS_FUNCTION void visit_sorted(Source const& source, unsigned start,
                                    Visit const& visit_item) const {
    typename Rows::template FirstPlaces<unsigned> places;
    KOKKOSSCAN_UNROLL
    for (int c = 0; c + 1 < classes; ++c) {
      places.of[c] = start + m_before.of[c];
      start += m_total.of[c];
    }
    places.of[classes - 1] = start + first_of_thread() - m_before.sum();
    m_rows.template visit<Kept>(source, places, visit_item);
  }

 private:
  Member const& m_member;
  Scratch& m_scratch;
  Lanes m_lanes;
  Rows m_rows;
  int m_phase = 0;
  Local m_before, m_total;
};

}  // namespace KokkosScan::team::detail
