// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

KOKKOS_FUNCTION constexpr int digit_of(int number, int shift, int mask) {
  return static_cast<int>(static_cast<std::uint32_t>(number) >> shift) & mask;
}

/// How the numbers of bins are cut into digits, the least significant first. Elements in no bin may
/// have any number from `bins` to `none()`. No bin has the last digit of `none()`. Numbers are
/// unsigned, also where an int holds their bits.
struct Digits {
  std::size_t bins;
  int passes, bits;

  constexpr Digits(std::size_t bin_count, int max_bits) : bins(bin_count), passes(1), bits(0) {
    int all = 0;
    while ((std::size_t(1) << all) < bins) ++all;
    passes = all > 0 ? ceil_div(all, max_bits) : 1;
    bits = ceil_div(all, passes);
  }
  KOKKOS_FUNCTION constexpr int shift(int pass) const { return pass * bits; }
  KOKKOS_FUNCTION constexpr bool is_last(int pass) const { return pass + 1 == passes; }
  KOKKOS_FUNCTION constexpr int mask(int pass) const {
    return is_last(pass) ? ~0 : (1 << bits) - 1;
  }
  KOKKOS_FUNCTION constexpr int of(int number, int pass) const {
    return digit_of(number, shift(pass), mask(pass));
  }
  constexpr std::size_t values(int pass) const {
    std::size_t const each = std::size_t(1) << shift(pass);
    return is_last(pass) ? ceil_div(bins, each) + 1 : std::size_t(1) << bits;
  }
  constexpr std::uint32_t none() const {
    return static_cast<std::uint32_t>((values(passes - 1) - 1) << shift(passes - 1));
  }
  constexpr std::size_t max_values() const { return (std::size_t(1) << bits) + 1; }
  /// The index of a pass's first value, if the values of all passes are numbered consecutively.
  KOKKOS_FUNCTION constexpr int first_value(int pass) const { return pass << bits; }
  constexpr std::size_t all_values() const {
    return static_cast<std::size_t>(first_value(passes - 1)) + values(passes - 1);
  }
};

/// A key of which several digits are counted by one read: the binning of `count_offsets`.
template <class Key>
struct SomeDigits {
  using find_of = SomeDigits;
  Key key;
  Digits digits;
  int first, last;  ///< passes [first, last)

  template <class Element>
  KOKKOS_FUNCTION bool find(Element const& x, int& number) const {
    number = key(x);
    return true;
  }
  template <class F>
  KOKKOS_FUNCTION void for_each_part(int number, F const& f) const {
    for (int pass = first; pass < last; ++pass)
      f(((pass - first) << digits.bits) + digits.of(number, pass));
  }
  constexpr std::size_t values() const {
    return digits.first_value(last - 1 - first) + digits.values(last - 1);
  }
};

/// Stores where the values of the digits of several passes begin, each relative to its pass. The
/// counts are scanned over all passes, and every pass counts all elements: as many are subtracted
/// for each preceding pass.
template <class Index, class Size>
struct DigitStarts {
  Index* data;  ///< entries of the first of these passes, then of the others
  Size elements;
  int bits, passes;
  int count;

  KOKKOS_FUNCTION void store(int value, std::uint64_t first) const {
    int const before = value >> bits;
    int const pass = before < passes ? before : passes - 1;
    data[value] = static_cast<Index>(first - static_cast<std::uint64_t>(pass) * elements());
  }
};

}  // namespace KokkosScan::detail
