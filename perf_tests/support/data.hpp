// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "types.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

namespace perf {

/// \brief Random bits of a position: a counter passed through a mixing function (the finalizer of
/// SplitMix64). It needs no state, so the data are the same for every number of threads and on
/// every backend.
KOKKOS_INLINE_FUNCTION std::uint64_t random_bits(std::uint64_t position, std::uint64_t seed = 1) {
  std::uint64_t x = position + seed * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// Uniform integer in [-limit, limit].
KOKKOS_INLINE_FUNCTION std::int64_t random_integer(std::uint64_t bits, std::int64_t limit) {
  return static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(2 * limit + 1)) - limit;
}

/// \brief A random value of each type, chosen so that a scan of 2^30 values is checked exactly.
///
/// The running sum of n values around zero stays within a few times sqrt(n) steps. With steps of at
/// most 2^10 an int32 does not overflow, and floats that are small multiples of a power of two add
/// without rounding in any order.
template <class T>
struct RandomValue {
  KOKKOS_FUNCTION static T make(std::uint64_t bits) {
    if constexpr (std::is_same_v<T, float>)
      return static_cast<float>(random_integer(bits, 63)) / 32;
    else if constexpr (std::is_same_v<T, double>)
      return static_cast<double>(random_integer(bits, 1 << 20)) / (1 << 19);
    else if constexpr (sizeof(T) == 8)
      return static_cast<T>(random_integer(bits, 1 << 30));
    else if constexpr (sizeof(T) == 4)
      return static_cast<T>(random_integer(bits, 1000));
    else
      return static_cast<T>(bits);  // one and two bytes wrap by definition
  }
};
template <>
struct RandomValue<Kokkos::complex<double>> {
  KOKKOS_FUNCTION static Kokkos::complex<double> make(std::uint64_t bits) {
    return {RandomValue<double>::make(bits), RandomValue<double>::make(random_bits(bits))};
  }
};
template <>
struct RandomValue<Triple> {
  KOKKOS_FUNCTION static Triple make(std::uint64_t bits) {
    std::uint64_t const second = random_bits(bits), third = random_bits(second);
    return {RandomValue<double>::make(bits), RandomValue<double>::make(second),
            RandomValue<double>::make(third)};
  }
};
template <>
struct RandomValue<Affine> {
  KOKKOS_FUNCTION static Affine make(std::uint64_t bits) {
    // After 32 even factors no bit of the earlier elements would be left (modulo 2^32); odd factors
    // keep all bits.
    return {static_cast<std::uint32_t>(bits) | 1u, static_cast<std::uint32_t>(bits >> 32)};
  }
};

template <class T>
struct FillRandom {
  Array<T> array;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    array(i) = RandomValue<T>::make(random_bits(i));
  }
};

template <class T>
struct FillValue {
  Array<T> array;
  T value;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { array(i) = value; }
};

using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>;

/// Allocates uninitialized device memory.
template <class T>
Array<T> make_array(Exec const& exec, std::string const& label, std::size_t n) {
  return Array<T>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), n);
}

template <class T>
void fill_random(Exec const& exec, Array<T> const& array) {
  Kokkos::parallel_for("perf::fill_random", Range(exec, 0, array.extent(0)), FillRandom<T>{array});
}

/// Fills an output with bytes that no scan writes by accident, so that an unwritten entry shows.
template <class T>
void poison(Exec const& exec, Array<T> const& array) {
  T value;
  std::memset(static_cast<void*>(&value), 0xa5, sizeof(T));
  Kokkos::parallel_for("perf::poison", Range(exec, 0, array.extent(0)), FillValue<T>{array, value});
}

}  // namespace perf
