// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file More than 2^31 and more than 2^32 elements that count from 0 up to a number repeatedly:
/// what is summed, selected or sorted of them has a closed form, so the device can check it.

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "rules.hpp"

namespace KokkosScanTest {

/// The numbers of elements that are tried: few, unless KOKKOSSCAN_LARGE=1 asks for as many that an
/// index takes 32 bits, and for more. KOKKOSSCAN_LARGE=n tries n.
inline std::vector<std::size_t> huge_sizes() {
  char const* const value = std::getenv("KOKKOSSCAN_LARGE");
  std::size_t const wanted = value != nullptr ? std::strtoull(value, nullptr, 10) : 300007;
  if (wanted != 1) return {wanted};
  return {(std::size_t(1) << 31) + (std::size_t(1) << 26) + 12345, (std::size_t(1) << 32) + 5};
}

/// The elements count from 0 to Length - 1 repeatedly.
template <class T, std::size_t Length>
struct Cycle {
  KOKKOS_FUNCTION T operator()(std::size_t i) const { return static_cast<T>(i % Length); }
};

/// How many of n elements of a cycle have a value.
KOKKOS_INLINE_FUNCTION std::size_t count_in_cycle(std::size_t n, std::size_t length,
                                                  std::size_t value) {
  return n / length + (value < n % length ? 1 : 0);
}

/// The sum by bin of the weights of n elements: elements and weights are cycles of these lengths.
template <class Sum>
std::vector<Sum> weights_by_bin(std::size_t n, std::size_t bins, std::size_t weights) {
  std::vector<Sum> sums(bins);
  std::size_t const both = bins * weights;
  for (std::size_t i = 0; i < both; ++i)
    sums[i % bins] += static_cast<Sum>(i % weights * count_in_cycle(n, both, i));
  return sums;
}

/// The sum of the first n elements of a cycle.
template <std::size_t Length>
struct SumOfCycle {
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t n) const {
    std::size_t const rest = n % Length;
    return static_cast<std::int64_t>(n / Length * (Length * (Length - 1) / 2) +
                                     rest * (rest + 1) / 2 - rest);
  }
};

/// A cycle of n elements, sorted by value.
template <std::size_t Length>
struct SortedCycle {
  std::size_t n;
  /// Where the elements of a value begin.
  KOKKOS_FUNCTION std::size_t offset(std::size_t value) const {
    return n / Length * value + (value < n % Length ? value : n % Length);
  }
  KOKKOS_FUNCTION std::size_t value(std::size_t place) const {
    std::size_t const each = n / Length, more = n % Length, of_more = more * (each + 1);
    return place < of_more ? place / (each + 1) : more + (place - of_more) / each;
  }
  /// Where the element of a place was in the cycle.
  KOKKOS_FUNCTION std::size_t index(std::size_t place) const {
    std::size_t const v = value(place);
    return v + (place - offset(v)) * Length;
  }
};
template <class T, std::size_t Length>
struct SortedValues : SortedCycle<Length> {
  KOKKOS_FUNCTION T operator()(std::size_t place) const {
    return static_cast<T>(this->value(place));
  }
};
template <std::size_t Length>
struct SortedIndices : SortedCycle<Length> {
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t place) const {
    return static_cast<std::int64_t>(this->index(place));
  }
};
template <std::size_t Length>
struct SortedOffsets : SortedCycle<Length> {
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t value) const {
    return static_cast<std::int64_t>(this->offset(value));
  }
};

/// The bytes count from 0 to 100 repeatedly: a shift by a power of two changes every byte.
inline constexpr std::size_t period = 101;
using HugeByte = Cycle<std::int8_t, period>;

/// The bytes in [first, last), in order.
struct Band {
  std::size_t first, last;
  KOKKOS_FUNCTION constexpr std::size_t width() const { return last - first; }
  /// How many of n bytes are in the band.
  KOKKOS_FUNCTION constexpr std::size_t count(std::size_t n) const {
    std::size_t const rest = n % period;
    return n / period * width() + (rest < first ? 0 : rest < last ? rest - first : width());
  }
  KOKKOS_FUNCTION std::int8_t byte(std::size_t rank) const {
    return static_cast<std::int8_t>(first + rank % width());
  }
  KOKKOS_FUNCTION std::int64_t index(std::size_t rank) const {
    return static_cast<std::int64_t>(rank / width() * period + first + rank % width());
  }
};
struct BytesOfBand : Band {
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t rank) const { return byte(rank); }
};
struct IndicesOfBand : Band {
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t rank) const { return index(rank); }
};

/// N bands of n bytes, one after the other.
template <int N>
struct Bands {
  Band band[N];
  std::size_t n;
  struct Place {
    Band band;
    std::size_t rank;
  };
  KOKKOS_FUNCTION Place at(std::size_t place) const {
    int b = 0;
    for (; b + 1 < N && place >= band[b].count(n); ++b) place -= band[b].count(n);
    return {band[b], place};
  }
};
template <int N>
struct BytesOfBands : Bands<N> {
  KOKKOS_FUNCTION std::int8_t operator()(std::size_t place) const {
    auto const x = this->at(place);
    return x.band.byte(x.rank);
  }
};
template <int N>
struct IndicesOfBands : Bands<N> {
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t place) const {
    auto const x = this->at(place);
    return x.band.index(x.rank);
  }
};

/// What every entry is that must stay untouched.
template <class T>
struct Untouched {
  KOKKOS_FUNCTION T operator()(std::size_t) const { return static_cast<T>(-1); }
};

template <class T>
Array<T> unwritten(std::size_t n) {
  return Array<T>(Kokkos::view_alloc("unwritten", Kokkos::WithoutInitializing), n);
}

/// Whether the first entries follow the rule, and the others are untouched.
template <class T, class Rule>
::testing::AssertionResult begins_with(Array<T> const& view, std::size_t count, Rule const& rule) {
  using Range = std::pair<std::size_t, std::size_t>;
  Array<T> const begin = Kokkos::subview(view, Range(0, count)),
                 end = Kokkos::subview(view, Range(count, view.extent(0)));
  if (auto const result = follows(begin, rule); !result) return result;
  if (auto const result = follows(end, Untouched<T>{}); !result)
    return ::testing::AssertionFailure() << "behind " << count << " entries, " << result.message();
  return ::testing::AssertionSuccess();
}

}  // namespace KokkosScanTest
