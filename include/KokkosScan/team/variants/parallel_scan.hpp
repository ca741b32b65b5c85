// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/operators.hpp>
#include <KokkosScan/variants.hpp>

#include <type_traits>

namespace KokkosScan::team::detail {

/// Kokkos' own team scan, which knows only the sum.
template <ScanMode Mode, class Member, class T, class Op>
KOKKOS_FUNCTION T parallel_scan(Member const& member, T const& value, Op const&, T& total) {
  static_assert(std::is_same_v<Op, Sum<T>>,
                "op must be Sum for TeamScan::parallel_scan: Kokkos' team scan knows no other");
  T const before = member.team_scan(value);
  T const inclusive = static_cast<T>(before + value);
  total = inclusive;
  member.team_broadcast(total, member.team_size() - 1);
  return Mode == ScanMode::exclusive ? before : inclusive;
}

}  // namespace KokkosScan::team::detail
