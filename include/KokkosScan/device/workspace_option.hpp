// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/workspace.hpp>

namespace KokkosScan::detail {

/// What options have in common.
template <class Exec>
struct WorkspaceOption {
  Workspace<Exec>* workspace = nullptr;
};
/// No workspace is named: a temporary one is made for the call.
template <>
struct WorkspaceOption<void> {};

}  // namespace KokkosScan::detail
