// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan {

/// \brief Where a team keeps its tile between reading it and writing its scan.
enum class TileStorage {
  scratch,  ///< the items wait in team scratch; CPU: only with one lane
  cache     ///< the tile is reduced, then read again from the cache; GPU: only with one lane
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

}  // namespace KokkosScan
