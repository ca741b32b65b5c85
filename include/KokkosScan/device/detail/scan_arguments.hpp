// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/variants.hpp>

#include <type_traits>

/// \file
/// \brief The arguments of a scan that follow the Views: [op] [init] [options], in this order.

namespace KokkosScan::detail {

/// These arguments, with defaults for those that the call left out.
template <class Op, class Options, bool HasInit>
struct ScanArguments {
  using Operator = Op;
  using T = typename Op::value_type;
  static constexpr bool has_init = HasInit;
  Op op;
  T init;
  Options options;
};

template <class Op>
ScanArguments<Op, ScanOptions<>, false> scan_arguments_with(Op const& op) {
  return {op, static_cast<typename Op::value_type>(op.identity()), {}};
}
template <class Op, class First, class... Options>
auto scan_arguments_with(Op const& op, First const& first, Options const&... options) {
  using T = typename Op::value_type;
  if constexpr (ScanOptionsType<First>)
    return ScanArguments<Op, First, false>{op, static_cast<T>(op.identity()), first};
  else if constexpr (sizeof...(Options) == 0)
    return ScanArguments<Op, ScanOptions<>, true>{op, static_cast<T>(first), {}};
  else
    return ScanArguments<Op, Options..., true>{op, static_cast<T>(first), options...};
}

/// \tparam DefaultOp  the operator of a call that names none
template <class DefaultOp>
auto scan_arguments() {
  return detail::scan_arguments_with(DefaultOp{});
}
template <class DefaultOp, class First, class... More>
auto scan_arguments(First const& first, More const&... more) {
  if constexpr (Monoid<First>)
    return detail::scan_arguments_with(first, more...);
  else
    return detail::scan_arguments_with(DefaultOp{}, first, more...);
}

/// Whether X can be the init of a scan that accumulates in T. As init does not determine T, a
/// floating-point init would be truncated silently where T is an integer, so that is refused.
template <class T, class X>
inline constexpr bool is_init =
    std::is_convertible_v<X const&, T> && !(std::is_floating_point_v<X> && std::is_integral_v<T>);

/// Whether arguments are [init] [options].
template <class T, class... What>
inline constexpr bool are_init_and_options = sizeof...(What) == 0;
template <class T, class X>
inline constexpr bool are_init_and_options<T, X> = ScanOptionsType<X> || is_init<T, X>;
template <class T, class X, class Y>
inline constexpr bool are_init_and_options<T, X, Y> = is_init<T, X> && ScanOptionsType<Y>;

/// At compile time: a scan that accumulates in T accepts these arguments after its op.
template <class T, class... What>
constexpr bool check_after_op() {
  constexpr bool are_right = are_init_and_options<T, What...>;
  static_assert(are_right,
                "op must be a monoid (Sum, Max ...; make_monoid makes one of a callable, "
                "from_reducer of a Kokkos reducer), then comes init, which converts to its "
                "value_type and is no real number for an integer, then options; each may be left "
                "out");
  return are_right;
}

/// At compile time: a scan of In to Out accepts these arguments, none of which is an op.
template <class In, class Out, class... What>
constexpr bool check_without_op() {
  using T = default_accumulator_t<In, Out>;
  if constexpr (!check_after_op<T, What...>()) {
    return false;
  } else {
    constexpr bool can_add = requires(T const& a, T const& b) { T(a + b); };
    static_assert(can_add, "op must be named, for the elements have no +");
    return can_add;
  }
}
template <class In, class Out>
constexpr bool check_scan_arguments() {
  return check_without_op<In, Out>();
}
template <class In, class Out, class First, class... More>
constexpr bool check_scan_arguments() {
  if constexpr (!check_options<OptionsFor::scan, First, More...>()) {
    return false;
  } else if constexpr (Monoid<First>) {
    return check_after_op<typename First::value_type, More...>() &&
           check_identity<typename In::non_const_value_type, First>();
  } else {
    return check_without_op<In, Out, First, More...>();
  }
}

/// Calls f(arguments) with the arguments that follow the Views in a scan of \p In to \p Out. Wrong
/// ones end compilation here with one message each; f is then not instantiated, which would add
/// more.
template <class Exec, class In, class Out, class F, class... What>
void with_scan_arguments(F const& f, What const&... what) {
  if constexpr (check_space<Exec, view_type_of<In>, Out>())
    if constexpr (check_scan_arguments<In, Out, What...>())
      f(detail::scan_arguments<Sum<default_accumulator_t<In, Out>>>(what...));
}

}  // namespace KokkosScan::detail
