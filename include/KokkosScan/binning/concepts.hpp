// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>

namespace KokkosScan {

/// \brief What becomes of an element outside the range of a binning. NaN is discarded either way.
enum class OutOfRange {
  discard,  ///< it is in no bin
  clamp     ///< it is in the first or the last bin
};

/// \brief The bin of an element that is in none.
inline constexpr int no_bin = -1;

/// \brief A callable element → bin, an integer or an enumerator. A result outside [0, number of
/// bins) means: in no bin.
///
/// It must depend on the element only. It may be evaluated more than once, but for one that takes
/// long: with `static constexpr bool is_dear = true` an extraction of all bins asks it once for
/// each element. A View, though it can be called, is none: it is an argument in the wrong place.
template <class B, class Element>
concept Binning = !Kokkos::is_view_v<B> && detail::Calls<B, Element const&> &&
                  (std::integral<std::decay_t<detail::result_of<B, Element const&>>> ||
                   std::is_enum_v<std::decay_t<detail::result_of<B, Element const&>>>);

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

/// Binnings of this library: `find(x, bin)` says whether x is in a bin, which is then a valid one.
/// `find_of` says of which type: one derived from it, with an `operator()` of its own, is asked
/// that.
template <class B, class Element>
concept FindsBins = requires(B const& binning, Element const& x, int& bin) {
  requires std::same_as<typename B::find_of, B>;
  { binning.find(x, bin) } -> std::same_as<bool>;
};

/// The number of an enumerator; an integer as it is.
template <class Bin>
KOKKOS_FUNCTION constexpr auto number_of(Bin bin) {
  if constexpr (std::is_enum_v<Bin>)
    return static_cast<std::underlying_type_t<Bin>>(bin);
  else
    return bin;
}

/// At compile time: the binning takes what it is given and tells a bin.
template <class B, class Element>
KOKKOS_FUNCTION constexpr bool check_callable_binning() {
  static_assert(
      Binning<B, Element>,
      "binning must be callable with an element of in and give an integer or an enumerator");
  return Binning<B, Element>;
}

/// Whether x is in one of \p bins bins, and in which: `bin` is undefined if not.
template <class B, class Element>
KOKKOS_FUNCTION bool find_bin(B const& binning, Element const& x, int bins, int& bin) {
  if constexpr (FindsBins<B, Element>) {
    return binning.find(x, bin);
  } else {
    static_assert(check_callable_binning<B, Element>());
    auto const given = detail::number_of(binning(x));
    using Unsigned = std::make_unsigned_t<std::common_type_t<std::decay_t<decltype(given)>, int>>;
    bin = static_cast<int>(given);
    return static_cast<Unsigned>(given) < static_cast<Unsigned>(bins);
  }
}

/// A binning of this library with a branch that all elements take alike: its `unswitch(f)` calls
/// f(the same binning without that branch), which refers to this one and is valid in f only.
template <class B>
concept Unswitches = requires {
  requires std::same_as<typename B::find_of, B>;
  requires B::unswitches;
};

/// f(binning), around a loop over many elements: a branch that all take alike is taken once.
/// Compilers unswitch small loops only.
template <class B, class F>
KOKKOS_FUNCTION void unswitch(B const& binning, F const& f) {
  if constexpr (Unswitches<B>)
    binning.unswitch(f);
  else
    f(binning);
}

/// What a binning knows to be wrong with itself, thrown as std::invalid_argument.
/// \param name  of the binning, in the text
template <class B>
void check_itself(char const* function, B const& binning, std::string const& name) {
  if constexpr (requires { binning.check(function, name); })
    binning.check(function, name);
  else if constexpr (requires { binning.check(function); })
    binning.check(function);
}

/// For a binning whose number of bins does not matter. A constant: device code may not call max.
inline constexpr int any_bins = std::numeric_limits<int>::max();

/// The bin of x, or `no_bin`.
template <class B, class Element>
KOKKOS_FUNCTION int bin_of(B const& binning, Element const& x, int bins) {
  int bin;
  return detail::find_bin(binning, x, bins, bin) ? bin : no_bin;
}

}  // namespace detail
}  // namespace KokkosScan
