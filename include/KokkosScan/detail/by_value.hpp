// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosScan::detail {

template <class A, class B>
inline constexpr bool differ_in_sign =
    std::is_integral_v<A> && std::is_integral_v<B> && std::is_signed_v<A> != std::is_signed_v<B>;

/// compare(a, b) of the values: of two integers neither becomes the other's type first, and a
/// negative one is less than any unsigned one. An integer beside a float becomes that float type,
/// as everywhere in C++.
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
