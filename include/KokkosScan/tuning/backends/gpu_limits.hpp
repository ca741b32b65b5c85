// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace KokkosScan::tuning {

/// \brief What the shapes of a GPU's tiles are cut to.
struct GpuLimits {
  int lanes;                   ///< of a thread: a warp or a wavefront
  int team_scratch;            ///< bytes that a team takes, so that several fit on a multiprocessor
  int most_team_scratch;       ///< bytes that a team may take, where it must
  int multiprocessor_scratch;  ///< bytes of all teams of a multiprocessor

  /// \brief Of so many teams, those for whose scratch a multiprocessor has room; at least one.
  constexpr int fitting_teams(int teams, int team_bytes) const {
    if (teams * team_bytes <= multiprocessor_scratch) return teams;
    int const fitting = multiprocessor_scratch / team_bytes;
    return fitting > 1 ? fitting : 1;
  }
};

}  // namespace KokkosScan::tuning
