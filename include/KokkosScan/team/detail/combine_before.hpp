// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/operators.hpp>

/// \file
/// \brief From the totals of a team's threads or groups, in scratch, to the sum before each of
/// them.

namespace KokkosScan::team::detail {

/// The exclusive prefix of entry \p index: op over totals[0 … index-1]; \p total is op over all.
/// There are few totals, and all threads read the same one at a time (a broadcast), so a serial
/// loop beats another scan with its barrier.
template <class T, class Op>
KOKKOS_FUNCTION T combine_before(T const* totals, int index, int count, Op const& op, T& total) {
  T before = op.identity(), sum = totals[0];
  if (index > 0) before = sum;
  for (int i = 1; i < count; ++i) {
    sum = op(sum, totals[i]);
    if (i + 1 == index) before = sum;
  }
  total = sum;
  return before;
}

/// The same where a group can sum all its lanes by one instruction (`has_sum`).
template <class Group, class T, class Op>
KOKKOS_FUNCTION T combine_before_at_once(Group const& group, T const* totals, Op const& op,
                                         T& total) {
  // Each sum reads totals anew: if the caller ignores total, the compiler drops all of that sum.
  int const rank = group.rank();
  total = group.sum(rank < group.count() ? totals[rank] : T(op.identity()));
  return group.sum(rank < group.index() ? totals[rank] : T(op.identity()));
}

/// The same by a scan over the lanes of a group: log2(count) steps instead of `count`. Only if
/// every group, the last one included, has at least `count` lanes: loop and scan round differently,
/// so all groups must do the same.
template <class Group, class Member, class T, class Op>
KOKKOS_FUNCTION T combine_before(Group const& group, Member const&, T* totals, Op const& op,
                                 T& total) {
  constexpr int few = 2;  // H200, 4 groups: 326 billion values a second serially, 389 by the scan
  int const count = group.count(), index = group.index();
  if (count <= few || group.size_of_last() < count)
    return detail::combine_before(totals, index, count, op, total);
  if constexpr (KokkosScan::detail::has_sum<Group, Op>)
    return detail::combine_before_at_once(group, totals, op, total);
  T const up_to =
      group.inclusive_scan(totals[group.rank() < count ? group.rank() : count - 1], op, count);
  total = group.get(up_to, count - 1);
  T const before = group.get(up_to, index > 0 ? index - 1 : 0);
  return index > 0 ? before : T(op.identity());
}

/// The same where the compiler knows the number of groups: if there are many, the first group scans
/// the totals for all. That takes another barrier but saves the scan in every other group. In code
/// that serves teams of any size it would be slower.
template <class Member, int Threads, class T, class Op>
KOKKOS_FUNCTION T combine_before(lane::detail::StaticThreadGroup<Member, Threads> const& group,
                                 Member const& member, T* totals, Op const& op, T& total) {
  constexpr int few = 4;  // H200, 4 groups: 674 billion values a second serially, 572 by the scan
  using Group = lane::detail::StaticThreadGroup<Member, Threads>;
  constexpr int count = Group::count();
  int const rank = group.rank(), index = group.index();
  if constexpr (count <= few || Group::size() < count) {
    return detail::combine_before(totals, index, count, op, total);
  } else if constexpr (KokkosScan::detail::has_sum<Group, Op>) {
    return detail::combine_before_at_once(group, totals, op, total);
  } else {
    if (index == 0) {
      T const up_to =
          group.inclusive_scan(rank < count ? totals[rank] : T(op.identity()), op, count);
      if (rank < count) totals[rank] = up_to;
    }
    group.team_barrier(member);
    total = totals[count - 1];
    return index > 0 ? totals[index - 1] : T(op.identity());
  }
}

}  // namespace KokkosScan::team::detail
