// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace perf {

/// \brief Segments of random length around a mean.
///
/// Segment s begins somewhere in [s * mean, (s + 1) * mean), so its length is anything from 1 to 2
/// * mean - 1 and the segment of an element is found without a search.
struct RandomSegments {
  std::size_t n, mean;

  KOKKOS_FUNCTION std::size_t count() const { return n == 0 ? 0 : (n - 1) / mean + 1; }
  KOKKOS_FUNCTION std::size_t begin(std::size_t segment) const {
    if (segment == 0) return 0;
    std::size_t const first = segment * mean + random_bits(segment, 7) % mean;
    return segment >= count() || first > n ? n : first;
  }
  KOKKOS_FUNCTION std::size_t segment_of(std::size_t i) const {
    std::size_t const slot = i / mean;
    return slot > 0 && i < begin(slot) ? slot - 1 : slot;
  }
  /// True for the first element of a segment; serves as the head test of verify_scan.
  KOKKOS_FUNCTION bool operator()(std::size_t i) const {
    return i == 0 || segment_of(i) != segment_of(i - 1);
  }
};

struct FillOffsets {
  Array<std::int64_t> offsets;
  RandomSegments segments;
  KOKKOS_FUNCTION void operator()(std::size_t s) const {
    offsets(s) = static_cast<std::int64_t>(segments.begin(s));
  }
};

struct FillKeys {
  Array<std::int32_t> keys;
  RandomSegments segments;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    keys(i) = static_cast<std::int32_t>(segments.segment_of(i));
  }
};

/// A mean of 0 means one segment of all elements.
inline RandomSegments make_segments(std::size_t n, std::size_t mean) {
  return {n, mean == 0 ? std::max<std::size_t>(n, 1) : mean};
}

/// The name of a mean length in benchmark names.
inline std::string segments_name(std::size_t mean) {
  return mean == 0 ? "one" : "length_" + std::to_string(mean);
}

/// A mean length as an argument.
template <std::size_t Length>
using Mean = std::integral_constant<std::size_t, Length>;

/// Calls visit(Mean<Length>{}) for every mean length that is measured.
template <class Visitor>
void for_each_segment_length(Visitor const& visit) {
  visit(Mean<1>{});
  visit(Mean<50>{});
  visit(Mean<5000>{});
  visit(Mean<0>{});
}

}  // namespace perf
