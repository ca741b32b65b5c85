// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Ways to cut n elements into segments, as offsets, head flags or keys.

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

/// A key per element. Keys recur after other keys, so only comparing neighbors finds the runs.
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

/// One segment, n of them, equal ones, short ones of which some are empty, and longer ones.
inline std::vector<std::vector<std::size_t>> ways_to_cut(std::size_t n) {
  return {equal_segments(n, n + 1), equal_segments(n, 1), equal_segments(n, 7),
          random_segments(n, 2), random_segments(n, 40)};
}

/// 1 where a segment starts.
inline std::vector<int> flags_of(std::vector<std::size_t> const& offsets) {
  std::vector<int> flags(offsets.back(), 0);
  for (std::size_t const first : offsets)
    if (first < flags.size()) flags[first] = 1;
  return flags;
}

/// As `unit_intervals`, but those of different segments do not touch: Concatenate must not get
/// both.
inline std::vector<Interval> intervals_of(std::vector<std::size_t> const& offsets) {
  std::vector<Interval> values;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    for (std::size_t i = offsets[s]; i < offsets[s + 1]; ++i) {
      auto const first = static_cast<std::int64_t>(i + s);
      values.push_back({first, first + 1});
    }
  return values;
}

/// The offsets within elements [first, last) of what flags cut them into; one segment starts at
/// first in any case.
inline std::vector<std::size_t> offsets_within(std::vector<int> const& flags, std::size_t first,
                                               std::size_t last) {
  std::vector<std::size_t> offsets{0};
  for (std::size_t i = first + 1; i < last; ++i)
    if (flags[i] != 0) offsets.push_back(i - first);
  offsets.push_back(last - first);
  return offsets;
}

}  // namespace KokkosScanTest
