// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/variants.hpp>

namespace KokkosScan::team::detail {

template <ScanMode Mode, class T, class Op>
KOKKOS_FUNCTION T result_from_inclusive(T const* inclusive, int rank, Op const& op) {
  if constexpr (Mode == ScanMode::inclusive)
    return inclusive[rank];
  else
    return rank == 0 ? T(op.identity()) : inclusive[rank - 1];
}

/// Log-step scan in one scratch buffer: read - barrier - write - barrier. n log2(n) work,
/// 2 log2(n) + 2 barriers. Scratch: n values.
///
/// Hillis and Steele, Data parallel algorithms, CACM 29 (1986).
template <ScanMode Mode, class Member, class T, class Op>
KOKKOS_FUNCTION T hillis_steele(Member const& member, T* scratch, T const& value, Op const& op,
                                T& total) {
  int const rank = member.team_rank();
  int const size = member.team_size();
  bool const is_first_lane = lane::detail::ThreadGroup<Member>(member).is_first_lane();
  if (is_first_lane) scratch[rank] = value;
  T x = value;
  member.team_barrier();
  for (int d = 1; d < size; d *= 2) {
    if (rank >= d) x = op(scratch[rank - d], x);
    member.team_barrier();
    if (rank >= d && is_first_lane) scratch[rank] = x;
    member.team_barrier();
  }
  total = scratch[size - 1];
  T const result = detail::result_from_inclusive<Mode>(scratch, rank, op);
  member.team_barrier();
  return result;
}

/// `hillis_steele` between two scratch buffers: log2(n) + 2 barriers. Scratch: 2 n values.
template <ScanMode Mode, class Member, class T, class Op>
KOKKOS_FUNCTION T double_buffer(Member const& member, T* scratch, T const& value, Op const& op,
                                T& total) {
  int const rank = member.team_rank();
  int const size = member.team_size();
  bool const is_first_lane = lane::detail::ThreadGroup<Member>(member).is_first_lane();
  T* from = scratch;
  T* to = scratch + size;
  T x = value;
  if (is_first_lane) from[rank] = x;
  member.team_barrier();
  for (int d = 1; d < size; d *= 2) {
    if (rank >= d) x = op(from[rank - d], x);
    if (is_first_lane) to[rank] = x;
    member.team_barrier();
    T* const swap = from;
    from = to;
    to = swap;
  }
  total = from[size - 1];
  T const result = detail::result_from_inclusive<Mode>(from, rank, op);
  member.team_barrier();
  return result;
}

}  // namespace KokkosScan::team::detail
