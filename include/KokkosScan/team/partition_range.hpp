// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/detail/partition_source.hpp>
#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/predicates.hpp>
#include <KokkosScan/team/scan.hpp>
#include <KokkosScan/team/scratch.hpp>
#include <KokkosScan/team/tiles/partition_rows.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief Stable partition and selection by one team of a range in scratch or global memory. Called
/// inside a user's `TeamPolicy` kernel by all threads of the team.
///
/// The kernel requests `team::partition_scratch_bytes(team_size)` of level-0 scratch. Every call
/// ends with a team barrier.

namespace KokkosScan::team {

namespace detail {

/// Partitions the range in tiles of a few elements per lane. A thread classifies and ranks its
/// elements by `PartitionRows`, as the device level does; a team scan of the threads' counts then
/// gives where the elements of each thread go.
template <class Member, int W, class Source>
class RangePartition {
  /// A CPU thread runs the kernel once, whatever its vector length: it is a group of one lane.
  static constexpr bool lanes_are_threads =
      tuning::capabilities<typename Member::execution_space>.lanes_are_threads;
  using Lanes = lane::Group<Member, lanes_are_threads ? W : 1>;
  static constexpr int rows_per_lane = lanes_are_threads ? 4 : 16;
  using Rows = PartitionRows<Lanes, rows_per_lane, 1, Source>;
  using Local = typename Rows::Local;
  using FirstPlaces = typename Rows::template FirstPlaces<std::size_t>;
  static constexpr int classes = Source::classes;
  template <bool KeepsLast>
  static constexpr int kept = KeepsLast ? classes : classes - 1;

 public:
  using Total = KokkosScan::detail::ClassCounts<std::size_t, classes - 1>;

  KOKKOS_FUNCTION RangePartition(Member const& member, Source const& source, std::size_t n)
      : m_member(member), m_source(source), m_lanes(member), m_rows(m_lanes), m_n(n) {
    if constexpr (lanes_are_threads)
      if (!lane::detail::ThreadGroup<Member>::has_lanes(W))
        Kokkos::abort("KokkosScan::team: W needs to be the vector length of the kernel's policy");
  }

  /// Writes one class after the other to \p out; the last class only if KeepsLast. Returns the
  /// number of elements of each class except the last.
  template <bool KeepsLast, class Out>
  KOKKOS_FUNCTION Total run(Out const& out) {
    bool const is_one_tile = m_n <= tile();
    Total totals{};
    if constexpr (kept<KeepsLast> > 1)
      if (!is_one_tile) totals = count();
    Total carry{};
    for (std::size_t first = 0; first < m_n; first += tile()) {
      load(first);
      Local tile_total;
      Local const own = m_rows.rank(m_source);
      Local const before = team::exclusive_scan(m_member, own, Sum<Local>{}, tile_total);
      if (is_one_tile) totals = tile_total;
      m_rows.template visit<kept<KeepsLast>>(
          m_source, first_places(first + first_of_thread(), carry + Total(before), totals),
          [&](std::size_t place, auto const& x) {
            out(place) = static_cast<typename Out::non_const_value_type>(x);
          });
      carry += tile_total;
    }
    m_member.team_barrier();
    return carry;
  }

 private:
  KOKKOS_FUNCTION std::size_t tile() const {
    return static_cast<std::size_t>(Rows::size) * m_member.team_size();
  }
  KOKKOS_FUNCTION unsigned first_of_thread() const {
    return static_cast<unsigned>(m_member.team_rank() * Rows::size);
  }
  KOKKOS_FUNCTION void load(std::size_t first) {
    m_rows.load(m_source, first + first_of_thread(), m_n, false);
  }

  /// Where this thread's first item of each class goes.
  /// \param index   of this thread's first item in the range
  /// \param before  how many items of each class precede that item
  /// \param totals  how many items of each class the range has
  KOKKOS_FUNCTION static FirstPlaces first_places(std::size_t index, Total const& before,
                                                  Total const& totals) {
    FirstPlaces places;
    std::size_t start = 0;
    KOKKOSSCAN_UNROLL
    for (int c = 0; c + 1 < classes; ++c) {
      places.of[c] = start + before.of[c];
      start += totals.of[c];
    }
    places.of[classes - 1] = start + index - before.sum();
    return places;
  }

  KOKKOS_FUNCTION Total count() {
    Local own{};
    for (std::size_t first = 0; first < m_n; first += tile()) {
      load(first);
      own += lane::reduce(m_lanes, m_rows.count(m_source), Sum<Local>{});
    }
    Local total;
    team::exclusive_scan(m_member, own, Sum<Local>{}, total);
    return total;
  }

  Member const& m_member;
  Source const& m_source;
  Lanes m_lanes;
  Rows m_rows;
  std::size_t m_n;
};

template <bool KeepsLast, int W, class Member, class In, class Out, class Rule>
KOKKOS_FUNCTION auto partition_range(Member const& member, In const& in, Out const& out,
                                     Rule const& rule) {
  namespace common = KokkosScan::detail;
  auto const source = common::partition_source<common::GiveElement>(in, rule);
  using Source = std::decay_t<decltype(source)>;
  return RangePartition<Member, W, Source>(member, source, in.extent(0))
      .template run<KeepsLast>(out);
}

}  // namespace detail

/// \brief Bytes of level-0 team scratch that the functions below need, on top of the kernel's own.
/// The kernel may reuse them when a call returns.
KOKKOS_FUNCTION constexpr std::size_t partition_scratch_bytes(int team_size) {
  return scan_scratch_bytes<KokkosScan::detail::ClassCounts<unsigned, 2>>(team_size);
}

/// \brief Writes the selected elements first and the others after them, each in their order.
///
/// \tparam W      vector lanes of a thread, as in the kernel's `TeamPolicy`; another number ends in
///                `Kokkos::abort` on GPUs
/// \param member  the team member; all threads of the team must call, with the same arguments
/// \param in,out  rank-1 Views of fewer than 2^32 elements, global or scratch memory; out must have
///                at least the extent of in (not checked). Up to 4 · W · team_size elements (16 ·
///                team_size on CPUs) out may be in
/// \param pred    callable element → bool, or a rank-1 View with one flag per element
/// \return the number of selected elements, which is where the others start; on every thread
///
/// Each element is read and classified once up to 4 · W · team_size elements (16 · team_size on
/// CPUs), twice above. Needs `partition_scratch_bytes` of scratch. Ends with a team barrier.
template <int W = 1, TeamMember Member, View1D In, View1D Out, class Predicate>
KOKKOS_FUNCTION std::size_t partition(Member const& member, In const& in, Out const& out,
                                      Predicate const& pred) {
  return detail::partition_range<true, W>(member, in, out, KokkosScan::detail::rule_of(pred)).of[0];
}

/// \brief Writes three classes one after the other, each in its order: the elements with
/// pred_first(x); of the others those with pred_second(x); the rest. Otherwise as `partition`.
///
/// \param pred_first,pred_second  callables element → bool; both are called for every element
/// \return the numbers of elements of the first and of the second class, on every thread
template <int W = 1, TeamMember Member, View1D In, View1D Out, class First, class Second>
KOKKOS_FUNCTION Kokkos::Array<std::size_t, 2> three_way_partition(Member const& member,
                                                                  In const& in, Out const& out,
                                                                  First const& pred_first,
                                                                  Second const& pred_second) {
  using Rule = KokkosScan::detail::ByTwoPredicates<First, Second>;
  auto const totals =
      detail::partition_range<true, W>(member, in, out, Rule{{}, pred_first, pred_second});
  return {totals.of[0], totals.of[1]};
}

/// \brief Writes the selected elements in their order; otherwise as `partition`. Each element is
/// read and classified once.
///
/// \param out  must have room for the selected elements (not checked); may be in, at any size
/// \return the number of selected elements, on every thread
template <int W = 1, TeamMember Member, View1D In, View1D Out, class Predicate>
KOKKOS_FUNCTION std::size_t select(Member const& member, In const& in, Out const& out,
                                   Predicate const& pred) {
  return detail::partition_range<false, W>(member, in, out, KokkosScan::detail::rule_of(pred))
      .of[0];
}

/// \brief Writes the first element of every run of equal ones; otherwise as `select`, but out may
/// be in only if it holds the same type.
/// \param equal  compares an element with its predecessor (`KeyEquality`); default: ==
template <int W = 1, TeamMember Member, View1D In, View1D Out,
          KeyEquality<typename In::non_const_value_type> Equal = KokkosScan::detail::Equals>
KOKKOS_FUNCTION std::size_t select_unique(Member const& member, In const& in, Out const& out,
                                          Equal const& equal = {}) {
  using Rule = KokkosScan::detail::ByChange<Equal>;
  return detail::partition_range<false, W>(member, in, out, Rule{{}, equal}).of[0];
}

}  // namespace KokkosScan::team
