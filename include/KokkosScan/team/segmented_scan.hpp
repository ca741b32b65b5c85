// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/offset_heads.hpp>
#include <KokkosScan/detail/segmented_monoid.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/scan.hpp>
#include <KokkosScan/team/scratch.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

/// \file
/// \brief Scans by one team that start over at the heads of segments. Called inside a user's
/// `TeamPolicy` kernel by all its threads.
///
/// They are scans of pairs (value, head flag). The kernel requests
/// `team::segmented_scan_scratch_bytes<T>(team_size)` of level-0 scratch, where T is the operator's
/// `value_type`. Any team size and any monoid will do. Every call ends with a team barrier.

namespace KokkosScan::team {

/// \brief Bytes of level-0 team scratch that a segmented scan of values of type T needs, whichever
/// its variant; as `scan_scratch_bytes`.
template <class T>
KOKKOS_FUNCTION constexpr std::size_t segmented_scan_scratch_bytes(int team_size) {
  return scan_scratch_bytes<KokkosScan::detail::Flagged<T>>(team_size);
}

namespace detail {

template <TeamScan Variant>
KOKKOS_FUNCTION constexpr void check_segmented_variant() {
  static_assert(Variant != TeamScan::parallel_scan,
                "a segmented scan of a team has no TeamScan::parallel_scan: Kokkos' team scan "
                "knows only the sum");
}

/// What a scan of pairs means at one place: the scan of its segment.
template <ScanMode Mode, class T, class Op>
KOKKOS_FUNCTION T result_in_segment(KokkosScan::detail::Flagged<T> const& scan, bool is_head,
                                    Op const& op) {
  return Mode == ScanMode::exclusive && is_head ? T(op.identity()) : scan.value;
}

template <TeamScan Variant, ScanMode Mode, int Threads, class Member, class T, class Op>
KOKKOS_FUNCTION T segmented_scan_value(Member const& member, T const& value, bool is_head,
                                       Op const& op, T& last_total) {
  detail::check_segmented_variant<Variant>();
  using Pair = KokkosScan::detail::Flagged<T>;
  Pair total;
  Pair const scan = detail::scan_value<Variant, Mode, Threads>(
      member, Pair{value, is_head ? 1u : 0u}, KokkosScan::detail::SegmentedMonoid<Op>{op}, total);
  last_total = total.value;
  return detail::result_in_segment<Mode>(scan, is_head, op);
}

/// The elements of a View, each with its head flag.
template <class T, class In, class Heads>
struct LoadFlagged {
  In const& in;
  Heads heads;
  KOKKOS_FUNCTION KokkosScan::detail::Flagged<T> operator()(std::ptrdiff_t i) {
    bool const is_head = heads(static_cast<std::size_t>(i));
    return {static_cast<T>(in(i)), is_head ? 1u : 0u};
  }
};

/// The values of the results go into a View.
template <ScanMode Mode, class Out, class Op>
struct StoreInSegment {
  using Pair = KokkosScan::detail::Flagged<typename Op::value_type>;
  Out const& out;
  Op const& op;
  KOKKOS_FUNCTION void operator()(std::ptrdiff_t i, Pair const& scan, Pair const& item) const {
    out(i) = static_cast<typename Out::non_const_value_type>(
        detail::result_in_segment<Mode>(scan, item.head != 0, op));
  }
};

/// \param heads  whether a segment starts at an index; each thread asks a copy of it, in ascending
///               order
template <TeamScan Variant, ScanMode Mode, int Threads, class Member, class In, class Heads,
          class Out, class Op>
KOKKOS_FUNCTION void segmented_scan_range(Member const& member, In const& in, Heads const& heads,
                                          Out const& out, Op const& op) {
  using T = typename Op::value_type;
  detail::check_segmented_variant<Variant>();
  KokkosScan::detail::check_identity<typename In::non_const_value_type, Op>();
  detail::scan_items<Variant, Mode, Threads>(
      member, in.extent(0), LoadFlagged<T, In, Heads>{in, heads},
      StoreInSegment<Mode, Out, Op>{out, op}, KokkosScan::detail::SegmentedMonoid<Op>{op});
}

}  // namespace detail

/// \brief The thread of rank r gets value(h) op … op value(r), where h is the last head among the
/// ranks 0 … r.
///
/// \param member   the team member; all threads of the team must call, with all their vector lanes
/// \param value    this thread's value, the same on all its vector lanes
/// \param is_head  whether a segment starts at this thread, the same on all its vector lanes; at
///                 rank 0 one starts in any case
/// \param op       a monoid; the order of its operands is kept, and no result depends on another
///                 segment
/// \param[out] last_total  optional: op over all values of the last segment, on every thread: what
///                         the first segment of a next tile goes on from
/// \return the result, on all vector lanes of the thread
/// \tparam Variant  the algorithm, see `TeamScan`; not `parallel_scan`
/// \tparam Threads  as for `inclusive_scan`
///
/// Needs `segmented_scan_scratch_bytes` of scratch. Ends with a team barrier.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          Monoid Op>
KOKKOS_FUNCTION typename Op::value_type segmented_inclusive_scan(
    Member const& member, typename Op::value_type const& value, bool is_head, Op const& op,
    typename Op::value_type& last_total) {
  return detail::segmented_scan_value<Variant, ScanMode::inclusive, Threads>(member, value, is_head,
                                                                             op, last_total);
}
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION typename Op::value_type segmented_inclusive_scan(
    Member const& member, typename Op::value_type const& value, bool is_head, Op const& op) {
  typename Op::value_type last_total;
  return detail::segmented_scan_value<Variant, ScanMode::inclusive, Threads>(member, value, is_head,
                                                                             op, last_total);
}

/// \brief The thread of rank r gets value(h) op … op value(r-1), where h is the last head among the
/// ranks 0 … r; the identity at a head. Otherwise as `segmented_inclusive_scan` of one value per
/// thread.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          Monoid Op>
KOKKOS_FUNCTION typename Op::value_type segmented_exclusive_scan(
    Member const& member, typename Op::value_type const& value, bool is_head, Op const& op,
    typename Op::value_type& last_total) {
  return detail::segmented_scan_value<Variant, ScanMode::exclusive, Threads>(member, value, is_head,
                                                                             op, last_total);
}
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION typename Op::value_type segmented_exclusive_scan(
    Member const& member, typename Op::value_type const& value, bool is_head, Op const& op) {
  typename Op::value_type last_total;
  return detail::segmented_scan_value<Variant, ScanMode::exclusive, Threads>(member, value, is_head,
                                                                             op, last_total);
}

/// \brief In segment s, the elements [segment_offsets(s), segment_offsets(s+1)):
/// out(i) = in(segment_offsets(s)) op … op in(i).
///
/// \param member  the team member; all threads of the team must call, with the same arguments
/// \param in,out  rank-1 Views of equal extent n (not checked), global or scratch memory; out may
///                be in
/// \param segment_offsets  rank-1 View of integers, ascending and not negative (not checked); not
///                in out. Equal ones, which are empty segments, are allowed. Elements before the
///                first offset and those from the last one on are one more segment each; offsets
///                from n on have no effect
/// \param op      a monoid; the order of its operands is kept, and no result depends on another
///                segment
/// \tparam Variant,Threads  as for one value per thread
///
/// Elements are read and written as by `inclusive_scan` of a range. Each thread searches the
/// offsets for its elements, in a step that doubles: O(1 + log d) reads for each element, d being
/// the number of offsets between it and the thread's element before (GPUs: in one tile of a team's
/// size; CPUs: on average one). Needs `segmented_scan_scratch_bytes` of scratch. Ends with a team
/// barrier: all threads see the results.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          View1D In, View1D Offsets, View1D Out, Monoid Op>
KOKKOS_FUNCTION void segmented_inclusive_scan(Member const& member, In const& in,
                                              Offsets const& segment_offsets, Out const& out,
                                              Op const& op) {
  detail::segmented_scan_range<Variant, ScanMode::inclusive, Threads>(
      member, in, KokkosScan::detail::OffsetHeads<Offsets>(segment_offsets), out, op);
}

/// \brief In segment s, out(i) = in(segment_offsets(s)) op … op in(i-1); the first entry of every
/// segment is the identity. Otherwise as `segmented_inclusive_scan` of a range.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          View1D In, View1D Offsets, View1D Out, Monoid Op>
KOKKOS_FUNCTION void segmented_exclusive_scan(Member const& member, In const& in,
                                              Offsets const& segment_offsets, Out const& out,
                                              Op const& op) {
  detail::segmented_scan_range<Variant, ScanMode::exclusive, Threads>(
      member, in, KokkosScan::detail::OffsetHeads<Offsets>(segment_offsets), out, op);
}

}  // namespace KokkosScan::team
