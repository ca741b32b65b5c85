// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/team/scratch.hpp>
#include <KokkosScan/variants.hpp>

namespace KokkosScan::team::detail {

/// Work-efficient scan over a balanced tree in scratch: an up-sweep of sums, a down-sweep of
/// prefixes. O(n) work, 2 log2(n) + 4 barriers. Scratch: n values, rounded up to a power of two,
/// with gaps that avoid bank conflicts.
///
/// Blelloch, Prefix sums and their applications, CMU-CS-90-190 (1990); the gaps: Harris,
/// Sengupta, Owens, Parallel prefix sum with CUDA, GPU Gems 3, ch. 39 (2007).
template <ScanMode Mode, class Member, class T, class Op>
KOKKOS_FUNCTION T blelloch(Member const& member, T* tree, T const& value, Op const& op, T& total) {
  int const rank = member.team_rank();
  int const size = member.team_size();
  bool const is_first_lane = lane::detail::ThreadGroup<Member>(member).is_first_lane();
  int const leaves = next_power_of_two(size);

  if (is_first_lane) {
    tree[conflict_free(rank)] = value;
    if (rank + size < leaves) tree[conflict_free(rank + size)] = op.identity();
  }
  member.team_barrier();

  for (int d = 1; d < leaves; d *= 2) {
    int const left = (2 * rank + 1) * d - 1, right = left + d;
    if (right < leaves && is_first_lane)
      tree[conflict_free(right)] = op(tree[conflict_free(left)], tree[conflict_free(right)]);
    member.team_barrier();
  }
  T const sum = tree[conflict_free(leaves - 1)];
  member.team_barrier();
  if (rank == 0 && is_first_lane) tree[conflict_free(leaves - 1)] = op.identity();
  member.team_barrier();
  for (int d = leaves / 2; d > 0; d /= 2) {
    int const left = (2 * rank + 1) * d - 1, right = left + d;
    if (right < leaves && is_first_lane) {
      T const left_sum = tree[conflict_free(left)];
      T const before = tree[conflict_free(right)];
      tree[conflict_free(left)] = before;
      tree[conflict_free(right)] = op(before, left_sum);
    }
    member.team_barrier();
  }
  T const before = tree[conflict_free(rank)];
  T const result = Mode == ScanMode::exclusive ? before : T(op(before, value));
  total = sum;  // which may be value
  member.team_barrier();
  return result;
}

}  // namespace KokkosScan::team::detail
