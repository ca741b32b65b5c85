// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan {

/// \brief The shape of a pass that sorts by one digit of the bin: plain data, a template argument.
struct ExtractionPolicy {
  int threads = 0;                   ///< of a team; 0: take the tuned policy
  int items = 1;                     ///< elements a thread holds
  int teams_per_multiprocessor = 1;  ///< teams that run at once, and launch bound
  int pieces_per_team = 1;           ///< pieces of the array per team, when teams fill the machine
  int digit_bits = 8;                ///< a pass distinguishes at most 2^digit_bits bins
  bool sorts_tiles = false;          ///< a tile is sorted in scratch, then written in runs
  /// Teams take tiles in order and sum the counts of preceding tiles, instead of taking one piece
  /// of the array each; needs `sorts_tiles` and forward progress of started teams.
  bool looks_back = false;

  /// \brief Whether the tuned policy is taken instead.
  constexpr bool is_default() const { return threads == 0; }
  /// \brief Elements of a tile.
  KOKKOS_FUNCTION constexpr int tile() const { return threads * items; }
  bool operator==(ExtractionPolicy const&) const = default;
};

}  // namespace KokkosScan
