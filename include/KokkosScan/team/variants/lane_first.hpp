// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/thread_group.hpp>
#include <KokkosScan/variants.hpp>

namespace KokkosScan::team::detail {

/// What lies before one of several neighbours: op over totals[0 … index-1]; total is op over all.
/// Few totals, read by broadcast: a serial loop beats another scan with its barrier.
template <class T, class Op>
KOKKOS_FUNCTION T combine_before(T const* totals, int index, int count, Op const& op, T& total) {
  T before = op.identity();
  T sum = totals[0];
  if (index > 0) before = sum;
  for (int i = 1; i < count; ++i) {
    sum = op(sum, totals[i]);
    if (i + 1 == index) before = sum;
  }
  total = sum;
  return before;
}

/// The same by the lanes of a group, where they are enough in every group: log2(count) steps
/// instead of `count`. All groups take the same way, for the two round differently.
template <class Group, class T, class Op>
KOKKOS_FUNCTION T combine_before(Group const& group, T const* totals, Op const& op, T& total) {
  constexpr int few = 2;  // H200: with 4 groups 326 billion values a second serially, 389 so
  int const count = group.count(), index = group.index();
  if (count <= few || group.smallest() < count)
    return combine_before(totals, index, count, op, total);
  T const up_to =
      group.inclusive_scan(totals[group.rank() < count ? group.rank() : count - 1], op, count);
  total = group.get(up_to, count - 1);
  T const before = group.get(up_to, index > 0 ? index - 1 : 0);
  return index > 0 ? before : T(op.identity());
}

template <ScanMode Mode, class Group, class Member, class T, class Op>
KOKKOS_FUNCTION T lane_first_by(Group const& group, Member const& member, T* scratch,
                                T const& value, Op const& op, T& total) {
  T const inclusive = group.inclusive_scan(value, op);
  T result = inclusive;
  if constexpr (Mode == ScanMode::exclusive) {
    bool exists;
    result = group.shift_up(inclusive, 1, exists);
    if (!exists) result = op.identity();
  }
  if (group.count() == 1) {
    total = group.get(inclusive, group.size() - 1);
    member.team_barrier();
    return result;
  }
  if (group.rank() + 1 == group.size() && group.speaks()) scratch[group.index()] = inclusive;
  member.team_barrier();
  T const before = combine_before(group, scratch, op, total);
  if (group.index() > 0) result = op(before, result);
  member.team_barrier();
  return result;
}

/// Lane scans, then a scan of the lanes' totals in scratch. Two barriers, one where a team is one
/// group; 2 log2(lanes) steps at most. Scratch: one value per lane group.
template <ScanMode Mode, class Member, class T, class Op>
KOKKOS_FUNCTION T lane_first(Member const& member, T* scratch, T const& value, Op const& op,
                             T& total) {
  lane::ThreadGroup<Member> const group(member);
  return group.is_whole() ? lane_first_by<Mode>(group.whole(), member, scratch, value, op, total)
                          : lane_first_by<Mode>(group, member, scratch, value, op, total);
}

}  // namespace KokkosScan::team::detail
