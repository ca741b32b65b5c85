// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/checks.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosScan {

/// \brief The element itself, an integer or an enumerator, is its bin: 0 … n − 1.
class IndexBins {
 public:
  static constexpr bool is_cheap = true;  ///< faster to compute than to read from team scratch
  using find_of = IndexBins;

  IndexBins() = default;
  /// \param n  number of bins, at least 1 and below 2^31
  template <std::integral N>
  KOKKOS_FUNCTION explicit IndexBins(N n, OutOfRange policy = OutOfRange::discard)
      : m_bins(detail::number_of_bins(n)), m_clamps(policy == OutOfRange::clamp) {}

  /// \brief Number of bins.
  KOKKOS_FUNCTION std::size_t bins() const { return m_bins; }

  /// \brief The bin of x, or `no_bin`.
  template <class X>
    requires((std::is_integral_v<X> || std::is_enum_v<X>) && sizeof(X) <= 8)
  KOKKOS_FUNCTION int operator()(X const& x) const {
    int bin;
    return find(x, bin) ? bin : no_bin;
  }
  /// \brief Whether x is in a bin, and in which.
  template <class X>
    requires((std::is_integral_v<X> || std::is_enum_v<X>) && sizeof(X) <= 8)
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    if constexpr (std::is_enum_v<X>) {
      return find(static_cast<std::underlying_type_t<X>>(x), bin);
    } else {
      // Of the width of x, and without branches: CPU compilers vectorize the loop around it.
      using Whole = std::common_type_t<X, int>;
      using Place = std::make_unsigned_t<Whole>;
      Whole const last = static_cast<Whole>(m_bins) - 1;
      bin = static_cast<int>(detail::arch::clamp(static_cast<Whole>(x), Whole(0), last));
      return m_clamps | (static_cast<Place>(x) < static_cast<Place>(m_bins));  // negative: large
    }
  }

  /// \brief Throws std::invalid_argument where there are no bins.
  /// \param name  of the binning, in the text
  void check(char const* function, std::string const& name = "binning") const {
    detail::check_bins(function, name, m_bins, "n is 0 or negative");
  }

 private:
  std::size_t m_bins = 0;
  bool m_clamps = false;
};

}  // namespace KokkosScan
