// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Value types of awkward sizes, and monoids whose results reveal a wrong order or a padding
/// element.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScanTest {

/// Three bytes: a size that is no power of two, and an alignment of 1.
struct Rgb {
  std::uint8_t r, g, b;
  friend KOKKOS_FUNCTION bool operator==(Rgb const& x, Rgb const& y) {
    return x.r == y.r && x.g == y.g && x.b == y.b;
  }
};
static_assert(sizeof(Rgb) == 3);

/// Sums every channel modulo 256.
struct RgbSum {
  using value_type = Rgb;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION Rgb identity() const { return {0, 0, 0}; }
  KOKKOS_FUNCTION Rgb operator()(Rgb const& x, Rgb const& y) const {
    return {static_cast<std::uint8_t>(x.r + y.r), static_cast<std::uint8_t>(x.g + y.g),
            static_cast<std::uint8_t>(x.b + y.b)};
  }
};

/// Converts to int and from int, so a conditional expression with a Number and an int is ambiguous.
struct Number {
  int value;
  Number() = default;
  KOKKOS_FUNCTION Number(int x) : value(x) {}
  KOKKOS_FUNCTION operator int() const { return value; }
};

/// A sum whose identity is an int, whatever type is summed.
template <class T>
struct SumFromInt {
  using value_type = T;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION int identity() const { return 0; }
  KOKKOS_FUNCTION T operator()(T const& x, T const& y) const { return static_cast<T>(x + y); }
};

/// An upper unitriangular 3 x 3 matrix, 24 bytes; its product does not commute.
struct Heisenberg {
  std::uint64_t a, b, c;
  friend KOKKOS_FUNCTION bool operator==(Heisenberg const& x, Heisenberg const& y) {
    return x.a == y.a && x.b == y.b && x.c == y.c;
  }
};
static_assert(sizeof(Heisenberg) == 24);

struct HeisenbergProduct {
  using value_type = Heisenberg;
  static constexpr bool is_commutative = false;
  KOKKOS_FUNCTION Heisenberg identity() const { return {0, 0, 0}; }
  KOKKOS_FUNCTION Heisenberg operator()(Heisenberg const& x, Heisenberg const& y) const {
    return {x.a + y.a, x.b + y.b, x.c + y.c + x.a * y.b};
  }
};

/// Twenty-four bytes under a commutative operator.
struct Summary {
  std::int64_t sum, min, max;
  friend KOKKOS_FUNCTION bool operator==(Summary const& x, Summary const& y) {
    return x.sum == y.sum && x.min == y.min && x.max == y.max;
  }
};
static_assert(sizeof(Summary) == 24);

struct Summarize {
  using value_type = Summary;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION Summary identity() const { return {0, INT64_MAX, INT64_MIN}; }
  KOKKOS_FUNCTION Summary operator()(Summary const& x, Summary const& y) const {
    return {x.sum + y.sum, x.min < y.min ? x.min : y.min, x.max > y.max ? x.max : y.max};
  }
};

/// b^down a^up with ab = 1: the bicyclic monoid, a small monoid that reveals a wrong order.
struct Bicyclic {
  std::uint32_t down, up;
  friend KOKKOS_FUNCTION bool operator==(Bicyclic const& x, Bicyclic const& y) {
    return x.down == y.down && x.up == y.up;
  }
};

struct BicyclicProduct {
  using value_type = Bicyclic;
  static constexpr bool is_commutative = false;
  KOKKOS_FUNCTION Bicyclic identity() const { return {0, 0}; }
  KOKKOS_FUNCTION Bicyclic operator()(Bicyclic const& x, Bicyclic const& y) const {
    std::uint32_t const met = x.up < y.down ? x.up : y.down;
    return {x.down + y.down - met, x.up + y.up - met};
  }
};

/// Yields the last operand that is not "nothing": a scan fills forward.
template <class T>
struct KeepLast {
  using value_type = T;
  static constexpr bool is_commutative = false;
  static constexpr T nothing = static_cast<T>(-1);
  KOKKOS_FUNCTION T identity() const { return nothing; }
  KOKKOS_FUNCTION T operator()(T const& x, T const& y) const { return y == nothing ? x : y; }
};

/// The elements [first, last). Element i of an input is {i, i + 1}; the empty interval is the
/// identity. An operand that is no such interval, or two intervals that do not touch, give the
/// broken interval, and so does every further operation on it.
struct Interval {
  std::int64_t first, last;
  friend KOKKOS_FUNCTION bool operator==(Interval const& x, Interval const& y) {
    return x.first == y.first && x.last == y.last;
  }
};

/// Concatenates intervals. Detects a padding element, an element taken twice or left out, and a
/// wrong order, and counts each in `violations`; the identity is the only allowed operand that is
/// not in the input.
struct Concatenate {
  using value_type = Interval;
  static constexpr bool is_commutative = false;
  Kokkos::View<int, Kokkos::DefaultExecutionSpace::memory_space,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      violations;

  static KOKKOS_FUNCTION Interval broken() { return {-1, -1}; }
  static KOKKOS_FUNCTION bool is_empty(Interval const& x) { return x.first == 0 && x.last == 0; }
  static KOKKOS_FUNCTION bool is_sound(Interval const& x) {
    return is_empty(x) || (x.first >= 0 && x.first < x.last);
  }

  KOKKOS_FUNCTION Interval identity() const { return {0, 0}; }
  KOKKOS_FUNCTION Interval operator()(Interval const& x, Interval const& y) const {
    if (is_sound(x) && is_sound(y)) {
      if (is_empty(x)) return y;
      if (is_empty(y)) return x;
      if (x.last == y.first) return {x.first, y.last};
    }
    if (violations.data() != nullptr) Kokkos::atomic_inc(violations.data());
    return broken();
  }
};

}  // namespace KokkosScanTest
