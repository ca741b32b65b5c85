// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "rounds.hpp"

#include <functional>
#include <string>
#include <vector>

namespace perf {

/// A scan inside a kernel from another library; each registers itself from its own file.
struct RoundsBaseline {
  std::string name;
  std::function<bool(int size)> takes;
  std::function<void(Exec const&, Rounds const&)> run;
};

inline std::vector<RoundsBaseline>& team_baselines() {
  static std::vector<RoundsBaseline> list;
  return list;
}
inline std::vector<RoundsBaseline>& lane_baselines() {
  static std::vector<RoundsBaseline> list;
  return list;
}

}  // namespace perf
