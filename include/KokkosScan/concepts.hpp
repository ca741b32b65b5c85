// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

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

/// \brief An associative operator with an identity on both sides; not necessarily commutative.
///
/// `op(a, b)` combines a left and a right neighbor; the library never swaps them, unless
/// `is_commutative` says that op(a, b) == op(b, a).
/// `value_type` is the type in which everything is accumulated.
template <class Op>
concept Monoid = requires(Op const& op, typename Op::value_type const& a) {
  { op.identity() } -> std::convertible_to<typename Op::value_type>;
  { op(a, a) } -> std::convertible_to<typename Op::value_type>;
  { Op::is_commutative } -> std::convertible_to<bool>;
};

namespace detail {

/// Types that lanes and teams may pass to each other bytewise, and keep in arrays in registers and
/// scratch.
template <class T>
inline constexpr bool is_plain = std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<T> &&
                                 std::is_default_constructible_v<T>;

/// An F that a kernel can store and call as f(args...). Functions passed by name cannot be stored,
/// pointers to members are called by another syntax: both are excluded.
template <class F, class... Args>
concept Calls =
    std::is_object_v<F> && requires { std::declval<F const&>()(std::declval<Args>()...); };

template <class F, class... Args>
using result_of = decltype(std::declval<F const&>()(std::declval<Args>()...));

/// An explicit conversion will do.
template <class From, class To>
inline constexpr bool converts = requires(From const& x) { static_cast<To>(x); };

/// `Calls`, with a result that converts to Result.
template <class F, class Result, class... Args>
concept Gives = Calls<F, Args...> && std::is_convertible_v<result_of<F, Args...>, Result>;

}  // namespace detail

/// \brief A callable equal(before, key) → bool that says whether two neighboring keys belong to
/// the same run, in place of ==. It may be any relation: only neighbors are compared, so a run may
/// drift, if keys are equal "up to a distance". The result must be bool and nothing that converts
/// to it, so that an operator is not taken for a comparison. GPU kernels also call it for a key and
/// itself, and for keys made without arguments, and ignore the result.
template <class Equal, class Key>
concept KeyEquality = !Monoid<Equal> && detail::Calls<Equal, Key const&, Key const&> &&
                      std::same_as<detail::result_of<Equal, Key const&, Key const&>, bool>;

}  // namespace KokkosScan
