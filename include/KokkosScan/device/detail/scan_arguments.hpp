// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/variants.hpp>

#include <type_traits>

/// \file
/// \brief What a call says of a scan behind the Views: [op] [init] [options], in this order.

namespace KokkosScan::detail {

/// All of it, with what the call left out.
template <class Op, class Options>
struct ScanArguments {
  Op op;
  typename Op::value_type init;
  Options options;
};

template <class Op>
ScanArguments<Op, ScanOptions<>> scan_arguments_with(Op const& op) {
  return {op, static_cast<typename Op::value_type>(op.identity()), {}};
}
template <class Op, class First, class... Options>
auto scan_arguments_with(Op const& op, First const& first, Options const&... options) {
  using T = typename Op::value_type;
  if constexpr (ScanOptionsType<First>)
    return ScanArguments<Op, First>{op, static_cast<T>(op.identity()), first};
  else if constexpr (sizeof...(Options) == 0)
    return ScanArguments<Op, ScanOptions<>>{op, static_cast<T>(first), {}};
  else
    return ScanArguments<Op, Options...>{op, static_cast<T>(first), options...};
}

/// \tparam DefaultOp  where the call names none
template <class DefaultOp>
auto scan_arguments() {
  return scan_arguments_with(DefaultOp{});
}
template <class DefaultOp, class First, class... More>
auto scan_arguments(First const& first, More const&... more) {
  if constexpr (Monoid<First>)
    return scan_arguments_with(first, more...);
  else
    return scan_arguments_with(DefaultOp{}, first, more...);
}

/// What a scan that accumulates in T may begin with. It does not decide what T is, so a real number
/// would be cut off unseen where T is an integer.
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

/// At compile time: a scan that accumulates in T takes such arguments behind its op.
template <ScanMode Mode, class T, class... What>
constexpr bool check_behind_op() {
  constexpr bool are_right = are_init_and_options<T, What...>;
  static_assert(are_right,
                "op must be a monoid (Sum, Max ...; make_monoid makes one of a callable, "
                "from_reducer of a Kokkos reducer), behind it init, which converts to its "
                "value_type and is no real number for an integer, then options; each may be left "
                "out");
  constexpr int options = (0 + ... + (ScanOptionsType<What> ? 1 : 0));
  constexpr bool has_init = sizeof...(What) > options;
  static_assert(!are_right || !has_init || Mode == ScanMode::exclusive,
                "an inclusive scan has no init: exclusive scans have");
  return are_right && (!has_init || Mode == ScanMode::exclusive);
}

/// At compile time: a scan that accumulates in T where no op is named takes such arguments.
template <ScanMode Mode, class T>
constexpr bool check_scan_arguments() {
  return true;
}
template <ScanMode Mode, class T, class First, class... More>
constexpr bool check_scan_arguments() {
  if constexpr (!check_options<OptionsFor::scan, First, More...>())
    return false;
  else if constexpr (Monoid<First>)
    return check_behind_op<Mode, typename First::value_type, More...>();
  else
    return check_behind_op<Mode, T, First, More...>();
}

}  // namespace KokkosScan::detail
