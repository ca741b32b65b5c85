// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/binning/find_bins.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/checks.hpp>

#include <concepts>
#include <cstddef>
#include <string>

namespace KokkosScan {
namespace detail {

/// Base classes that repeat a wrapped binning's types and constants, where it has them.
template <class B>
struct DimensionsOf {};
template <class B>
  requires requires { B::dimensions; }
struct DimensionsOf<B> {
  static constexpr int dimensions = B::dimensions;
};
template <class B>
struct UnswitchesOf {};
template <class B>
  requires Unswitches<B>
struct UnswitchesOf<B> {
  static constexpr bool unswitches = true;
};
template <class B>
struct MemoryOf {};
template <class B>
  requires requires { typename B::memory_space; }
struct MemoryOf<B> {
  using memory_space = typename B::memory_space;
};

}  // namespace detail

/// \brief The bins of another binning, followed by one more for the elements in none of them: out
/// of range, NaN, or for which a callable returns no valid bin.
///
/// Nothing is discarded: a histogram counts these elements in its last bin, and an extraction packs
/// them last.
/// \code
/// OverflowBin(UniformBins(0.0, 1.0, 100))  // 101 bins; bin 100 is the rest
/// \endcode
template <class B>
class OverflowBin : public detail::DimensionsOf<B>,
                    public detail::MemoryOf<B>,
                    public detail::UnswitchesOf<B> {
 public:
  static constexpr bool is_cheap = detail::is_cheap<B>;
  static constexpr bool is_expensive = detail::is_expensive<B>;
  using find_of = OverflowBin;

  OverflowBin() = default;
  KOKKOS_FUNCTION explicit OverflowBin(B const& binning)
    requires SizedBinning<B>
      : m_binning(binning), m_bins(binning.bins()) {}
  /// \param bins  of \p binning, a callable without `bins()`; fewer than 2^31 − 1
  template <std::integral N>
  KOKKOS_FUNCTION OverflowBin(B const& binning, N bins)
    requires(!SizedBinning<B>)
      : m_binning(binning), m_bins(detail::number_of_bins(bins)) {}

  /// \brief Number of bins: one more than the inner binning has.
  KOKKOS_FUNCTION std::size_t bins() const { return m_bins + 1; }
  /// \brief The inner binning.
  KOKKOS_FUNCTION B const& inner() const { return m_binning; }

  /// \brief The bin of x.
  template <class X>
    requires Binning<B, X>
  KOKKOS_FUNCTION int operator()(X const& x) const {
    int bin;
    find(x, bin);
    return bin;
  }
  /// \brief Finds the bin of x. Always true.
  template <class X>
    requires Binning<B, X>
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    auto const rest = static_cast<int>(m_bins);
    int inner;
    bool const is_found = detail::find_bin(m_binning, x, rest, inner);
    bin = detail::arch::bin_or(is_found, inner, rest);
    return true;
  }

  /// \brief For kernels of this library: see detail::FindsBatches.
  template <int N, class X>
    requires detail::FindsBatches<B, X>
  KOKKOS_FORCEINLINE_FUNCTION void find_batch(X const (&x)[N], int, int (&bin)[N]) const {
    m_binning.find_batch(x, static_cast<int>(m_bins), bin);
  }
  /// \brief For kernels of this library: see detail::Unswitches.
  template <class F>
    requires detail::Unswitches<B>
  KOKKOS_FUNCTION void unswitch(F const& f) const {
    m_binning.unswitch(
        [&]<class Inner>(Inner const& inner) { f(OverflowBin<Inner>(inner, m_bins)); });
  }

  /// \brief Throws std::invalid_argument if the inner binning is invalid or has no bins.
  /// \param name  of the binning, in the text
  void check(char const* function, std::string const& name = "binning") const {
    detail::check_itself(function, m_binning, name);
    detail::check_bins(function, name, m_bins, "n is 0 or negative");
  }

 private:
  B m_binning;
  std::size_t m_bins = 0;
};

template <class B>
KOKKOS_FUNCTION OverflowBin(B const&) -> OverflowBin<B>;
template <class B, class N>
KOKKOS_FUNCTION OverflowBin(B const&, N) -> OverflowBin<B>;

}  // namespace KokkosScan
