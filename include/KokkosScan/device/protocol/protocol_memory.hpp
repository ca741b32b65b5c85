// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/protocol/team_sums.hpp>
#include <KokkosScan/device/protocol/tile_counter.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// The zeroed words of a workspace, as the teams of a launch share them.
struct ProtocolMemory {
  /// Without the states. Those begin at an odd line of 128 bytes, which a look-back by class wants:
  /// 256 bins of 2^28 floats take 1.26 ms behind three lines and 1.35 behind two, with the same
  /// machine code (H200).
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
