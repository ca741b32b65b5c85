// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Deterministic inputs. Every element is a pure function of the seed, a salt and its index.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include "types.hpp"

namespace KokkosScanTest {

/// 20260822 unless KOKKOSSCAN_SEED says otherwise.
inline std::uint64_t seed() {
  static std::uint64_t const value = [] {
    char const* const text = std::getenv("KOKKOSSCAN_SEED");
    return text != nullptr && *text != '\0' ? std::strtoull(text, nullptr, 10) : 20260822ull;
  }();
  return value;
}

/// Sixty-four well mixed bits (the finalizer of splitmix64).
inline std::uint64_t random_bits(std::uint64_t salt, std::uint64_t index) {
  std::uint64_t x =
      seed() + 0x9e3779b97f4a7c15ull * (index + 1) + 0xd1b54a32d192ed03ull * (salt + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Uniform in [0, 1).
inline double random_unit(std::uint64_t salt, std::uint64_t index) {
  return static_cast<double>(random_bits(salt, index) >> 11) * 0x1.0p-53;
}

/// An element of type T made from random bits. Numbers are small integers, so sums of a million
/// floats are exact.
template <class T>
struct Element {
  static_assert(std::is_arithmetic_v<T>);
  static T from(std::uint64_t bits) {
    int const digit = static_cast<int>(bits % 9);
    return static_cast<T>(std::is_signed_v<T> ? digit - 4 : digit);
  }
};

template <class R>
struct Element<Kokkos::complex<R>> {
  static Kokkos::complex<R> from(std::uint64_t bits) {
    return {Element<R>::from(bits), Element<R>::from(bits >> 32)};
  }
};

template <>
struct Element<Rgb> {
  static Rgb from(std::uint64_t bits) {
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
            static_cast<std::uint8_t>(bits >> 16)};
  }
};

template <>
struct Element<Number> {
  static Number from(std::uint64_t bits) { return Element<int>::from(bits); }
};

template <>
struct Element<Heisenberg> {
  static Heisenberg from(std::uint64_t bits) {
    return {bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff};
  }
};

template <>
struct Element<Summary> {
  static Summary from(std::uint64_t bits) {
    auto const x = static_cast<std::int64_t>(bits % 2001) - 1000;
    return {x, x, x};
  }
};

template <>
struct Element<Bicyclic> {
  static Bicyclic from(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits & 3), static_cast<std::uint32_t>((bits >> 8) & 3)};
  }
};

template <class T>
std::vector<T> random_elements(std::size_t n, std::uint64_t salt = 0) {
  std::vector<T> values;
  values.reserve(n);
  for (std::size_t i = 0; i < n; ++i) values.push_back(Element<T>::from(random_bits(salt, i)));
  return values;
}

template <class T>
std::vector<T> constant_elements(std::size_t n, T const& value) {
  return std::vector<T>(n, value);
}

/// About one in `rarity` elements is a random integer in [0, bound), the others are `nothing`.
template <class T>
std::vector<T> sparse_elements(std::size_t n, std::uint64_t bound, std::uint64_t rarity, T nothing,
                               std::uint64_t salt = 0) {
  std::vector<T> values(n, nothing);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t const bits = random_bits(salt, i);
    if (bits % rarity == 0) values[i] = static_cast<T>((bits >> 16) % bound);
  }
  return values;
}

/// {0, 1}, {1, 2}, …: the input of Concatenate.
inline std::vector<Interval> unit_intervals(std::size_t n) {
  std::vector<Interval> values;
  values.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    values.push_back({static_cast<std::int64_t>(i), static_cast<std::int64_t>(i) + 1});
  }
  return values;
}

/// Floating-point numbers, not only integers, of mixed sign and magnitude.
template <class T>
std::vector<T> random_reals(std::size_t n, std::uint64_t salt = 0) {
  std::vector<T> values;
  values.reserve(n);
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(static_cast<T>(2 * random_unit(salt, i) - 0.9));
  return values;
}

}  // namespace KokkosScanTest
