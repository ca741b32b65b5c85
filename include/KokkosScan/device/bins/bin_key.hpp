// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/device/bins/digits.hpp>

#include <cstdint>

/// \file
/// \brief The bins of elements as numbers to sort by.

namespace KokkosScan::detail {

/// The bin of an element as a number to sort by: elements in no bin come after all bins.
template <class Binning>
struct BinKey {
  static constexpr bool is_cheap = detail::is_cheap<Binning>;
  static constexpr bool is_expensive = detail::is_expensive<Binning>;
  Binning binning;
  int bins;
  std::uint32_t none = static_cast<std::uint32_t>(bins);  ///< number for elements in no bin

  /// The int holds the bits of an unsigned number: `none` may be 2^31.
  template <class Element>
  KOKKOS_FUNCTION int operator()(Element const& x) const {
    int bin = 0;
    bool const is_found = detail::find_bin(binning, x, bins, bin);
    return static_cast<int>(arch::bin_or(is_found, static_cast<std::uint32_t>(bin), none));
  }
  /// The same for an element that the pass moves, and that therefore is in a bin.
  template <class Element>
  KOKKOS_FUNCTION int of_moved(Element const& x) const {
    int bin = 0;
    detail::find_bin(binning, x, bins, bin);
    return bin;
  }
};

/// One digit of a key.
template <class Key>
struct DigitOf {
  static constexpr bool is_cheap = Key::is_cheap;
  Key key;
  int shift;
  int mask;

  template <class Element>
  KOKKOS_FUNCTION int operator()(Element const& x) const {
    return of_key(key(x));
  }
  /// The digit of a key that was made before.
  KOKKOS_FUNCTION int of_key(int made) const { return digit_of(made, shift, mask); }
  /// The same: elements in no bin are moved too, so their number is needed.
  template <class Element>
  KOKKOS_FUNCTION int of_moved(Element const& x) const {
    return (*this)(x);
  }
};

/// Stored bins as items to sort by: a type of their own, never taken for the elements of a View.
template <class Size>
struct StoredBins : ElementItems<std::uint32_t, true, Size> {};

/// The key of a stored key: itself.
struct StoredKey {
  static constexpr bool is_cheap = true;
  KOKKOS_FUNCTION int operator()(std::uint32_t key) const { return static_cast<int>(key); }
};

}  // namespace KokkosScan::detail
