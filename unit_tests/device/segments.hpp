// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Ways to cut n elements into segments, as offsets or as keys.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generators.hpp"

namespace KokkosScanTest {

inline std::vector<std::size_t> equal_segments(std::size_t n, std::size_t length) {
  std::vector<std::size_t> offsets;
  for (std::size_t first = 0; first < n; first += length) offsets.push_back(first);
  offsets.push_back(n);
  return offsets;
}

/// Lengths uniform in [0, 2 mean]: some are empty.
inline std::vector<std::size_t> random_segments(std::size_t n, std::size_t mean) {
  std::vector<std::size_t> offsets{0};
  for (std::uint64_t s = 0; offsets.back() < n; ++s) {
    std::size_t const end = offsets.back() + random_bits(mean, s) % (2 * mean + 1);
    offsets.push_back(end < n ? end : n);
  }
  return offsets;
}

/// A key per element. Keys recur after other keys, so only comparing neighbours finds the runs.
template <class Key>
std::vector<Key> keys_of(std::vector<std::size_t> const& offsets) {
  std::vector<Key> keys;
  std::size_t run = 0;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    if (offsets[s] == offsets[s + 1]) continue;
    keys.insert(keys.end(), offsets[s + 1] - offsets[s], static_cast<Key>(run++ % 3));
  }
  return keys;
}

}  // namespace KokkosScanTest
