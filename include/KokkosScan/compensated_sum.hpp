// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

/// \file
/// \brief Sums of real numbers as if with twice the digits.

namespace KokkosScan {

/// \brief A sum of Ts and the part of it that T could not hold: the value is sum + error.
///
/// Converts from T and, rounded, to any floating-point type, so arrays hold plain numbers.
template <class T>
struct Compensated {
  static_assert(std::is_floating_point_v<T>, "Compensated: T must be a floating-point type");
  T sum, error;

  Compensated() = default;
  KOKKOS_FUNCTION Compensated(T x) : sum(x), error(0) {}
  KOKKOS_FUNCTION Compensated(T s, T e) : sum(s), error(e) {}
  template <class Number>
    requires std::is_floating_point_v<Number>
  KOKKOS_FUNCTION explicit operator Number() const {
    return static_cast<Number>(sum + error);
  }
};

/// \brief a + b, accumulated in `Compensated<T>`; each result is rounded when it is stored.
///
/// Where sums nearly cancel, or many small terms follow a large one, a result has the digits that
/// `Sum<T>` loses. Six additions of T instead of one, and values twice as wide. The grouping of the
/// terms still shows, but only in digits that T cannot hold. Overflow to infinity gives NaN.
/// Compilers must not regroup sums: with -ffast-math or -fassociative-math, g++ does not compile
/// it.
///
/// The error of an addition: Knuth, The Art of Computer Programming 2, section 4.2.2, theorem B.
/// \code
/// inclusive_scan(exec, in, out, CompensatedSum<double>{});  // Views of double
/// \endcode
template <class T>
struct CompensatedSum {
  static_assert(sizeof(T) == 0 || !detail::arch::regroups_sums,
                "CompensatedSum needs sums as they are written: compile without -ffast-math and "
                "-fassociative-math");
  using value_type = Compensated<T>;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION value_type identity() const { return value_type(T(0)); }
  KOKKOS_FUNCTION value_type operator()(value_type const& a, value_type const& b) const {
    KOKKOSSCAN_SUMS_AS_WRITTEN
    T const sum = a.sum + b.sum;
    T const of_b = sum - a.sum, of_a = sum - of_b;
    T const lost = (a.sum - of_a) + (b.sum - of_b);
    return {sum, (a.error + b.error) + lost};
  }
};

}  // namespace KokkosScan
