// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/numbers.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>
#include <utility>

namespace KokkosScan {

/// \file
/// \brief Monoids: an associative operation, its identity, and the type it accumulates in.
///
/// The arithmetic and bitwise ones also offer `apply`, the same operation on any type that has the
/// operators it uses, such as a SIMD vector of a CPU. `apply_of` names the class that defines
/// `apply`. In a user's class derived from one of these it still names the base, so the inherited
/// `apply` is not used in place of the user's `operator()`.

/// \brief a + b; identity 0 (for class types `T{}`). Integers wrap.
template <class T>
struct Sum {
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const { return T{}; }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const {
    using W = detail::Wrapping<T>;
    return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
  }
  using apply_of = Sum;
  template <class V>
  static V apply(V const& a, V const& b) {
    using W = detail::WrappingVector<T, V>;
    return (V)((W)a + (W)b);
  }
};

/// \brief a · b; identity 1. Integers wrap.
template <class T>
struct Prod {
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const { return T(1); }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const {
    using W = detail::Wrapping<T>;
    return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
  }
  using apply_of = Prod;
  template <class V>
  static V apply(V const& a, V const& b) {
    using W = detail::WrappingVector<T, V>;
    return (V)((W)a * (W)b);
  }
};

/// \brief The smaller operand, NaN if either is NaN; identity is infinity where the type has it,
/// else its largest value. A type without `std::numeric_limits` needs
/// `Kokkos::reduction_identity<T>::min()` and `max()`.
template <class T>
struct Min {
  static_assert(detail::has_limits<T> || detail::HasReductionLimits<T>,
                "Min needs a type with std::numeric_limits or Kokkos::reduction_identity");
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const {
    if constexpr (detail::has_limits<T>)
      return detail::top<T>;
    else
      return Kokkos::reduction_identity<T>::min();
  }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const { return detail::smaller<T>(a, b); }
  using apply_of = Min;
  template <class V>
  static V apply(V const& a, V const& b) {
    return detail::smaller<T>(a, b);
  }
};

/// \brief The larger operand, NaN if either is NaN; identity is minus infinity where the type has
/// it, else its lowest value. Types without `std::numeric_limits`: as for `Min`.
template <class T>
struct Max {
  static_assert(detail::has_limits<T> || detail::HasReductionLimits<T>,
                "Max needs a type with std::numeric_limits or Kokkos::reduction_identity");
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const {
    if constexpr (detail::has_limits<T>)
      return detail::bottom<T>;
    else
      return Kokkos::reduction_identity<T>::max();
  }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const { return detail::larger<T>(a, b); }
  using apply_of = Max;
  template <class V>
  static V apply(V const& a, V const& b) {
    return detail::larger<T>(a, b);
  }
};

/// \brief a && b; identity true.
template <class T>
struct LogicalAnd {
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const { return T(true); }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const { return T(a && b); }
};

/// \brief a || b; identity false.
template <class T>
struct LogicalOr {
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const { return T(false); }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const { return T(a || b); }
};

/// \brief a & b; identity all ones.
template <class T>
struct BitAnd {
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const {
    if constexpr (std::is_same_v<T, bool>)
      return true;
    else
      return static_cast<T>(~T(0));
  }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const { return static_cast<T>(a & b); }
  using apply_of = BitAnd;
  template <class V>
  static V apply(V const& a, V const& b) {
    return a & b;
  }
};

/// \brief a | b; identity 0.
template <class T>
struct BitOr {
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const { return T(0); }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const { return static_cast<T>(a | b); }
  using apply_of = BitOr;
  template <class V>
  static V apply(V const& a, V const& b) {
    return a | b;
  }
};

/// \brief a ^ b; identity 0.
template <class T>
struct BitXor {
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION T identity() const { return T(0); }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const { return static_cast<T>(a ^ b); }
  using apply_of = BitXor;
  template <class V>
  static V apply(V const& a, V const& b) {
    return a ^ b;
  }
};

/// \brief A monoid from a callable; made by `make_monoid` and `make_commutative_monoid`.
template <class F, class T, bool Commutative>
struct CallableMonoid {
  static_assert(detail::Gives<F, T, T const&, T const&>,
                "a monoid's callable must take two values of the identity's type and give one");
  using value_type = T;
  static constexpr bool is_commutative = Commutative;
  F f;
  T neutral;
  KOKKOS_FUNCTION T identity() const { return neutral; }
  KOKKOS_FUNCTION T operator()(T const& a, T const& b) const { return static_cast<T>(f(a, b)); }
};

/// \brief The monoid of an associative callable `f(left, right)` and its identity.
///
/// The type of \p identity is the type of accumulation. The order of operands is kept. May be
/// called inside a kernel.
template <class F, class T>
KOKKOS_FUNCTION CallableMonoid<F, T, false> make_monoid(F f, T identity) {
  return {std::move(f), std::move(identity)};
}

/// \brief Like `make_monoid`; the caller promises that f(a, b) == f(b, a).
template <class F, class T>
KOKKOS_FUNCTION CallableMonoid<F, T, true> make_commutative_monoid(F f, T identity) {
  return {std::move(f), std::move(identity)};
}

namespace detail {

/// Whether an operator of `make_monoid` truncates elements of type X: the type of its identity is
/// the type of the sums, so that with 0 (int) real numbers would lose their fractions.
template <class X, class Op>
inline constexpr bool cuts_off = false;
template <class X, class F, class T, bool C>
inline constexpr bool cuts_off<X, CallableMonoid<F, T, C>> =
    std::is_floating_point_v<X> && std::is_integral_v<T>;
/// Refuses such an operator at compile time.
template <class X, class Op>
KOKKOS_FUNCTION constexpr bool check_identity() {
  static_assert(!cuts_off<X, Op>,
                "make_monoid has an integer as identity, but real numbers are scanned: they would "
                "be cut off, for the type of the identity accumulates (0.0, not 0)");
  return !cuts_off<X, Op>;
}

}  // namespace detail

/// \brief A monoid from a Kokkos reducer; made by `from_reducer`.
template <class Reducer>
struct ReducerMonoid {
  using value_type = typename Reducer::value_type;
  static constexpr bool is_commutative = true;  // Kokkos requires it of a reducer
  Reducer reducer;
  KOKKOS_FUNCTION value_type identity() const {
    value_type x;
    reducer.init(x);
    return x;
  }
  KOKKOS_FUNCTION value_type operator()(value_type const& a, value_type const& b) const {
    value_type x = a;
    reducer.join(x, b);
    return x;
  }
};

/// \brief The monoid of a Kokkos reducer (`Kokkos::MinLoc`, `Kokkos::LAnd`, a user's own …).
///
/// Only `init` and `join` are used; the result the reducer refers to is never touched.
template <class Reducer>
  requires Kokkos::is_reducer_v<Reducer>
KOKKOS_FUNCTION ReducerMonoid<Reducer> from_reducer(Reducer const& reducer) {
  return {reducer};
}

namespace detail {

template <class In, class Out>
struct DefaultAccumulator {
  using type = Out;
};
template <class In, class Out>
  requires(std::is_arithmetic_v<computed_t<In>> && std::is_arithmetic_v<computed_t<Out>>)
struct DefaultAccumulator<In, Out> {
  using type = std::common_type_t<computed_t<In>, computed_t<Out>>;
};

}  // namespace detail

/// \brief What a default `Sum` from View \p In into View \p Out accumulates in: the common type of
/// two arithmetic element types (int8 summed into int32 does not wrap; Kokkos' half_t and bhalf_t
/// count as float), else the output's type.
/// Integers summed into a View of float are therefore accumulated in float, which is exact only up
/// to 2^24: pass `Sum<long>` or `Sum<double>` instead.
template <class In, class Out>
using default_accumulator_t =
    typename detail::DefaultAccumulator<typename In::non_const_value_type,
                                        typename Out::non_const_value_type>::type;

namespace detail {

/// Whether an operator is a `Sum`, which hardware computes faster than other operations.
template <class Op>
inline constexpr bool is_sum = false;
template <class T>
inline constexpr bool is_sum<Sum<T>> = true;

/// Whether sums of the type do not depend on the order of additions.
template <class T>
inline constexpr bool adds_exactly = std::is_integral_v<T>;

/// Whether one instruction (`sum`) combines the values of a whole group of lanes or threads: op is
/// then a sum of integers, whose result does not depend on the order.
template <class Group, class Op>
inline constexpr bool has_sum = requires { requires Group::template has_sum<Op>; };

}  // namespace detail

}  // namespace KokkosScan
