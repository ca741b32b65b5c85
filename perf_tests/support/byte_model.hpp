// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

/// \brief The fewest bytes each operation has to move, whatever a variant really moves.
///
/// Every input is read once and every output is written once. Bandwidths computed from these bytes
/// are comparable between variants and baselines; divided by the bandwidth of a copy of the same
/// arrays, they give the fraction of what is possible.
namespace perf::byte_model {

/// A copy or a scan: read n, write n.
template <class T>
constexpr double scan(std::size_t n) {
  return 2.0 * sizeof(T) * static_cast<double>(n);
}

/// A scan by key reads the keys as well.
template <class T, class Key>
constexpr double scan_by_key(std::size_t n) {
  return scan<T>(n) + static_cast<double>(sizeof(Key)) * static_cast<double>(n);
}

/// A segmented scan reads the offsets as well.
template <class T, class Offset>
constexpr double segmented_scan(std::size_t n, std::size_t segments) {
  return scan<T>(n) + static_cast<double>(sizeof(Offset)) * static_cast<double>(segments + 1);
}

}  // namespace perf::byte_model
