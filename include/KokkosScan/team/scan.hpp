// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/scratch.hpp>
#include <KokkosScan/team/variants/blelloch.hpp>
#include <KokkosScan/team/variants/hillis_steele.hpp>
#include <KokkosScan/team/variants/lane_first.hpp>
#include <KokkosScan/team/variants/parallel_scan.hpp>
#include <KokkosScan/team/variants/raking.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>

/// \file
/// \brief Scans by one team, called inside a user's `TeamPolicy` kernel by all its threads.
///
/// The kernel requests `team::scan_scratch_bytes<T>(team_size)` of level-0 scratch, where T is the
/// operator's `value_type`. Any team size and any monoid will do, except for
/// `TeamScan::parallel_scan` (docs/variants.md). Every call ends with a team barrier.

namespace KokkosScan::team {

namespace detail {

/// Aborts if the team is not of the promised size. Costs one comparison of launch constants.
template <class Member, int Threads>
KOKKOS_FUNCTION void check_team_size() {
  static_assert(Threads >= 0, "Threads must be the size of a team, or any_team_size");
  if constexpr (Threads > 0) {
    if (!lane::detail::ThreadGroup<Member>::has_threads(Threads))
      Kokkos::abort(
          "KokkosScan::team: Threads needs to be the size of the team, with one vector lane a "
          "thread");
  }
}

template <TeamScan Variant, ScanMode Mode, int Threads, class Member, class T, class Op>
KOKKOS_FUNCTION T scan_value(Member const& member, T const& value, Op const& op, T& total) {
  check_team_size<Member, Threads>();
  if constexpr (Variant == TeamScan::parallel_scan) {
    return detail::parallel_scan<Mode>(member, value, op, total);
  } else if constexpr (Variant == TeamScan::lane_first) {
    T* const scratch = scratch_array<T>(member, member.team_size());
    return detail::lane_first<Mode, Threads>(member, scratch, value, op, total);
  } else if constexpr (Variant == TeamScan::raking) {
    T* const scratch = scratch_array<T>(member, raking_place<T>(member.team_size()) + 1);
    return detail::raking<Mode, Threads>(member, scratch, value, op, total);
  } else if constexpr (Variant == TeamScan::blelloch) {
    int const leaves = next_power_of_two(member.team_size());
    T* const scratch = scratch_array<T>(member, conflict_free(leaves - 1) + 1);
    return detail::blelloch<Mode>(member, scratch, value, op, total);
  } else if constexpr (Variant == TeamScan::double_buffer) {
    T* const scratch = scratch_array<T>(member, 2 * member.team_size());
    return detail::double_buffer<Mode>(member, scratch, value, op, total);
  } else {
    static_assert(Variant == TeamScan::hillis_steele);
    T* const scratch = scratch_array<T>(member, member.team_size());
    return detail::hillis_steele<Mode>(member, scratch, value, op, total);
  }
}

/// Tiles of one element per thread, so that accesses are coalesced; the carry is in a register.
template <TeamScan Variant, ScanMode Mode, int Threads, class Member, class Load, class Store,
          class Op>
KOKKOS_FUNCTION typename Op::value_type scan_items_striped(Member const& member, std::ptrdiff_t n,
                                                           Load load, Store const& store,
                                                           Op const& op) {
  using T = typename Op::value_type;
  bool const is_first_lane = lane::detail::ThreadGroup<Member>(member).is_first_lane();
  T carry = op.identity();
  for (std::ptrdiff_t base = 0; base < n; base += member.team_size()) {
    std::ptrdiff_t const i = base + member.team_rank();
    T const x = i < n ? T(load(i)) : T(op.identity());
    T tile;
    T const y = detail::scan_value<Variant, Mode, Threads>(member, x, op, tile);
    if (i < n && is_first_lane) store(i, T(op(carry, y)), x);
    carry = op(carry, tile);
  }
  return carry;
}

/// One contiguous piece per thread: each thread reduces its piece, a team scan of these sums gives
/// the prefix of the piece, and the thread scans its piece from there.
template <TeamScan Variant, ScanMode Mode, int Threads, class Member, class Load, class Store,
          class Op>
KOKKOS_FUNCTION typename Op::value_type scan_items_blocked(Member const& member, std::ptrdiff_t n,
                                                           Load const& load, Store const& store,
                                                           Op const& op) {
  using T = typename Op::value_type;
  std::ptrdiff_t const piece = (n + member.team_size() - 1) / member.team_size();
  std::ptrdiff_t const first = piece * member.team_rank() < n ? piece * member.team_rank() : n;
  std::ptrdiff_t const last = first + piece < n ? first + piece : n;
  T sum = op.identity();
  Load reduced = load;
  for (std::ptrdiff_t i = first; i < last; ++i) sum = op(sum, reduced(i));
  T total;
  T carry = detail::scan_value<Variant, ScanMode::exclusive, Threads>(member, sum, op, total);
  Load scanned = load;
  for (std::ptrdiff_t i = first; i < last; ++i) {
    T const x = scanned(i);
    T const next = op(carry, x);
    store(i, Mode == ScanMode::inclusive ? next : carry, x);
    carry = next;
  }
  return total;
}

/// Scans the n items load(i); store(i, result, item) gets the result at each. A thread loads its
/// items in ascending order, from each copy of \p load, which may so keep its place in something.
/// Ends with a team barrier.
template <TeamScan Variant, ScanMode Mode, int Threads, class Member, class Load, class Store,
          class Op>
KOKKOS_FUNCTION typename Op::value_type scan_items(Member const& member, std::size_t n,
                                                   Load const& load, Store const& store,
                                                   Op const& op) {
  auto const count = static_cast<std::ptrdiff_t>(n);
  auto const total = [&] {
    if constexpr (tuning::capabilities<typename Member::execution_space>.lanes_are_threads)
      return detail::scan_items_striped<Variant, Mode, Threads>(member, count, load, store, op);
    else
      return detail::scan_items_blocked<Variant, Mode, Threads>(member, count, load, store, op);
  }();
  member.team_barrier();
  return total;
}

/// The elements of a View, as values of type T.
template <class T, class In>
struct LoadElement {
  In const& in;
  KOKKOS_FUNCTION T operator()(std::ptrdiff_t i) const { return static_cast<T>(in(i)); }
};

/// Results go into a View.
template <class T, class Out>
struct StoreResult {
  Out const& out;
  KOKKOS_FUNCTION void operator()(std::ptrdiff_t i, T const& result, T const&) const {
    out(i) = static_cast<typename Out::non_const_value_type>(result);
  }
};

template <TeamScan Variant, ScanMode Mode, int Threads, class Member, class In, class Out, class Op>
KOKKOS_FUNCTION typename Op::value_type scan_range(Member const& member, In const& in,
                                                   Out const& out, Op const& op) {
  using T = typename Op::value_type;
  KokkosScan::detail::check_identity<typename In::non_const_value_type, Op>();
  return detail::scan_items<Variant, Mode, Threads>(member, in.extent(0), LoadElement<T, In>{in},
                                                    StoreResult<T, Out>{out}, op);
}

}  // namespace detail

/// \brief The thread of rank r gets value(0) op … op value(r).
///
/// \param member  the team member; all threads of the team must call, with all their vector lanes
/// \param value   this thread's value, the same on all its vector lanes
/// \param op      a monoid; the order of its operands is kept
/// \param[out] total  optional: op over all values, on every thread
/// \return the result, on all vector lanes of the thread
/// \tparam Variant  the algorithm, see `TeamScan`
/// \tparam Threads  optional: the team size, where a GPU kernel fixes it, with one vector lane per
///                  thread. A team of another size aborts. A multiple of the warp or wavefront size
///                  makes shorter code in `lane_first` and `raking`. Ignored on CPUs.
///
/// Needs `scan_scratch_bytes` of scratch. Ends with a team barrier.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          Monoid Op>
KOKKOS_FUNCTION typename Op::value_type inclusive_scan(Member const& member,
                                                       typename Op::value_type const& value,
                                                       Op const& op,
                                                       typename Op::value_type& total) {
  return detail::scan_value<Variant, ScanMode::inclusive, Threads>(member, value, op, total);
}
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION typename Op::value_type inclusive_scan(
    Member const& member, typename Op::value_type const& value, Op const& op) {
  typename Op::value_type total;
  return detail::scan_value<Variant, ScanMode::inclusive, Threads>(member, value, op, total);
}

/// \brief The thread of rank r gets value(0) op … op value(r-1), the thread of rank 0 the identity;
/// otherwise as `inclusive_scan` of one value per thread.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          Monoid Op>
KOKKOS_FUNCTION typename Op::value_type exclusive_scan(Member const& member,
                                                       typename Op::value_type const& value,
                                                       Op const& op,
                                                       typename Op::value_type& total) {
  return detail::scan_value<Variant, ScanMode::exclusive, Threads>(member, value, op, total);
}
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION typename Op::value_type exclusive_scan(
    Member const& member, typename Op::value_type const& value, Op const& op) {
  typename Op::value_type total;
  return detail::scan_value<Variant, ScanMode::exclusive, Threads>(member, value, op, total);
}

/// \brief out(i) = in(0) op … op in(i) for a range of any length.
///
/// \param member  the team member; all threads of the team must call, with the same arguments
/// \param in,out  rank-1 Views of equal extent (not checked), global or scratch memory; out may be
///                in
/// \param op      a monoid; the order of its operands is kept
/// \param[out] total  optional: op over all elements, on every thread
/// \tparam Variant,Threads  as above
///
/// Each element is written once, and read once on GPUs (tiles of one element per thread), twice on
/// CPUs (one contiguous piece per thread). Needs `scan_scratch_bytes` of scratch. Ends with a team
/// barrier: all threads see the results.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          View1D In, View1D Out, Monoid Op>
KOKKOS_FUNCTION void inclusive_scan(Member const& member, In const& in, Out const& out,
                                    Op const& op, typename Op::value_type& total) {
  total = detail::scan_range<Variant, ScanMode::inclusive, Threads>(member, in, out, op);
}
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          View1D In, View1D Out, Monoid Op>
KOKKOS_FUNCTION void inclusive_scan(Member const& member, In const& in, Out const& out,
                                    Op const& op) {
  detail::scan_range<Variant, ScanMode::inclusive, Threads>(member, in, out, op);
}

/// \brief out(i) = in(0) op … op in(i-1), out(0) = identity; otherwise as `inclusive_scan` of a
/// range.
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          View1D In, View1D Out, Monoid Op>
KOKKOS_FUNCTION void exclusive_scan(Member const& member, In const& in, Out const& out,
                                    Op const& op, typename Op::value_type& total) {
  total = detail::scan_range<Variant, ScanMode::exclusive, Threads>(member, in, out, op);
}
template <TeamScan Variant = TeamScan::lane_first, int Threads = any_team_size, TeamMember Member,
          View1D In, View1D Out, Monoid Op>
KOKKOS_FUNCTION void exclusive_scan(Member const& member, In const& in, Out const& out,
                                    Op const& op) {
  detail::scan_range<Variant, ScanMode::exclusive, Threads>(member, in, out, op);
}

}  // namespace KokkosScan::team
