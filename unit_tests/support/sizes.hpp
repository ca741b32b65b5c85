// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Numbers of elements around the sizes of the units that a scan is divided into.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace KokkosScanTest {

/// Zero, one, two; the sizes of lane groups, teams and GPU tiles, one less and one more; several
/// tiles; a large odd number.
inline std::vector<std::size_t> const& awkward_sizes() {
  static std::vector<std::size_t> const sizes{
      0,   1,    2,    3,    7,    8,    9,    15,   16,   17,   31,    32,
      33,  63,   64,   65,   127,  128,  129,  255,  256,  257,  511,   512,
      513, 1023, 1024, 1025, 2047, 2049, 4095, 4096, 4097, 8193, 20011, 65537};
  return sizes;
}

/// A shorter list, for combinations that are not the main subject of a test.
inline std::vector<std::size_t> const& few_sizes() {
  static std::vector<std::size_t> const sizes{0, 1, 2, 33, 257, 1025, 20011};
  return sizes;
}

/// The sizes in ascending order, without duplicates.
inline std::vector<std::size_t> sorted(std::vector<std::size_t> sizes) {
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace KokkosScanTest
