// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/by_value.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/team/bins/edge_table_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

/// \file
/// \brief The places that numbers have in the range of edges: odd ones of up to 24 bits.
///
/// A place is a monotone function of a number, rounded as it is: of two numbers with different
/// places, the one with the place before is less. Some places lie beyond the edges, at both ends:
/// numbers outside are found at once.

namespace KokkosScan::team::detail {

/// Places at the same distance, for numbers from \p first to \p last and some beyond.
template <class Value>
class Places {
  using Real = std::conditional_t<std::is_floating_point_v<Value>, Value, float>;

 public:
  Places() = default;
  KOKKOS_FUNCTION Places(Value first, Value last, std::int32_t places)
      : m_low(first), m_half(static_cast<float>(places / 2 - 1)) {
    Real const slope = static_cast<Real>(1 - 2 * margin) / above_low(last);
    // Neither 0 nor infinite: both times the other are no number.
    m_slope = Kokkos::fmin(Kokkos::fmax(slope, least_slope), most_slope);
  }

  KOKKOS_FUNCTION std::int32_t operator()(Value x) const {
    // Not left to the compiler, which might round the places of edges and others differently.
    auto const at =
        static_cast<float>(Kokkos::fma(above_low(x), m_slope, static_cast<Real>(margin)));
    float const clamped = Kokkos::fmin(Kokkos::fmax(at, 0.0f), 1.0f);  // of NaN 0
    // A float from 2^23 to 2^24 has a whole number in its low bits.
    constexpr float whole = 1 << 23;
    auto const number = Kokkos::bit_cast<std::uint32_t>(Kokkos::fma(clamped, m_half, whole));
    return static_cast<std::int32_t>(2 * (number - Kokkos::bit_cast<std::uint32_t>(whole)) + 1);
  }

 private:
  /// Of a fraction that is no power of two, or numbers at regular distances might be found in
  /// entries of one bank.
  static constexpr float margin = 0.0382f;
  static constexpr Real least_slope = std::numeric_limits<Real>::min();
  static constexpr Real most_slope = std::numeric_limits<Real>::max();

  /// How far a number is above the first one; negative below.
  KOKKOS_FUNCTION Real above_low(Value x) const {
    if constexpr (std::is_integral_v<Value>) {
      using Unsigned = std::make_unsigned_t<Value>;  // holds any difference
      auto const above = static_cast<Real>(static_cast<Unsigned>(x) - static_cast<Unsigned>(m_low));
      return x < m_low ? -KokkosScan::detail::top<Real> : above;
    } else {
      return x - m_low;
    }
  }

  Value m_low;
  float m_half;
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
  using Linear = Places<Value>;
  using Logarithmic = Places<float>;

 public:
  /// \param edge  edge(i), i from 0 to bins
  template <class EdgeAt>
  KOKKOS_FUNCTION EdgePlaces(EdgeScale scale, EdgeAt const& edge, int bins,
                             EdgeTableShape const& shape)
      : m_scale(scale) {
    if (scale == EdgeScale::linear) {
      m_linear = Linear(value(edge(0)), value(edge(bins)), shape.places());
    } else {
      // Most floats are close to zero: of an edge there, few buckets might be left for the others.
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
  /// f(the place of a number), a function for the scale that these have.
  template <class F>
  KOKKOS_FUNCTION void decide(F const& f) const {
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
    auto const number = Kokkos::bit_cast<std::uint32_t>(static_cast<float>(bits & ~sign));
    return Kokkos::bit_cast<float>(number | (bits & sign));
  }

  EdgeScale m_scale;
  union {
    Linear m_linear;
    Logarithmic m_logarithmic;
  };
};

/// The scale on which edges are spread the more evenly over buckets.
/// \param edge  edge(i), i from 0 to bins
template <class X, class EdgeAt>
KOKKOS_FUNCTION EdgeScale scale_of_edges(EdgeAt const& edge, int bins,
                                         EdgeTableShape const& shape) {
  using Places = EdgePlaces<std::remove_cvref_t<decltype(edge(0))>, X>;
  // Of a single bucket all edges are searched.
  if (shape.buckets == 1) return EdgeScale::linear;
  Places const linear(EdgeScale::linear, edge, bins, shape);
  Places const logarithmic(EdgeScale::logarithmic, edge, bins, shape);
  // How often a number is compared with edges that share a bucket, summed over parts of the edges:
  // the logarithm of edges in a bucket.
  constexpr int parts = 8;
  auto const comparisons = [&](int edges, std::int32_t places) {
    auto const exponent = [](auto x) {
      return static_cast<int>(Kokkos::bit_cast<std::uint32_t>(static_cast<float>(x)) >> 23);
    };
    int const steps = exponent(edges) + shape.bits_in_bucket - exponent(places > 1 ? places : 1);
    return edges > 0 && steps > 0 ? steps : 0;
  };
  int spared = 0, last = 0;
  std::int32_t before[] = {linear(edge(0)), logarithmic(edge(0))};
  for (int part = 1; part <= parts; ++part) {
    auto const i = static_cast<int>(static_cast<std::int64_t>(bins) * part / parts);
    std::int32_t const at[] = {linear(edge(i)), logarithmic(edge(i))};
    spared += comparisons(i - last, at[0] - before[0]) - comparisons(i - last, at[1] - before[1]);
    before[0] = at[0];
    before[1] = at[1];
    last = i;
  }
  // The linear scale is the cheaper one.
  return spared > parts / 2 ? EdgeScale::logarithmic : EdgeScale::linear;
}

}  // namespace KokkosScan::team::detail
