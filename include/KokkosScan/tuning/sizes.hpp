// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

/// \file
/// \brief Sizes of types, which tuned shapes depend on.

namespace KokkosScan::tuning {

/// \brief Items of one access of \p access_bytes, where they fill it; else 1.
KOKKOS_FUNCTION constexpr int access_width(int item_bytes, int access_bytes = 16) {
  return item_bytes < access_bytes && access_bytes % item_bytes == 0 ? access_bytes / item_bytes
                                                                     : 1;
}

/// \brief What a tuned shape of a partition depends on.
struct PartitionSizes {
  int classes;
  int element_bytes;           ///< of an element as it is read; 0: only flags are read
  int flag_bytes = 0;          ///< of a flag that is read with it
  int given_bytes;             ///< of what is written for it
  bool sorts_indices = false;  ///< tiles sort the numbers of elements that wait in scratch
  bool is_selection_of_elements = false;  ///< whether an element is written depends on it alone

  /// \brief Bytes that are held of an element.
  constexpr int item_bytes() const {
    return (element_bytes > given_bytes ? element_bytes : given_bytes) + flag_bytes;
  }
};

/// \brief What a tuned shape of a scan depends on.
struct ItemSizes {
  int stage_bytes;         ///< an item as it is read
  int element_bytes;       ///< a result as it is written
  bool has_heads = false;  ///< segments start at items
  int head_bytes = 0;      ///< read beside an item to see whether one starts there: its key
  int value_bytes = 0;     ///< a value of the operator; 0: no more than an item
  constexpr int widest() const { return stage_bytes > element_bytes ? stage_bytes : element_bytes; }
};

}  // namespace KokkosScan::tuning
