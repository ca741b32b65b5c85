// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <KokkosScan/concepts.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>

namespace KokkosScan {

/// \brief What happens to an element outside the range of a binning. NaN is discarded either way.
enum class OutOfRange {
  discard,  ///< it is in no bin
  clamp     ///< it is in the first or the last bin
};

/// \brief The result for an element that is in no bin.
inline constexpr int no_bin = -1;

/// \brief A callable that maps an element to its bin, an integer or an enumerator. A result outside
/// [0, number of bins) means that the element is in no bin.
///
/// The result must depend on the element only. The callable may be evaluated several times per
/// element. If it takes long, give it `static constexpr bool is_expensive = true`: an extraction of
/// all bins then evaluates it once per element. A View can be called too, but is not accepted: it
/// is an argument in the wrong position.
template <class B, class Element>
concept Binning = !Kokkos::is_view_v<B> && detail::Calls<B, Element const&> &&
                  (std::integral<std::decay_t<detail::result_of<B, Element const&>>> ||
                   std::is_enum_v<std::decay_t<detail::result_of<B, Element const&>>>);

/// \brief A binning that knows its number of bins. For others it is the extent of the output.
template <class B>
concept SizedBinning = requires(B const& binning) {
  { binning.bins() } -> std::convertible_to<std::size_t>;
};

namespace detail {

/// Whether the bin of an element is found faster than read from team scratch.
template <class B>
inline constexpr bool is_cheap = requires { requires B::is_cheap; };
/// Whether it is worth finding once per element.
template <class B>
inline constexpr bool is_expensive = requires { requires B::is_expensive; };

/// The number of bins that a user gave; a negative one becomes 0, which the checks refuse.
template <std::integral N>
KOKKOS_FUNCTION constexpr std::size_t number_of_bins(N n) {
  return n > N(0) ? static_cast<std::size_t>(n) : 0;
}

/// Binnings of this library: `find(x, bin)` returns whether x is in a bin, and stores which one.
/// `find_of` names the class that defines `find`. In a user's class derived from such a binning it
/// still names the base: the concept fails, and the user's `operator()` is called, not `find`.
template <class B, class Element>
concept FindsBins = requires(B const& binning, Element const& x, int& bin) {
  requires std::same_as<typename B::find_of, B>;
  { binning.find(x, bin) } -> std::same_as<bool>;
};

/// The value of an enumerator; an integer unchanged.
template <class Bin>
KOKKOS_FUNCTION constexpr auto number_of(Bin bin) {
  if constexpr (std::is_enum_v<Bin>)
    return static_cast<std::underlying_type_t<Bin>>(bin);
  else
    return bin;
}

/// Checks at compile time that the binning can be called with an element and returns a bin.
template <class B, class Element>
KOKKOS_FUNCTION constexpr bool check_callable_binning() {
  static_assert(
      Binning<B, Element>,
      "binning must be callable with an element of in and give an integer or an enumerator; the "
      "elements of a rank-2 View are its rows, as points (IndexBins takes integers, GridBins what "
      "has x[d]; edges go into EdgeBins)");
  return Binning<B, Element>;
}

/// Whether x is in one of \p bins bins, and in which one; \p bin is undefined if x is in none.
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

/// A binning of this library with a branch that goes the same way for all elements. Its
/// `unswitch(f)` calls f with an equivalent binning without that branch, which refers to this one
/// and is valid only inside f.
template <class B>
concept Unswitches = requires {
  requires std::same_as<typename B::find_of, B>;
  requires B::unswitches;
};

/// Calls f(binning), where f loops over many elements: a branch that goes the same way for all of
/// them is taken once, outside the loop. Compilers do this by themselves for small loops only.
template <class B, class F>
KOKKOS_FUNCTION void unswitch(B const& binning, F const& f) {
  if constexpr (Unswitches<B>)
    binning.unswitch(f);
  else
    f(binning);
}

/// A binning of this library with a `check`, which throws std::invalid_argument. A user's own may
/// have a `check` for something else.
template <class B>
concept ChecksItself = requires(B const& binning, char const* function, std::string const& name) {
  requires std::same_as<typename B::find_of, B>;
  binning.check(function, name);
};
/// Calls that `check`.
/// \param name  of the binning, in the text
template <class B>
void check_itself(char const* function, B const& binning, std::string const& name) {
  if constexpr (ChecksItself<B>) binning.check(function, name);
}

/// For a binning whose number of bins does not matter. Constants, as device code may not call max.
inline constexpr int any_bins = std::numeric_limits<int>::max();
inline constexpr int never_a_bin = std::numeric_limits<int>::min();

/// The bin of x, or `no_bin`.
template <class B, class Element>
KOKKOS_FUNCTION int bin_of(B const& binning, Element const& x, int bins) {
  int bin;
  return detail::find_bin(binning, x, bins, bin) ? bin : no_bin;
}
/// Binnings of this library that find out whether x is in one of their bins faster than in which
/// one: `has(bin, x)`.
template <class B, class Element>
concept TestsBin = requires(B const& binning, Element const& x) {
  requires std::same_as<typename B::find_of, B>;
  { binning.has(0, x) } -> std::same_as<bool>;
};

/// The predicate of elements in one bin. No element is in a bin that does not exist.
/// \tparam B  a binning, or a reference to one
template <class B>
class InBin {
 public:
  KOKKOS_FUNCTION InBin(B const& binning, int bin)
      : m_binning(binning), m_bin(bin >= 0 ? bin : never_a_bin) {}
  template <class Element>
  KOKKOS_FUNCTION bool operator()(Element const& x) const {
    if constexpr (TestsBin<std::remove_cvref_t<B>, Element>) {
      return m_binning.has(m_bin, x);
    } else {
      int bin;
      bool const is_found = detail::find_bin(m_binning, x, any_bins, bin);
      return is_found & (bin == m_bin);  // not &&: see UniformBins
    }
  }

 private:
  B m_binning;
  int m_bin;
};

}  // namespace detail
}  // namespace KokkosScan
