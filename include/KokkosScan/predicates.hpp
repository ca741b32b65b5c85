// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/by_value.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

/// \file
/// \brief Predicates of partitions and selections: comparisons with a pivot.
///
/// Any callable element → bool may be used instead. An element is rejected if the comparison is
/// false; a NaN pivot therefore rejects everything, except with `NotEqualTo`. Elements are compared
/// by value and not converted to the pivot's type: `GreaterThan{0}` accepts 0.5, and an unsigned
/// element is greater than any negative pivot. Only an integer compared with a floating-point
/// number is converted to that type, which may round it.

namespace KokkosScan {

/// \brief x < pivot
template <class T>
struct LessThan {
  T pivot;
  template <class X>
  KOKKOS_FUNCTION bool operator()(X const& x) const {
    return detail::by_value(x, pivot, [](auto const& a, auto const& b) { return a < b; });
  }
};

/// \brief x <= pivot
template <class T>
struct LessEqual {
  T pivot;
  template <class X>
  KOKKOS_FUNCTION bool operator()(X const& x) const {
    return detail::by_value(x, pivot, [](auto const& a, auto const& b) { return a <= b; });
  }
};

/// \brief x > pivot
template <class T>
struct GreaterThan {
  T pivot;
  template <class X>
  KOKKOS_FUNCTION bool operator()(X const& x) const {
    return detail::by_value(x, pivot, [](auto const& a, auto const& b) { return a > b; });
  }
};

/// \brief x >= pivot
template <class T>
struct GreaterEqual {
  T pivot;
  template <class X>
  KOKKOS_FUNCTION bool operator()(X const& x) const {
    return detail::by_value(x, pivot, [](auto const& a, auto const& b) { return a >= b; });
  }
};

/// \brief x == pivot
template <class T>
struct EqualTo {
  T pivot;
  template <class X>
  KOKKOS_FUNCTION bool operator()(X const& x) const {
    return detail::by_value(x, pivot, [](auto const& a, auto const& b) { return a == b; });
  }
};

/// \brief !(x == pivot)
template <class T>
struct NotEqualTo {
  T pivot;
  template <class X>
  KOKKOS_FUNCTION bool operator()(X const& x) const {
    return detail::by_value(x, pivot, [](auto const& a, auto const& b) { return !(a == b); });
  }
};

template <class T>
KOKKOS_FUNCTION LessThan(T) -> LessThan<T>;
template <class T>
KOKKOS_FUNCTION LessEqual(T) -> LessEqual<T>;
template <class T>
KOKKOS_FUNCTION GreaterThan(T) -> GreaterThan<T>;
template <class T>
KOKKOS_FUNCTION GreaterEqual(T) -> GreaterEqual<T>;
template <class T>
KOKKOS_FUNCTION EqualTo(T) -> EqualTo<T>;
template <class T>
KOKKOS_FUNCTION NotEqualTo(T) -> NotEqualTo<T>;

namespace detail {

/// Whether P compares with a number, and therefore reads the whole element.
template <class P>
inline constexpr bool is_comparison = false;
template <template <class> class P, class T>
  requires std::is_arithmetic_v<T>
inline constexpr bool is_comparison<P<T>> =
    (std::is_same_v<P<T>, LessThan<T>> || std::is_same_v<P<T>, LessEqual<T>> ||
     std::is_same_v<P<T>, GreaterThan<T>> || std::is_same_v<P<T>, GreaterEqual<T>> ||
     std::is_same_v<P<T>, EqualTo<T>> || std::is_same_v<P<T>, NotEqualTo<T>>);

}  // namespace detail

}  // namespace KokkosScan
