// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file An operator that delays chosen elements and hence their tiles: later tiles must wait and
/// look further back.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generators.hpp"

namespace KokkosScanTest {

/// A value, and the number of steps by which the first operation on it is delayed.
template <class T>
struct Late {
  T value;
  std::uint32_t delay;
  friend KOKKOS_FUNCTION bool operator==(Late const& x, Late const& y) {
    return x.value == y.value;
  }
};

/// Steps of a generator that the compiler cannot skip; zero unless the generator hits one value in
/// 2^64.
KOKKOS_INLINE_FUNCTION std::uint32_t dawdle(std::uint32_t steps) {
  std::uint64_t state = steps;
  for (std::uint32_t k = 0; k < steps; ++k)
    state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state == 0x5851f42d4c957f2dull ? 1u : 0u;
}

template <class Base>
struct SlowOperator {
  using value_type = Late<typename Base::value_type>;
  static constexpr bool is_commutative = Base::is_commutative;
  Base base;
  KOKKOS_FUNCTION value_type identity() const { return {base.identity(), 0u}; }
  KOKKOS_FUNCTION value_type operator()(value_type const& x, value_type const& y) const {
    // The delay is spent here and not passed on: one late element delays one tile once.
    return {base(x.value, y.value), dawdle(x.delay > y.delay ? x.delay : y.delay)};
  }
};

/// The elements of `values`; about one in `stride`, chosen by the seed, is late by `steps`.
template <class T>
std::vector<Late<T>> with_late_elements(std::vector<T> const& values, std::size_t stride,
                                        std::uint32_t steps, std::uint64_t salt) {
  std::vector<Late<T>> late;
  late.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    late.push_back({values[i], random_bits(salt, i) % stride == 0 ? steps : 0u});
  }
  return late;
}

}  // namespace KokkosScanTest
