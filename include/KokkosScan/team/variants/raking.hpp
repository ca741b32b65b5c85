// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/team/scratch.hpp>
#include <KokkosScan/variants.hpp>

namespace KokkosScan::team::detail {

/// The index of value i in an array with a gap of 16 bytes after every 128 bytes: threads that read
/// 16 bytes each, at distances of 32, 64 … bytes, have no bank conflicts then.
template <class T>
KOKKOS_FUNCTION constexpr int raking_place(int i) {
  constexpr bool is_word = 16 % sizeof(T) == 0;
  constexpr unsigned row = is_word ? 128 / sizeof(T) : 32, gap = is_word ? 16 / sizeof(T) : 1;
  return i + static_cast<int>(static_cast<unsigned>(i) / row * gap);
}

/// \tparam Run  number of values that a thread rakes, if the compiler knows it; otherwise 0
template <ScanMode Mode, int Run, class Group, class Member, class T, class Op>
KOKKOS_FUNCTION T raking_by(Group const& group, Member const& member, T* scratch, T const& value,
                            Op const& op, T& total) {
  // `piece` neighbors are read before one of them is written; no gap lies between them.
  constexpr int lowest_bit = Run & -Run, piece = Run == 0 ? 1 : lowest_bit < 8 ? lowest_bit : 8;
  int const size = Run > 0 ? Run * group.size() : member.team_size();
  int const place = raking_place<T>(member.team_rank()), last_place = raking_place<T>(size);
  if (group.is_first_lane()) scratch[place] = value;
  group.team_barrier(member);
  if (group.index() == 0) {
    int const run = Run > 0 ? Run : (size + group.size() - 1) / group.size();
    int const first = group.rank() * run;
    int const last = Run > 0 || first + run < size ? first + run : size;
    T sum = op.identity();
    for (int i = first; i < last; i += piece) {
      T const* const x = scratch + raking_place<T>(i);
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < piece; ++k) sum = op(sum, x[k]);
    }
    T const up_to = group.inclusive_scan(sum, op);
    bool exists;
    T carry = group.shift_up(up_to, 1, exists);
    if (!exists) carry = op.identity();
    if (group.is_first_lane()) {
      for (int i = first; i < last; i += piece) {
        T* const y = scratch + raking_place<T>(i);
        T x[piece];
        KOKKOSSCAN_UNROLL
        for (int k = 0; k < piece; ++k) x[k] = y[k];
        KOKKOSSCAN_UNROLL
        for (int k = 0; k < piece; ++k) {
          T const next = op(carry, x[k]);
          y[k] = Mode == ScanMode::inclusive ? next : carry;
          carry = next;
        }
      }
      if (group.rank() + 1 == group.size()) scratch[last_place] = up_to;
    }
  }
  group.team_barrier(member);
  T const result = scratch[place];
  total = scratch[last_place];
  group.team_barrier(member);
  return result;
}

/// All values go to scratch and the first lane group scans them for the team: each of its threads
/// reduces a run of neighbors, a lane scan of these sums gives the prefix of the run, and the
/// thread scans its run from there. O(n) work, three barriers. Scratch: the values and their total,
/// with gaps that avoid bank conflicts.
///
/// Merrill, Grimshaw, Parallel scan for stream architectures, University of Virginia CS2009-14
/// (2009).
/// \tparam Threads  as for `team::inclusive_scan`
template <ScanMode Mode, int Threads = any_team_size, class Member, class T, class Op>
KOKKOS_FUNCTION T raking(Member const& member, T* scratch, T const& value, Op const& op, T& total) {
  using Group = lane::detail::ThreadGroupOf<Member, Threads>;
  if constexpr (lane::detail::knows_team_size<Member, Threads>)
    return detail::raking_by<Mode, Threads / Group::size()>(Group(member), member, scratch, value,
                                                            op, total);
  else
    return detail::raking_by<Mode, 0>(Group(member), member, scratch, value, op, total);
}

}  // namespace KokkosScan::team::detail
