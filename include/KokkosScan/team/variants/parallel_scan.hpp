// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/variants.hpp>

#include <type_traits>

namespace KokkosScan::team::detail {

/// Kokkos' own team scan. It knows only the sum, and on GPUs only teams of a power of two of
/// threads with one vector lane each (other teams get wrong results; seen with 4.6.99).
template <ScanMode Mode, class Member, class T, class Op>
KOKKOS_FUNCTION T parallel_scan(Member const& member, T const& value, Op const&, T& total) {
  static_assert(std::is_same_v<Op, Sum<T>>,
                "op must be Sum for TeamScan::parallel_scan: Kokkos' team scan knows no other");
  constexpr auto capable = tuning::capabilities<typename Member::execution_space>;
  // Kokkos reserves a double per thread on GPUs, and 512 bytes for two values on hosts.
  static_assert(sizeof(T) <= (capable.lanes_are_threads ? 8 : 256),
                "TeamScan::parallel_scan takes values of at most 8 bytes (hosts: 256), for Kokkos' "
                "team scan would overwrite scratch; use lane_first");
  if constexpr (!capable.team_scan_takes_any_team)
    if ((member.team_size() & (member.team_size() - 1)) != 0 ||
        lane::detail::ThreadGroup<Member>(member).lanes_per_thread() != 1)
      Kokkos::abort(
          "KokkosScan::team: TeamScan::parallel_scan needs a power of two of threads with one "
          "vector lane each on this execution space; use lane_first");
  T const before = member.team_scan(value);
  T const inclusive = static_cast<T>(before + value);
  total = inclusive;
  member.team_broadcast(total, member.team_size() - 1);
  return Mode == ScanMode::exclusive ? before : inclusive;
}

}  // namespace KokkosScan::team::detail
