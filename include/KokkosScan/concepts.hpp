// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace KokkosScan {

/// \brief A Kokkos execution space (an instance is the first argument of every device function).
template <class Exec>
concept ExecutionSpace = Kokkos::is_execution_space_v<Exec>;

/// \brief A Kokkos View of rank 1: any layout, strided or not, const or not.
template <class View>
concept View1D = Kokkos::is_view_v<View> && (View::rank() == 1);

/// \brief A Kokkos View of rank 2.
template <class View>
concept View2D = Kokkos::is_view_v<View> && (View::rank() == 2);

/// \brief A Kokkos team member, as a `TeamPolicy` kernel receives it.
template <class Member>
concept TeamMember = requires(Member const& member) {
  typename Member::execution_space;
  member.team_rank();
  member.team_size();
  member.league_rank();
  member.team_barrier();
};

/// \brief An associative operator with an identity; not necessarily commutative.
///
/// `op(a, b)` combines a left and a right neighbour; the library never swaps them, unless
/// `is_commutative` says that op(a, b) == op(b, a).
/// `value_type` is the type in which everything is accumulated.
template <class Op>
concept Monoid = requires(Op const& op, typename Op::value_type const& a) {
  { op.identity() } -> std::convertible_to<typename Op::value_type>;
  { op(a, a) } -> std::convertible_to<typename Op::value_type>;
  { Op::is_commutative } -> std::convertible_to<bool>;
};

}  // namespace KokkosScan
