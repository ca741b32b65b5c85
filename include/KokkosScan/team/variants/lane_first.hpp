// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/detail/combine_before.hpp>
#include <KokkosScan/variants.hpp>

namespace KokkosScan::team::detail {

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
    group.team_barrier(member);
    return result;
  }
  if (group.rank() + 1 == group.size() && group.is_first_lane()) scratch[group.index()] = inclusive;
  group.team_barrier(member);
  T const before = detail::combine_before(group, member, scratch, op, total);
  // Where op is an integer sum, adding the identity in group 0 is cheaper than a branch.
  if (KokkosScan::detail::has_sum<Group, Op> || group.index() > 0) result = op(before, result);
  group.team_barrier(member);
  return result;
}

/// Every lane group scans its values, then the groups' totals are scanned in scratch. Two barriers;
/// three if the compiler knows that there are many groups; one if the team is one group. At most
/// 2 log2(lanes) steps. Scratch: one value per lane group.
/// \tparam Threads  as for `team::inclusive_scan`
template <ScanMode Mode, int Threads = any_team_size, class Member, class T, class Op>
KOKKOS_FUNCTION T lane_first(Member const& member, T* scratch, T const& value, Op const& op,
                             T& total) {
  lane::detail::ThreadGroupOf<Member, Threads> const group(member);
  if constexpr (lane::detail::knows_team_size<Member, Threads>) {
    return detail::lane_first_by<Mode>(group, member, scratch, value, op, total);
  } else {
    return group.is_full()
               ? detail::lane_first_by<Mode>(group.full(), member, scratch, value, op, total)
               : detail::lane_first_by<Mode>(group, member, scratch, value, op, total);
  }
}

}  // namespace KokkosScan::team::detail
