// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
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
  if constexpr (ScanOptionsType<First>)
    return ScanArguments<Op, First>{op, static_cast<typename Op::value_type>(op.identity()), first};
  else if constexpr (sizeof...(Options) == 0)
    return ScanArguments<Op, ScanOptions<>>{op, static_cast<typename Op::value_type>(first), {}};
  else
    return ScanArguments<Op, Options...>{op, static_cast<typename Op::value_type>(first),
                                         options...};
}

template <class... What>
struct FirstOf {
  using type = void;
};
template <class First, class... More>
struct FirstOf<First, More...> {
  using type = First;
};

/// \tparam DefaultOp  where the call names none
template <class DefaultOp, class... What>
auto scan_arguments(What const&... what) {
  if constexpr (Monoid<typename FirstOf<What...>::type>)
    return scan_arguments_with(what...);
  else
    return scan_arguments_with(DefaultOp{}, what...);
}

/// Behind which arguments one may come.
template <class X>
inline constexpr int place_of_argument = Monoid<X>            ? 0
                                         : ScanOptionsType<X> ? 2
                                                              : 1;

template <class T, class First>
struct AccumulatorOf {
  using type = T;
};
template <class T, Monoid First>
struct AccumulatorOf<T, First> {
  using type = typename First::value_type;
};

/// At compile time: these are the arguments of a scan that accumulates in T where it names no op.
template <ScanMode Mode, class T, class... What>
constexpr bool check_scan_arguments() {
  if constexpr (!check_options<OptionsFor::scan, What...>()) {
    return false;
  } else {
    using A = typename AccumulatorOf<T, typename FirstOf<What...>::type>::type;
    constexpr int place[] = {-1, place_of_argument<What>...};
    constexpr bool are_right =
        std::adjacent_find(std::begin(place), std::end(place), std::greater_equal{}) ==
            std::end(place) &&
        ((place_of_argument<What> != 1 || std::is_convertible_v<What, A>) && ...);
    static_assert(are_right,
                  "op must be a monoid (Sum, Max ...; make_monoid makes one of a callable, "
                  "from_reducer of a Kokkos reducer), behind it init of its value_type, then "
                  "options; each may be left out");
    constexpr bool has_init = ((place_of_argument<What> == 1) || ...);
    static_assert(!are_right || !has_init || Mode == ScanMode::exclusive,
                  "an inclusive scan has no init: exclusive scans have");
    return are_right && (!has_init || Mode == ScanMode::exclusive);
  }
}

}  // namespace KokkosScan::detail
