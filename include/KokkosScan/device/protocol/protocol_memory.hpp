// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/protocol/team_sums.hpp>
#include <KokkosScan/device/protocol/tile_counter.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// How the teams of a launch use the zeroed words of a workspace.
struct ProtocolMemory {
  /// Words before the states. The states begin at an odd line of 128 bytes, which makes a look-back
  /// by class faster: with 256 bins of 2^28 floats 1.26 ms after three lines and 1.35 after two, by
  /// the same machine code (H200).
  static constexpr std::size_t words = TileCounter::words + TeamSums::words;
  static_assert(words / 16 % 2 == 1);

  TileCounter counter;
  TeamSums sums;
  std::uint64_t* states;  ///< marked with epochs

  template <class Exec>
  explicit ProtocolMemory(Workspace<Exec> const& workspace)
      : counter(workspace.words(), workspace.word_capacity()),
        sums(workspace.words() + TileCounter::words),
        states(workspace.words() + words) {}
};

}  // namespace KokkosScan::detail
