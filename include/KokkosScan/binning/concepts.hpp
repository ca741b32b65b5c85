// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace KokkosScan {

/// \brief What becomes of an element outside the range of a binning. NaN is discarded either way.
enum class OutOfRange {
  discard,  ///< it is in no bin
  clamp     ///< it is in the first or the last bin
};

/// \brief The bin of an element that is in none.
inline constexpr int no_bin = -1;

/// \brief A callable element → bin. A result outside [0, number of bins) means: in no bin.
///
/// It must depend on the element only. It may be evaluated more than once.
template <class B, class Element>
concept Binning =
    std::is_invocable_v<B const&, Element const&> &&
    std::integral<std::decay_t<std::invoke_result_t<B const&, Element const&>>>;

/// \brief A binning that knows its number of bins. For any other the output's extent says it.
template <class B>
concept SizedBinning = requires(B const& binning) {
  { binning.bins() } -> std::convertible_to<std::size_t>;
};

namespace detail {

/// A number of bins as it is given: a negative one counts as none, and is refused as that.
template <std::integral N>
KOKKOS_FUNCTION constexpr std::size_t number_of_bins(N n) {
  return n > N(0) ? static_cast<std::size_t>(n) : 0;
}

/// The bin of x, or `no_bin` where the binning gives none of \p bins.
template <class B, class Element>
KOKKOS_FUNCTION int bin_of(B const& binning, Element const& x, int bins) {
  auto const bin = binning(x);
  using Unsigned = std::make_unsigned_t<std::common_type_t<std::decay_t<decltype(bin)>, int>>;
  return static_cast<Unsigned>(bin) < static_cast<Unsigned>(bins) ? static_cast<int>(bin) : no_bin;
}

}  // namespace detail
}  // namespace KokkosScan
