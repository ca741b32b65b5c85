// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/workspace.hpp>

#include <string>

namespace KokkosScan::detail {

/// What the kernels of one call share: the beginning of their names, where they run, their memory.
template <class Exec>
struct Call {
  std::string label;
  Exec const& exec;
  Workspace<Exec>& workspace;

  /// The name of one of the kernels.
  std::string name(char const* kernel) const { return label + " " + kernel; }
  /// A step that itself consists of kernels.
  Call step(char const* what) const { return {name(what), exec, workspace}; }
};

}  // namespace KokkosScan::detail
