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
/// \brief Quantizes numbers in the range of the edges of bins to levels: odd integers below 2^23.
///
/// The level of a number is a monotone function of it, rounding included: of two numbers with
/// different levels, the one with the lower level is less. A few levels at both ends lie outside
/// the edges, so that most numbers outside are found at once. Odd, so that the sum of a level and
/// the entry of a bucket without an edge, which is even, never looks like a hit (`EdgeTable`).

namespace KokkosScan::team::detail {

/// Levels at equal distances, for numbers from \p first to \p last and a margin at both ends.
template <class Value>
class UniformQuantizer {
  using Real = std::conditional_t<std::is_floating_point_v<Value>, Value, float>;

 public:
  UniformQuantizer() = default;
  KOKKOS_FUNCTION UniformQuantizer(Value first, Value last, std::int32_t levels)
      : m_most(static_cast<float>(levels / 2 - 1)) {
    Real const range = difference(last, first);
    if constexpr (std::is_integral_v<Value>) {
      m_low = first;
      m_margin = Kokkos::fma(share_of_margin, range, Real(0));
    } else {
      m_low = Kokkos::fma(-share_of_margin, range, first);
    }
    // Neither 0 nor infinite: their product with infinity or 0 is NaN.
    Real const slope = 1 / ((1 + 2 * share_of_margin) * range);
    m_slope = Kokkos::fmin(Kokkos::fmax(slope, min_slope), max_slope);
  }

  /// The level of x. No sum of a product here and in the constructor but by fma: a compiler might
  /// contract it in one kernel and not in another, and levels would differ.
  KOKKOS_FUNCTION std::int32_t operator()(Value x) const {
    Real above = difference(x, m_low);
    if constexpr (std::is_integral_v<Value>) {
      // 0 where x is less than low. By a mask: g++ makes a branch of a condition.
      std::uint32_t const mask = -static_cast<std::uint32_t>(x >= m_low);
      above = Kokkos::bit_cast<Real>(Kokkos::bit_cast<std::uint32_t>(above + m_margin) & mask);
    }
    return 2 * KokkosScan::detail::arch::whole_part(static_cast<float>(above * m_slope), m_most) +
           1;
  }

 private:
  /// Of the range, at each end. Not a power of two: numbers at regular distances might then all
  /// have their entries in one bank of scratch.
  static constexpr Real share_of_margin = static_cast<Real>(0.041f);
  static constexpr Real min_slope = std::numeric_limits<Real>::min();
  static constexpr Real max_slope = std::numeric_limits<Real>::max();

  /// x - low; any number for an integer x < low.
  KOKKOS_FUNCTION static Real difference(Value x, Value low) {
    if constexpr (std::is_integral_v<Value>) {
      using Unsigned = std::make_unsigned_t<Value>;  // holds any difference
      return static_cast<Real>(
          static_cast<Unsigned>(static_cast<Unsigned>(x) - static_cast<Unsigned>(low)));
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

/// How levels are spread over numbers.
enum class EdgeScale : std::int32_t {
  linear,       ///< each level spans an equal part of the range
  logarithmic,  ///< each level holds equally many floats: equal steps within a power of two
};

/// Quantizes numbers in the range of edges, on either scale.
template <class Edge, class X>
class EdgeQuantizer {
  using Common = decltype(Edge() + X());
  /// What holds edges and numbers, and integers exactly where there is such a type.
  using Value = std::conditional_t<
      std::is_floating_point_v<Common>,
      std::conditional_t<(sizeof(Common) > sizeof(float)), double, float>,
      std::conditional_t<!KokkosScan::detail::differ_in_sign<Edge, X>, Common,
                         std::conditional_t<(sizeof(Common) < 8), std::int64_t, double>>>;
  using Linear = UniformQuantizer<Value>;
  using Logarithmic = UniformQuantizer<float>;

 public:
  /// \param edge  edge(i), i from 0 to bins
  template <class EdgeAt>
  KOKKOS_FUNCTION EdgeQuantizer(EdgeScale scale, EdgeAt const& edge, int bins,
                                EdgeTableShape const& shape)
      : m_scale(scale) {
    if (scale == EdgeScale::linear) {
      m_linear = Linear(value(edge(0)), value(edge(bins)), shape.levels());
    } else {
      // Floats are densest at zero. If that is the first edge, and fewer than two buckets per bin
      // would be left above the second edge, the levels begin at the second edge.
      float const last = rank_of(edge(bins)), second = rank_of(edge(1));
      bool const is_crowded =
          edge(0) == Edge() &&
          (last - second) * static_cast<float>(shape.buckets) < 2 * last * static_cast<float>(bins);
      m_logarithmic = Logarithmic(is_crowded ? second : rank_of(edge(0)), last, shape.levels());
    }
  }

  template <class T>
  KOKKOS_FUNCTION std::int32_t operator()(T const& x) const {
    return m_scale == EdgeScale::linear ? m_linear(value(x)) : m_logarithmic(rank_of(x));
  }
  /// f(level_of) with a function that computes levels on this scale, without a branch; valid
  /// during the call only.
  template <class F>
  KOKKOS_FUNCTION void unswitch(F const& f) const {
    if (m_scale == EdgeScale::linear)
      f([&](auto const& x) { return m_linear(value(x)); });
    else
      f([&](auto const& x) { return m_logarithmic(rank_of(x)); });
  }

 private:
  /// Floating-point numbers are compared as Common, integers by value.
  template <class T>
  KOKKOS_FUNCTION static Value value(T const& x) {
    return static_cast<Value>(
        static_cast<std::conditional_t<std::is_floating_point_v<Common>, Common, T>>(x));
  }
  /// The rank of x among all floats, counted from zero and negative below it: by its bits, of
  /// doubles by the upper half of them. Monotone.
  template <class T>
  KOKKOS_FUNCTION static float rank_of(T const& x) {
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

/// How crowded the buckets of such levels are: log2 of the edges per bucket where there is more
/// than one, summed over eight equal parts of the edges.
template <class LevelOf, class EdgeAt>
KOKKOS_FUNCTION int crowding(LevelOf const& level_of, EdgeAt const& edge, int bins,
                             EdgeTableShape const& shape) {
  auto const exponent = [](int x) {
    return static_cast<int>(Kokkos::bit_cast<std::uint32_t>(static_cast<float>(x)) >> 23);
  };
  constexpr int parts = 8;
  int sum = 0, last = 0;
  std::int32_t before = level_of(edge(0));
  for (int part = 1; part <= parts; ++part) {
    auto const i = static_cast<int>(static_cast<std::int64_t>(bins) * part / parts);
    std::int32_t const at = level_of(edge(i)), levels = at - before;
    int const steps = exponent(i - last) + shape.bits_in_bucket - exponent(levels > 1 ? levels : 1);
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
  // With a single bucket all edges are searched, whatever the scale.
  if (!shape.is_table()) return EdgeScale::linear;
  using Quantizer = EdgeQuantizer<std::remove_cvref_t<decltype(edge(0))>, X>;
  auto const crowding_on = [&](EdgeScale scale) {
    return crowding(Quantizer(scale, edge, bins, shape), edge, bins, shape);
  };
  // The linear scale is cheaper: prefer it unless the other is clearly less crowded.
  constexpr int tolerated = 4;
  int const linear = crowding_on(EdgeScale::linear);
  return linear > tolerated && linear > crowding_on(EdgeScale::logarithmic) + tolerated
             ? EdgeScale::logarithmic
             : EdgeScale::linear;
}

}  // namespace KokkosScan::team::detail
