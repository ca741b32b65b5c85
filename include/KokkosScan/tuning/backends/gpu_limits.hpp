// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace KokkosScan::tuning {

/// \brief The limits that the shapes of a GPU's tiles are fitted to.
struct GpuLimits {
  int lanes;                   ///< of a thread: a warp or a wavefront
  int team_scratch;            ///< bytes a team should take, so that several fit a multiprocessor
  int max_team_scratch;        ///< bytes a team may take if it cannot do with team_scratch
  int multiprocessor_scratch;  ///< bytes of all teams of a multiprocessor

  /// \brief How many of \p teams teams a multiprocessor has scratch for; at least one.
  constexpr int fitting_teams(int teams, int team_bytes) const {
    if (teams * team_bytes <= multiprocessor_scratch) return teams;
    int const fitting = multiprocessor_scratch / team_bytes;
    return fitting > 1 ? fitting : 1;
  }
};

}  // namespace KokkosScan::tuning
