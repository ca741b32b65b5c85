// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan {

/// \brief Where a team keeps its tile between reading it and writing its scan.
enum class TileStorage {
  registers,  ///< GPU: the items stay in registers
  cache       ///< CPU: the tile is reduced, then read again from the cache
};

/// \brief The shape of a tile and of the launch: plain data, a template argument of the kernels.
///
/// A default comes from tuning/backends for the space and the sizes of the types; a user may pass
/// another for one call: `ScanOptions<DeviceScan::look_back, ScanPolicy{.lanes = 32, …}>{}`.
struct ScanPolicy {
  int lanes = 0;    ///< lanes of a thread; 0: take the tuned policy
  int threads = 1;  ///< threads (lane groups) of a team
  int rows = 1;     ///< rows of width elements a lane holds
  int width = 1;    ///< consecutive elements a lane reads with one access
  TileStorage storage = TileStorage::registers;
  int teams_per_multiprocessor = 0;  ///< occupancy the registers are limited for; 0: no limit
  bool is_persistent = false;  ///< look_back: a team claims tiles until none is left, not just one
  int slots = 0;  ///< work_ahead: parked tiles a team keeps in scratch; 0: none, teams form a chain

  constexpr bool is_tuned() const { return lanes == 0; }
  KOKKOS_FUNCTION constexpr int tile() const { return lanes * threads * rows * width; }
  bool operator==(ScanPolicy const&) const = default;
};

}  // namespace KokkosScan
