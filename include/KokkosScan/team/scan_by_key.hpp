// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/detail/heads.hpp>
#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/team/scan.hpp>
#include <KokkosScan/team/scratch.hpp>
#include <KokkosScan/team/segmented_scan.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

/// \file
/// \brief Scans by one team that start over where the key changes. Called inside a user's
/// `TeamPolicy` kernel by all its threads. Every call ends with a team barrier.

namespace KokkosScan::team {

namespace detail {

/// Where keys lie in scratch, counted in keys: behind the memory of the scan, so that the scan may
/// begin while other threads still read them.
template <class Key, class T>
KOKKOS_FUNCTION constexpr std::size_t first_key_in_scratch(int team_size) {
  return (segmented_scan_scratch_bytes<T>(team_size) + sizeof(Key) - 1) / sizeof(Key);
}

/// Whether this thread's key differs from that of the thread before it, or there is none. Shuffled
/// within groups; the last key of each group goes through scratch.
template <int Threads, class T, class Member, class Key, class Equal>
KOKKOS_FUNCTION bool starts_run(Member const& member, Key const& key, Equal const& equal) {
  lane::detail::ThreadGroupOf<Member, Threads> const group(member);
  bool exists;
  Key before = group.shift_up(key, 1, exists);
  if (group.count() > 1) {
    auto const first = static_cast<int>(first_key_in_scratch<Key, T>(member.team_size()));
    Key* const keys = scratch_array<Key>(member, first + group.count()) + first;
    if (group.rank() + 1 == group.size() && group.is_first_lane()) keys[group.index()] = key;
    group.team_barrier(member);
    if (!exists && group.index() > 0) {
      before = keys[group.index() - 1];
      exists = true;
    }
  }
  return !exists || !equal(before, key);
}

template <TeamScan Variant, ScanMode Mode, int Threads, class Member, class Key, class T, class Op,
          class Equal>
KOKKOS_FUNCTION T scan_value_by_key(Member const& member, Key const& key, T const& value,
                                    Op const& op, Equal const& equal) {
  check_team_size<Member, Threads>();
  bool const is_head = detail::starts_run<Threads, T>(member, key, equal);
  T last_total;
  return detail::segmented_scan_value<Variant, Mode, Threads>(member, value, is_head, op,
                                                              last_total);
}

}  // namespace detail

/// \brief Bytes of level-0 team scratch that a scan by key of one value per thread needs, for keys
/// of type Key and values of type T, whichever its variant; as `scan_scratch_bytes`. A scan of a
/// range needs only `segmented_scan_scratch_bytes`.
template <class Key, class T>
KOKKOS_FUNCTION constexpr std::size_t scan_by_key_scratch_bytes(int team_size) {
  constexpr std::size_t alignment =
      alignof(Key) > detail::scratch_alignment ? alignof(Key) : detail::scratch_alignment;
  std::size_t const first = detail::first_key_in_scratch<Key, T>(team_size);
  return (first + static_cast<std::size_t>(team_size)) * sizeof(Key) + 2 * alignment;
}

/// \brief The thread of rank r gets value(h) op … op value(r), where the threads of ranks h … r
/// have equal keys and rank h - 1, if there is one, has another key.
///
/// \param member  the team member; all threads of the team must call, with all their vector lanes
/// \param key     this thread's key, of any trivially copyable type; the same on all its
///                vector lanes
/// \param value   this thread's value, the same on all its vector lanes
/// \param op      a monoid; the order of its operands is kept, and no result depends on another run
///                of keys
/// \param equal   compares a key with that of the thread before (`KeyEquality`); default: ==
/// \return the result, on all vector lanes of the thread
/// \tparam Variant,Threads  as for `segmented_inclusive_scan`
///
/// Needs `scan_by_key_scratch_bytes<Key, T>` of scratch. One team barrier more than
/// `segmented_inclusive_scan` where the team is more than one warp or wavefront. Ends with a team
/// barrier.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          class Key, Monoid Op, KeyEquality<Key> Equal = KokkosScan::detail::Equals>
[[nodiscard]] KOKKOS_FUNCTION typename Op::value_type inclusive_scan_by_key(
    Member const& member, Key const& key, typename Op::value_type const& value, Op const& op,
    Equal const& equal = {}) {
  return detail::scan_value_by_key<Variant, ScanMode::inclusive, Threads>(member, key, value, op,
                                                                          equal);
}

/// \brief The thread of rank r gets value(h) op … op value(r-1), where h is as for
/// `inclusive_scan_by_key` of one value per thread; the identity where a run of keys begins.
/// Otherwise as that function.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          class Key, Monoid Op, KeyEquality<Key> Equal = KokkosScan::detail::Equals>
[[nodiscard]] KOKKOS_FUNCTION typename Op::value_type exclusive_scan_by_key(
    Member const& member, Key const& key, typename Op::value_type const& value, Op const& op,
    Equal const& equal = {}) {
  return detail::scan_value_by_key<Variant, ScanMode::exclusive, Threads>(member, key, value, op,
                                                                          equal);
}

/// \brief In every maximal run of equal consecutive keys: out(i) = in(first) op … op in(i),
/// first being where the run begins.
///
/// \param member  the team member; all threads of the team must call, with the same arguments
/// \param keys    rank-1 View of keys, global or scratch memory; not in out
/// \param in,out  rank-1 Views of the extent of keys (not checked), global or scratch memory; out
///                may be in
/// \param op      a monoid; the order of its operands is kept, and no result depends on another run
///                of keys
/// \param equal   compares a key with its predecessor (`KeyEquality`); default: ==
/// \tparam Variant,Threads  as for `segmented_inclusive_scan`
///
/// Elements are read and written as by `inclusive_scan` of a range, with two keys each time one is
/// read. Needs `segmented_scan_scratch_bytes` of scratch. Ends with a team barrier: all threads see
/// the results.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          View1D Keys, View1D In, View1D Out, Monoid Op,
          KeyEquality<typename Keys::non_const_value_type> Equal = KokkosScan::detail::Equals>
KOKKOS_FUNCTION void inclusive_scan_by_key(Member const& member, Keys const& keys, In const& in,
                                           Out const& out, Op const& op, Equal const& equal = {}) {
  detail::segmented_scan_range<Variant, ScanMode::inclusive, Threads>(
      member, in, KokkosScan::detail::key_heads(keys, equal), out, op);
}

/// \brief In every run of equal keys: out(i) = in(first) op … op in(i-1), first being where the run
/// begins; out(first) is the identity. Otherwise as `inclusive_scan_by_key` of a range.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          View1D Keys, View1D In, View1D Out, Monoid Op,
          KeyEquality<typename Keys::non_const_value_type> Equal = KokkosScan::detail::Equals>
KOKKOS_FUNCTION void exclusive_scan_by_key(Member const& member, Keys const& keys, In const& in,
                                           Out const& out, Op const& op, Equal const& equal = {}) {
  detail::segmented_scan_range<Variant, ScanMode::exclusive, Threads>(
      member, in, KokkosScan::detail::key_heads(keys, equal), out, op);
}

}  // namespace KokkosScan::team
