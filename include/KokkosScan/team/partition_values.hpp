// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/lane/detail/thread_group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/scan.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Rank, stable partition and selection of one value per thread by one team. Called inside a
/// user's `TeamPolicy` kernel by all threads of the team, with all their vector lanes.
///
/// The kernel requests level-0 scratch: `team::scan_scratch_bytes<int>(team_size)`, for
/// `three_way_partition` `team::partition_scratch_bytes(team_size)`, which is enough for all. Every
/// call ends with a team barrier.

namespace KokkosScan::team {

namespace detail {

/// How many threads have a value of each of the first Classes classes, packed into one word, so
/// that a team scan of integers ranks them all. The fields hold the size of any team.
template <int Classes>
struct PackedClasses {
  using Word = std::conditional_t<Classes == 1, int,
                                  std::conditional_t<Classes == 2, std::uint32_t, std::uint64_t>>;
  static constexpr int bits = 8 * sizeof(Word) / Classes;

  /// One value of class c; none if there is no such class.
  KOKKOS_FUNCTION static Word one(int c) { return c < Classes ? Word(1) << (c * bits) : Word(0); }
  KOKKOS_FUNCTION static int of(Word counts, int c) {
    if constexpr (Classes == 1)
      return counts;
    else
      return static_cast<int>((counts >> (c * bits)) & ((Word(1) << bits) - 1));
  }
};

/// Writes the values of class 0, then those of class 1, …, each in the order of the threads; values
/// of class Classes and above are not written. Returns the number of values of each class.
/// \param own  the class of this thread's value
template <int Classes, class Member, class T, class Out>
KOKKOS_FUNCTION Kokkos::Array<int, Classes> write_values(Member const& member, T const& value,
                                                         int own, Out const& out,
                                                         std::size_t first) {
  using Packed = PackedClasses<Classes>;
  using Word = typename Packed::Word;
  T copy{};  // before the barriers of the scan: value may lie in out
  if (own < Classes) copy = value;
  Word total;
  Word const before = team::exclusive_scan(member, Packed::one(own), Sum<Word>{}, total);
  Kokkos::Array<int, Classes> counts;
  int start = 0, place = 0;
  KOKKOSSCAN_UNROLL
  for (int c = 0; c < Classes; ++c) {
    counts[c] = Packed::of(total, c);
    if (c == own) place = start + Packed::of(before, c);
    start += counts[c];
  }
  if (own < Classes && lane::detail::ThreadGroup<Member>(member).is_first_lane())
    out(first + place) = static_cast<typename Out::non_const_value_type>(copy);
  member.team_barrier();
  return counts;
}

template <class Predicate, class T>
KOKKOS_FUNCTION bool satisfies(Predicate const& pred, T const& value) {
  static_assert(
      !Kokkos::is_view_v<Predicate> && KokkosScan::detail::Gives<Predicate, bool, T const&>,
      "pred must take the value of a thread and give a bool; it goes before out");
  return static_cast<bool>(pred(value));
}

}  // namespace detail

/// \brief The number r of threads before this one whose flag is set. So r is a selected thread's
/// index among the selected ones, and team_rank − r an unselected thread's index among the others.
///
/// \param member       the team member; all threads of the team must call
/// \param is_selected  this thread's flag, the same on all its vector lanes
/// \param[out] total   the number of threads whose flag is set, on every thread
template <TeamMember Member>
KOKKOS_FUNCTION int rank(Member const& member, bool is_selected, int& total) {
  return team::exclusive_scan(member, is_selected ? 1 : 0, Sum<int>{}, total);
}

/// \brief Packs the selected values, in the order of the threads.
///
/// \param member   the team member; all threads of the team must call
/// \param value    this thread's value, the same on all its vector lanes, of a trivially copyable
///                 and default-constructible type; may be an element of \p out
/// \param takes_part  false for a thread that has no value: its \p value is not looked at
/// \param pred     callable value → bool, called once by each lane of a thread that takes part
/// \param[out] out  rank-1 View, global or scratch memory, with room from index \p first on for all
///                  values written (not checked)
/// \param first    where in \p out the first value goes, the same on all threads
/// \return the number of selected values, on every thread
///
/// One team scan of integers. All values are read before the first is written.
template <TeamMember Member, class T, class Predicate, View1D Out>
KOKKOS_FUNCTION int select(Member const& member, T const& value, bool takes_part,
                           Predicate const& pred, Out const& out, std::size_t first = 0) {
  int const own = takes_part && detail::satisfies(pred, value) ? 0 : 1;
  return detail::write_values<1>(member, value, own, out, first)[0];
}

/// \brief Writes the selected values first and after them the others, both in the order of the
/// threads; otherwise as `select`.
template <TeamMember Member, class T, class Predicate, View1D Out>
KOKKOS_FUNCTION int partition(Member const& member, T const& value, bool takes_part,
                              Predicate const& pred, Out const& out, std::size_t first = 0) {
  int const own = !takes_part ? 2 : detail::satisfies(pred, value) ? 0 : 1;
  return detail::write_values<2>(member, value, own, out, first)[0];
}

/// \brief Writes three classes one after the other, each in the order of the threads: the values
/// with pred_first(x); of the others those with pred_second(x); the rest. Otherwise as `select`.
///
/// \return the numbers of values of the first and of the second class, on every thread
template <TeamMember Member, class T, class First, class Second, View1D Out>
KOKKOS_FUNCTION Kokkos::Array<int, 2> three_way_partition(Member const& member, T const& value,
                                                          bool takes_part, First const& pred_first,
                                                          Second const& pred_second, Out const& out,
                                                          std::size_t first = 0) {
  int own = 3;
  if (takes_part)
    own = detail::satisfies(pred_first, value) ? 0 : detail::satisfies(pred_second, value) ? 1 : 2;
  auto const counts = detail::write_values<3>(member, value, own, out, first);
  return {counts[0], counts[1]};
}

/// \brief Packs the first value of every run of equal ones, in the type of \p out, in the threads
/// that take part, whatever threads without a value lie between; otherwise as `select`.
///
/// \param equal  compares a value with its predecessor (`KeyEquality`); default: ==
/// \param[out] out  must have room from \p first on for the values of all threads that take part
/// \return the number of runs, on every thread
///
/// Two team scans: the values are first packed into \p out, where threads find their neighbor's.
template <TeamMember Member, class T, View1D Out,
          KeyEquality<typename Out::non_const_value_type> Equal = KokkosScan::detail::Equals>
KOKKOS_FUNCTION int select_unique(Member const& member, T const& value, bool takes_part,
                                  Out const& out, std::size_t first = 0, Equal const& equal = {}) {
  using Element = typename Out::non_const_value_type;
  Element copy{};
  if (takes_part) copy = static_cast<Element>(value);
  int count;
  std::size_t const place = first + team::rank(member, takes_part, count);
  if (takes_part && lane::detail::ThreadGroup<Member>(member).is_first_lane()) out(place) = copy;
  member.team_barrier();
  bool const is_first = takes_part && (place == first || !equal(out(place - 1), copy));
  return detail::write_values<1>(member, copy, is_first ? 0 : 1, out, first)[0];
}

}  // namespace KokkosScan::team
