// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/by_value.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/team/bins/edge_table_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

/// \file
/// \brief The places that numbers have in the range of edges: odd ones below 2^23.
///
/// A place is a monotone function of a number, rounded as it is: of two numbers with different
/// places, the one with the place before is less. Some places lie beyond the edges, at both ends:
/// numbers outside are found at once.

namespace KokkosScan::team::detail {

/// Places at the same distance, for numbers from \p first to \p last and some beyond.
template <class Value>
class EvenPlaces {
  using Real = std::conditional_t<std::is_floating_point_v<Value>, Value, float>;

 public:
  EvenPlaces() = default;
  KOKKOS_FUNCTION EvenPlaces(Value first, Value last, std::int32_t places)
      : m_most(static_cast<float>(places / 2 - 1)) {
    Real const range = difference(last, first);
    if constexpr (std::is_integral_v<Value>) {
      m_low = first;
      m_margin = Kokkos::fma(share_of_margin, range, Real(0));
    } else {
      m_low = Kokkos::fma(-share_of_margin, range, first);
    }
    // Neither 0 nor infinite: both times the other are no number.
    Real const slope = 1 / ((1 + 2 * share_of_margin) * range);
    m_slope = Kokkos::fmin(Kokkos::fmax(slope, least_slope), most_slope);
  }

  /// Here and above the compiler finds no sum of a product that it might contract in one place and
  /// not in another.
  KOKKOS_FUNCTION std::int32_t operator()(Value x) const {
    Real above = difference(x, m_low);
    if constexpr (std::is_integral_v<Value>) above += m_margin;
    return 2 * KokkosScan::detail::arch::whole_part(static_cast<float>(above * m_slope), m_most) +
           1;
  }

 private:
  /// Of the range, at both ends. No power of two, or numbers at regular distances might be found in
  /// entries of one bank.
  static constexpr Real share_of_margin = static_cast<Real>(0.041f);
  static constexpr Real least_slope = std::numeric_limits<Real>::min();
  static constexpr Real most_slope = std::numeric_limits<Real>::max();

  /// How far x is above a lower one; of integers that are not, much less than nothing.
  KOKKOS_FUNCTION static Real difference(Value x, Value low) {
    if constexpr (std::is_integral_v<Value>) {
      using Unsigned = std::make_unsigned_t<Value>;  // holds any difference
      auto const above = static_cast<Real>(static_cast<Unsigned>(x) - static_cast<Unsigned>(low));
      return x < low ? -KokkosScan::detail::top<Real> : above;
    } else {
      return x - low;
    }
  }

  struct Nothing {};
  Value m_low;
  [[no_unique_address]] std::conditional_t<std::is_integral_v<Value>, Real, Nothing> m_margin;
  float m_most;
  Real m_slope;
};

/// How numbers are spread over places.
enum class EdgeScale : std::int32_t {
  linear,
  /// As many floating-point numbers in each: equal steps within a power of two.
  logarithmic,
};

/// The places of numbers in the range of edges, on either scale.
template <class Edge, class X>
class EdgePlaces {
  using Common = decltype(Edge() + X());
  /// What holds edges and numbers, and integers exactly where there is such a type.
  using Value = std::conditional_t<
      std::is_floating_point_v<Common>,
      std::conditional_t<(sizeof(Common) > sizeof(float)), double, float>,
      std::conditional_t<!KokkosScan::detail::differ_in_sign<Edge, X>, Common,
                         std::conditional_t<(sizeof(Common) < 8), std::int64_t, double>>>;
  using Linear = EvenPlaces<Value>;
  using Logarithmic = EvenPlaces<float>;

 public:
  /// \param edge  edge(i), i from 0 to bins
  template <class EdgeAt>
  KOKKOS_FUNCTION EdgePlaces(EdgeScale scale, EdgeAt const& edge, int bins,
                             EdgeTableShape const& shape)
      : m_scale(scale) {
    if (scale == EdgeScale::linear) {
      m_linear = Linear(value(edge(0)), value(edge(bins)), shape.places());
    } else {
      // Most floats are close to zero: from there on, few buckets might be left for the others.
      float const last = number(edge(bins)), second = number(edge(1));
      bool const is_crowded =
          edge(0) == Edge() &&
          (last - second) * static_cast<float>(shape.buckets) < 2 * last * static_cast<float>(bins);
      m_logarithmic = Logarithmic(is_crowded ? second : number(edge(0)), last, shape.places());
    }
  }

  template <class T>
  KOKKOS_FUNCTION std::int32_t operator()(T const& x) const {
    return m_scale == EdgeScale::linear ? m_linear(value(x)) : m_logarithmic(number(x));
  }
  /// f(the place of a number), a function for the scale that these have; valid in f only.
  template <class F>
  KOKKOS_FUNCTION void unswitch(F const& f) const {
    if (m_scale == EdgeScale::linear)
      f([&](auto const& x) { return m_linear(value(x)); });
    else
      f([&](auto const& x) { return m_logarithmic(number(x)); });
  }

 private:
  /// Reals are compared as Common, integers by value.
  template <class T>
  KOKKOS_FUNCTION static Value value(T const& x) {
    return static_cast<Value>(
        static_cast<std::conditional_t<std::is_floating_point_v<Common>, Common, T>>(x));
  }
  /// Which one x is of all floats, counted from zero; of doubles by their upper halves.
  template <class T>
  KOKKOS_FUNCTION static float number(T const& x) {
    std::uint32_t bits;
    if constexpr (std::is_same_v<Value, double>)
      bits = static_cast<std::uint32_t>(Kokkos::bit_cast<std::uint64_t>(value(x)) >> 32);
    else
      bits = Kokkos::bit_cast<std::uint32_t>(static_cast<float>(value(x)));
    constexpr std::uint32_t sign = 1u << 31;
    auto const magnitude = Kokkos::bit_cast<std::uint32_t>(static_cast<float>(bits & ~sign));
    return Kokkos::bit_cast<float>(magnitude | (bits & sign));
  }

  EdgeScale m_scale;
  union {
    Linear m_linear;
    Logarithmic m_logarithmic;
  };
};

/// How crowded buckets of such places are: the logarithm of the edges for a bucket, where they are
/// more than one, summed over eight parts of the edges.
template <class PlaceOf, class EdgeAt>
KOKKOS_FUNCTION int crowding(PlaceOf const& place_of, EdgeAt const& edge, int bins,
                             EdgeTableShape const& shape) {
  auto const exponent = [](int x) {
    return static_cast<int>(Kokkos::bit_cast<std::uint32_t>(static_cast<float>(x)) >> 23);
  };
  constexpr int parts = 8;
  int sum = 0, last = 0;
  std::int32_t before = place_of(edge(0));
  for (int part = 1; part <= parts; ++part) {
    auto const i = static_cast<int>(static_cast<std::int64_t>(bins) * part / parts);
    std::int32_t const at = place_of(edge(i)), places = at - before;
    int const steps = exponent(i - last) + shape.bits_in_bucket - exponent(places > 1 ? places : 1);
    sum += i > last && steps > 0 ? steps : 0;
    before = at;
    last = i;
  }
  return sum;
}

/// The scale on which buckets are less crowded.
/// \param edge  edge(i), i from 0 to bins
template <class X, class EdgeAt>
KOKKOS_FUNCTION EdgeScale scale_of_edges(EdgeAt const& edge, int bins,
                                         EdgeTableShape const& shape) {
  // Of a single bucket all edges are searched.
  if (!shape.is_table()) return EdgeScale::linear;
  using Places = EdgePlaces<std::remove_cvref_t<decltype(edge(0))>, X>;
  auto const crowding_on = [&](EdgeScale scale) {
    return crowding(Places(scale, edge, bins, shape), edge, bins, shape);
  };
  // The linear scale is the cheaper one.
  constexpr int tolerated = 4;
  int const linear = crowding_on(EdgeScale::linear);
  return linear > tolerated && linear > crowding_on(EdgeScale::logarithmic) + tolerated
             ? EdgeScale::logarithmic
             : EdgeScale::linear;
}

}  // namespace KokkosScan::team::detail
