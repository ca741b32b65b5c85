// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosScan::detail {

template <class A, class B>
inline constexpr bool differ_in_sign =
    std::is_integral_v<A> && std::is_integral_v<B> && std::is_signed_v<A> != std::is_signed_v<B>;

/// compare(a, b) by value: of two integers, neither is converted to the other's type first, so a
/// negative one is less than any unsigned one. An integer compared with a floating-point number is
/// converted to that type, as everywhere in C++.
template <class A, class B, class Compare>
KOKKOS_FUNCTION constexpr bool by_value(A const& a, B const& b, Compare const& compare) {
  if constexpr (differ_in_sign<A, B>) {
    if constexpr (std::is_signed_v<A>)
      if (a < 0) return compare(-1, 0);
    if constexpr (std::is_signed_v<B>)
      if (b < 0) return compare(0, -1);
    using Unsigned = std::make_unsigned_t<decltype(a + b)>;
    return compare(static_cast<Unsigned>(a), static_cast<Unsigned>(b));
  } else {
    return compare(a, b);
  }
}

/// a <= b, by value.
template <class A, class B>
KOKKOS_FUNCTION constexpr bool is_at_most(A const& a, B const& b) {
  return by_value(a, b, [](auto const& x, auto const& y) { return x <= y; });
}

}  // namespace KokkosScan::detail
