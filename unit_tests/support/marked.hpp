// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Elements of several sizes with two marks, the first one set in a chosen pattern.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "generators.hpp"
#include "types.hpp"

namespace KokkosScanTest {

enum class Pattern { none, all, alternating, random };
inline constexpr Pattern all_patterns[] = {Pattern::none, Pattern::all, Pattern::alternating,
                                           Pattern::random};

inline std::string name(Pattern pattern) {
  constexpr char const* names[] = {"none", "all", "alternating", "random"};
  return names[static_cast<int>(pattern)];
}

inline bool is_set(Pattern pattern, std::size_t i, std::uint64_t salt) {
  if (pattern == Pattern::alternating) return i % 2 == 0;
  if (pattern == Pattern::random) return random_bits(salt + 3, i) % 2 != 0;
  return pattern == Pattern::all;
}

inline std::vector<bool> flags_of(Pattern pattern, std::size_t n, std::uint64_t salt = 0) {
  std::vector<bool> flags;
  for (std::size_t i = 0; i < n; ++i) flags.push_back(is_set(pattern, i, salt));
  return flags;
}

KOKKOS_INLINE_FUNCTION unsigned marks_of(int x) { return static_cast<unsigned>(x); }
KOKKOS_INLINE_FUNCTION unsigned marks_of(Rgb const& x) { return x.r; }
KOKKOS_INLINE_FUNCTION unsigned marks_of(Heisenberg const& x) { return static_cast<unsigned>(x.a); }

inline void set_marks(int& x, std::uint64_t bits) { x = static_cast<int>(bits % 1024); }
inline void set_marks(Rgb& x, std::uint64_t bits) { x = Element<Rgb>::from(bits); }
inline void set_marks(Heisenberg& x, std::uint64_t bits) { x = Element<Heisenberg>::from(bits); }

/// Whether mark Bit of an element is set.
template <unsigned Bit>
struct IsMarked {
  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& x) const {
    return ((marks_of(x) >> Bit) & 1u) != 0;
  }
};

/// n elements whose mark 0 is set as the pattern says, and whose mark 1 is random. About one in
/// three neighbors of equal marks is equal.
template <class T>
std::vector<T> marked_elements(Pattern pattern, std::size_t n, std::uint64_t salt = 0) {
  std::vector<T> values(n);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (random_bits(salt + 5, i) % 3 != 0) bits = random_bits(salt, i) & ~std::uint64_t(1);
    set_marks(values[i], bits | (is_set(pattern, i, salt) ? 1u : 0u));
  }
  return values;
}

}  // namespace KokkosScanTest
