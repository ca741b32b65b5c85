// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// A table of where the items of each (class, piece) go first, in the part of a workspace that a
/// scan leaves alone.
struct FirstsTable {
  std::uint64_t* data;
  std::size_t classes, pieces;

  static constexpr std::size_t bytes(std::size_t classes, std::size_t pieces) {
    return part_bytes((classes * pieces + 1) * sizeof(std::uint64_t));
  }
};

}  // namespace KokkosScan::detail
