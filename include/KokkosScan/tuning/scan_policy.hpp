// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan {

/// \brief Where a team keeps its tile between reading it and writing its scan.
enum class TileStorage {
  scratch,  ///< GPU: the items wait in team scratch
  cache     ///< CPU: the tile is reduced, then read again from the cache
};

/// \brief The shape of a tile and of the launch: plain data, a template argument of the kernels.
///
/// A default comes from tuning/backends for the space and the sizes of the types; a user may pass
/// another for one call: `ScanOptions<DeviceScan::look_back, ScanPolicy{.lanes = 32, …}>{}`.
struct ScanPolicy {
  int lanes = 0;    ///< lanes of a thread; 0: take the tuned policy
  int threads = 1;  ///< threads (lane groups) of a team
  int items = 1;    ///< of a lane
  int width = 1;    ///< partitions: items that a lane reads with one access
  TileStorage storage = TileStorage::scratch;
  /// Occupancy that registers are limited for, and teams of a persistent league per multiprocessor;
  /// 0: no limit, and one team.
  int teams_per_multiprocessor = 0;
  bool is_persistent = false;  ///< look-backs, chain: a team claims tiles until none is left
  int slots = 0;  ///< work_ahead: parked tiles a team keeps in scratch; 0: none, teams form a chain
  int total_rows = 2;  ///< work_ahead: tile totals that a lane of the scanning team takes at a time

  /// \brief Whether the tuned policy is taken instead.
  constexpr bool is_default() const { return lanes == 0; }
  /// \brief Items of a tile.
  KOKKOS_FUNCTION constexpr int tile() const { return lanes * threads * items; }
  /// \brief Accesses of a lane to a tile, of `width` items each.
  KOKKOS_FUNCTION constexpr int rows() const { return items / width; }
  bool operator==(ScanPolicy const&) const = default;
};

namespace tuning {

/// \brief Items of one access of \p access_bytes, where they fill it; else 1.
KOKKOS_FUNCTION constexpr int access_width(int item_bytes, int access_bytes = 16) {
  return item_bytes < access_bytes && access_bytes % item_bytes == 0 ? access_bytes / item_bytes
                                                                     : 1;
}

/// \brief What a tuned shape of a partition depends on.
struct PartitionSizes {
  int classes;
  int element_bytes;                ///< of an element as it is read; 0: only flags are read
  int flag_bytes = 0;               ///< of a flag that is read with it
  int given_bytes;                  ///< of what is written for it
  bool sorts_indices = false;       ///< tiles sort the numbers of elements that wait in scratch
  bool is_plain_selection = false;  ///< whether an element is written depends on it alone

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

}  // namespace tuning

}  // namespace KokkosScan
