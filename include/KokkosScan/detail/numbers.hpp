// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch/vectors.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <limits>
#include <type_traits>

/// \file
/// \brief Helpers for numbers: limits, NaN, integers that wrap, divisions that round up.

namespace KokkosScan::detail {

/// Kokkos' real numbers of 16 bits, where they are classes: in builds for GPUs.
template <class T>
concept Half = !std::is_arithmetic_v<T> && (std::is_same_v<T, Kokkos::Experimental::half_t> ||
                                            std::is_same_v<T, Kokkos::Experimental::bhalf_t>);
/// The type in which numbers are computed: float instead of such a type.
template <class T>
using computed_t = std::conditional_t<Half<T>, float, T>;

/// ⌈n / d⌉ of integers, n ≥ 0.
template <class N, class D>
KOKKOS_FUNCTION constexpr N ceil_div(N n, D d) {
  auto const whole = static_cast<N>(d);
  return static_cast<N>(n / whole + (n % whole != 0 ? 1 : 0));
}

/// The smallest multiple of \p to that is at least \p bytes.
template <class N, class D>
KOKKOS_FUNCTION constexpr N align_up(N bytes, D to) {
  auto const whole = static_cast<N>(to);
  return static_cast<N>((bytes + whole - 1) / whole * whole);
}

/// A divisor of many numbers, each below 2^52: a product instead of a division, which takes GPUs
/// about a hundred instructions.
class Divisor {
 public:
  std::size_t value;
  /// \param divisor  > 0
  explicit Divisor(std::size_t divisor)
      : value(divisor), m_inverse(1.0 / static_cast<double>(divisor)) {}

  /// Rounding makes the product at most one too large or too small.
  KOKKOS_FUNCTION std::size_t quotient(std::size_t n) const {
    auto const near = static_cast<std::size_t>(static_cast<double>(n) * m_inverse);
    if (n - near * value < value) return near;
    return near * value > n ? near - 1 : near + 1;
  }

 private:
  double m_inverse;
};

/// Constants rather than calls of numeric_limits: device code may not call those.
template <class T, class Limits = std::numeric_limits<T>>
inline constexpr T top = Limits::has_infinity ? Limits::infinity() : Limits::max();
template <class T, class Limits = std::numeric_limits<T>>
inline constexpr T bottom =
    Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : Limits::lowest();

/// Whether a value of a class, such as half_t, equals itself: a NaN does not.
template <class T>
KOKKOS_FUNCTION bool is_itself([[maybe_unused]] T const& x) {
  if constexpr (std::is_class_v<T> && requires { static_cast<bool>(x == x); })
    return static_cast<bool>(x == x);
  else
    return true;
}
/// first or second. By value: nvcc takes a choice between references for one between addresses, and
/// then keeps all items of a lane in memory.
template <class T>
KOKKOS_FUNCTION T chosen(bool is_first, T first, T second) {
  return is_first ? first : second;
}
/// The smaller of a and b; NaN if either is NaN. If they are equal, b of real numbers, else a. V is
/// T, or a vector of T.
template <class T, class V>
KOKKOS_FUNCTION V smaller(V const& a, V const& b) {
  if constexpr (!std::is_floating_point_v<T>)
    return detail::is_itself(a) && (b < a || !detail::is_itself(b)) ? b : a;
  else if constexpr (std::is_same_v<T, V>)
    return detail::chosen<T>(a < b || a != a, a, b);
  else
    return arch::nan_or(a, a < b ? a : b);  // b is taken if either is NaN
}
/// The larger of a and b; otherwise as `smaller`.
template <class T, class V>
KOKKOS_FUNCTION V larger(V const& a, V const& b) {
  if constexpr (!std::is_floating_point_v<T>)
    return detail::is_itself(a) && (a < b || !detail::is_itself(b)) ? b : a;
  else if constexpr (std::is_same_v<T, V>)
    return detail::chosen<T>(b < a || a != a, a, b);
  else
    return arch::nan_or(a, b < a ? a : b);
}

/// Whether counts can sum weights: floating-point weights need floating-point counts.
template <class Count, class Weight>
inline constexpr bool can_sum =
    !std::is_floating_point_v<Weight> || std::is_floating_point_v<Count>;

template <class T>
struct WrappingType {
  using type = T const&;
};
template <class T>
  requires std::is_integral_v<T>
struct WrappingType<T> {
  using type = std::make_unsigned_t<std::common_type_t<T, int>>;
};
/// The type that sums and products of T are computed in: unsigned for integers, so that they wrap.
template <class T>
using Wrapping = typename WrappingType<T>::type;

/// The same for V, a vector of T.
template <class T, class V>
struct WrappingVectorType {
  using type = V;
};
template <class T, class V>
  requires std::is_integral_v<T>
struct WrappingVectorType<T, V> {
  using type = typename arch::NativeVector<std::make_unsigned_t<T>, sizeof(V) / sizeof(T)>::type;
};
template <class T, class V>
using WrappingVector = typename WrappingVectorType<T, V>::type;

/// To be tested first: for a type without limits, numeric_limits gives T{} as its largest value.
template <class T>
inline constexpr bool has_limits = std::numeric_limits<T>::is_specialized;
/// Limits as Kokkos' reducers define them, for half_t and users' types.
template <class T>
concept HasReductionLimits = requires {
  Kokkos::reduction_identity<T>::min();
  Kokkos::reduction_identity<T>::max();
};

}  // namespace KokkosScan::detail
