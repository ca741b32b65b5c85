// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/binning/exact_ratio.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/numbers.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace KokkosScan {

/// \brief n bins of equal width over [lo, hi]; half-open, the last one closed.
///
/// Floating-point elements and bounds: bin = ⌊(x − lo) · (n / (hi − lo))⌋, at most n − 1, computed
/// in the wider of the two types. No step can be contracted (fused), so every backend gives the
/// same bin. The factor n / (hi − lo) is computed in double and rounded to that type; with float
/// bounds and 2^23 bins or more it may be a few units in its last place larger, so that hi reaches
/// the last bin. If only one of elements and bounds is floating-point, the type is double, except
/// float for integers of at most 16 bits with float bounds. If 64-bit bounds are equal when rounded
/// to that type, that number is in the last bin. Integer elements and bounds:
/// bin = ⌊(x − lo) · n / (hi − lo)⌋ exactly, by multiplication with a precomputed reciprocal.
/// Bounds of two types are converted to their common type.
/// \code
/// UniformBins{0.0f, 1.0f, 64}
/// UniformBins{0, 1.5, 64}  // of double
/// UniformBins{-10, 10, 20, OutOfRange::clamp}
/// \endcode
template <class T>
class UniformBins {
  static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8,
                "UniformBins: lo and hi must be numbers of at most 8 bytes");

 public:
  static constexpr bool is_cheap = true;  ///< faster to compute than to read from team scratch
  using find_of = UniformBins;

  UniformBins() = default;
  /// \param lo,hi  lo < hi, both finite, and so is their difference; the device functions check it
  /// \param n      number of bins, at least 1 and below 2^31; at most 2^30 with float bounds
  template <std::integral N>
  KOKKOS_FUNCTION UniformBins(T lo, T hi, N n, OutOfRange policy = OutOfRange::discard)
      : m_lo(lo),
        m_hi(hi),
        m_from(static_cast<Limit>(lo)),
        m_to(static_cast<Limit>(hi)),
        m_bins(detail::number_of_bins(n)),
        m_scale(static_cast<double>(m_bins) / width(lo, hi)),
        m_scale_of_float(static_cast<float>(m_scale)) {
    m_clamps = policy == OutOfRange::clamp;
    if (m_clamps) {
      m_to = infinity;
      m_from = -infinity;
    }
    if constexpr (std::is_integral_v<T>)
      if (lo < hi) m_ratio = detail::ExactRatio(m_bins, distance(lo, hi));
    if constexpr (std::is_same_v<T, float>) reach_last_bin();
  }

  /// \brief Bounds of two types, whose common type is T.
  template <class Lo, class Hi, std::integral N>
    requires(!std::is_same_v<Lo, Hi> && std::is_same_v<std::common_type_t<Lo, Hi>, T>)
  KOKKOS_FUNCTION UniformBins(Lo lo, Hi hi, N n, OutOfRange policy = OutOfRange::discard)
      : UniformBins(static_cast<T>(lo), static_cast<T>(hi), n, policy) {}

  /// \brief Number of bins.
  KOKKOS_FUNCTION std::size_t bins() const { return m_bins; }
  /// \brief Where the first bin begins.
  KOKKOS_FUNCTION T lo() const { return m_lo; }
  /// \brief Where the last bin ends.
  KOKKOS_FUNCTION T hi() const { return m_hi; }

  /// \brief The bin of x, or `no_bin`.
  template <class X>
    requires(std::is_arithmetic_v<detail::computed_t<X>> &&
             (std::is_floating_point_v<X> || sizeof(X) <= 8))
  KOKKOS_FUNCTION int operator()(X const& x) const {
    int bin;
    return find(x, bin) ? bin : no_bin;
  }
  /// \brief Whether x is in a bin, and in which.
  template <class X>
    requires(std::is_arithmetic_v<X> && (std::is_floating_point_v<X> || sizeof(X) <= 8))
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    if constexpr (std::is_integral_v<T> && std::is_integral_v<X>) {
      constexpr bool may_be_below = std::is_signed_v<X> && std::is_unsigned_v<Whole<X>>;
      bool const is_below = may_be_below && x < X(0);
      return find_integer(is_below ? Whole<X>(0) : static_cast<Whole<X>>(x), is_below, bin);
    } else
      return find_real(static_cast<Real<X>>(x), bin);
  }

  /// \brief The same for Kokkos' half_t and bhalf_t, as floats.
  template <detail::Half X>
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    return find(static_cast<float>(x), bin);
  }

  /// \brief Throws std::invalid_argument unless there are bins (at most 2^30 between floats), lo <
  /// hi, and all of lo, hi, their difference and n / (hi − lo) are finite.
  /// \param name  of the binning, in the text
  void check(char const* function, std::string const& name = "binning") const {
    detail::check_bins(function, name, m_bins, "n is 0 or negative");
    if (std::is_same_v<T, float> && m_bins > std::size_t(1) << 30)
      detail::refuse(function, name, " has ", m_bins, " bins, needs at most ", 1 << 30,
                     " between floats");
    if constexpr (std::is_floating_point_v<T>)
      if (!std::isfinite(m_hi - m_lo))
        detail::refuse(function, name, " has lo ", +m_lo, " and hi ", +m_hi,
                       ", needs finite ones with a finite difference");
    if (!(m_lo < m_hi))
      detail::refuse(function, name, " has lo ", +m_lo, " and hi ", +m_hi, ", needs lo < hi");
    if (!std::isfinite(std::is_same_v<T, float> ? m_scale_of_float : m_scale))
      detail::refuse(function, name, " has ", m_bins, " bins between lo ", +m_lo, " and hi ", +m_hi,
                     ", needs a finite number of bins over hi - lo");
  }

 private:
  using Limit = std::conditional_t<std::is_floating_point_v<T>, T, double>;
  static constexpr Limit infinity = std::numeric_limits<Limit>::infinity();

  /// The type that a bin is computed in, for elements of type X (see the class).
  template <class X>
  using Real = std::conditional_t<
      std::is_floating_point_v<T> == std::is_floating_point_v<X>, std::common_type_t<T, X>,
      std::conditional_t<sizeof(X) <= 2 && sizeof(T) <= 4 && std::is_floating_point_v<T>, T,
                         double>>;

  KOKKOS_FUNCTION static double width(T lo, T hi) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<double>(distance(lo, hi));  // as doubles, bounds above 2^53 may be equal
    else
      return static_cast<double>(hi) - static_cast<double>(lo);
  }
  /// With 2^23 bins or more, the rounded factor may be a few units in its last place too small for
  /// hi to reach the last bin: increases it until hi does.
  KOKKOS_FUNCTION void reach_last_bin() {
    constexpr float next = 1 + 0x1p-23f;
    double const last = static_cast<double>(m_bins) - 1;
    for (int i = 0; i < 4 && static_cast<double>((m_hi - m_lo) * m_scale_of_float) < last; ++i)
      m_scale_of_float *= next;
  }
  template <class Integer>
  KOKKOS_FUNCTION static std::uint64_t distance(Integer from, Integer to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  }

  /// An integer type that holds every value of T and X; where there is none, the unsigned one.
  template <class X>
  using Whole = std::conditional_t<std::is_signed_v<T> != std::is_signed_v<X> && sizeof(T) <= 4 &&
                                       sizeof(X) <= 4,
                                   std::int64_t, std::common_type_t<T, X, int>>;

  template <class R>
  KOKKOS_FUNCTION bool find_real(R x, int& bin) const {
    auto const lo = static_cast<R>(m_lo);
    auto const scale =
        std::is_same_v<R, float> ? static_cast<R>(m_scale_of_float) : static_cast<R>(m_scale);
    R const place = (detail::arch::clamp(x, lo, static_cast<R>(m_hi)) - lo) * scale;
    int const last = static_cast<int>(m_bins) - 1;
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
      // Rounded to R, such bounds may be further apart than they are, and `place` beyond any int;
      // or closer, so that hi would not reach the last bin.
      bool const is_before = (place < static_cast<R>(last)) & (x < static_cast<R>(m_hi));
      bin = is_before ? static_cast<int>(place) : last;
    } else {
      int const whole = static_cast<int>(place);
      bin = whole < last ? whole : last;  // hi itself is in the last bin
    }
    // Not &&: a branch keeps CPU compilers from vectorizing the loop around it.
    return (x >= static_cast<R>(m_from)) & (x <= static_cast<R>(m_to));
  }

  /// \param is_below  x is 0 in place of a negative number, which C cannot hold
  template <class C>
  KOKKOS_FUNCTION bool find_integer(C x, bool is_below, int& bin) const {
    // The same for the bounds: 0 in place of a negative one.
    constexpr bool may_be_negative = std::is_signed_v<T> && std::is_unsigned_v<C>;
    bool const is_above = may_be_negative && m_hi < T(0);
    C const lo = may_be_negative && m_lo < T(0) ? C(0) : static_cast<C>(m_lo),
            hi = is_above ? C(0) : static_cast<C>(m_hi);
    using Offset = std::conditional_t<sizeof(C) == 8, std::uint64_t, std::uint32_t>;
    C const inside = is_above ? static_cast<C>(m_hi) : detail::arch::clamp(x, lo, hi);
    auto const offset = static_cast<Offset>(static_cast<Offset>(inside) -
                                            static_cast<Offset>(static_cast<C>(m_lo)));
    int const place = static_cast<int>(m_ratio(offset));
    int const last = static_cast<int>(m_bins) - 1;
    bin = place < last ? place : last;
    // One comparison tells whether the clamp changed x.
    return m_clamps | ((inside == x) & !is_below & !is_above);
  }

  T m_lo{}, m_hi{};
  Limit m_from{}, m_to{};  // reals in a bin: [lo, hi], or everything if they are clamped
  std::size_t m_bins = 0;
  double m_scale = 0;
  float m_scale_of_float = 0;
  bool m_clamps = false;
  detail::ExactRatio m_ratio;
};

/// Refuses bounds whose common type cannot hold both, such as int and unsigned.
template <class Lo, class Hi, std::integral N>
  requires(std::is_arithmetic_v<Lo> && std::is_arithmetic_v<Hi> &&
           (std::is_floating_point_v<std::common_type_t<Lo, Hi>> ||
            std::is_signed_v<std::common_type_t<Lo, Hi>> ==
                (std::is_signed_v<Lo> || std::is_signed_v<Hi>)))
KOKKOS_FUNCTION UniformBins(Lo, Hi, N, OutOfRange = OutOfRange::discard)
    -> UniformBins<std::common_type_t<Lo, Hi>>;

}  // namespace KokkosScan
