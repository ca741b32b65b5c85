// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <algorithm>
#include <type_traits>

/// \file
/// \brief The options of a call, and its workspace: the caller's, or a temporary one.

namespace KokkosScan::detail {

/// Teams of a policy must be such that the space can run them.
template <class Exec>
void check_team(char const* function, Exec const& exec, char const* policy, int threads,
                int lanes = 1) {
  if constexpr (tuning::capabilities<Exec>.lanes_are_threads) {
    if (threads * lanes > tuning::max_team_lanes)
      refuse(function, policy, " of options has teams of ", threads, " threads with ", lanes,
             lanes == 1 ? " lane" : " lanes", ", a GPU's have at most ", tuning::max_team_lanes,
             " lanes in all");
  } else {
    int const most = std::min(exec.concurrency(), tuning::max_host_team_threads);
    if (threads > most)
      refuse(function, policy, " of options has teams of ", threads,
             " threads, exec has teams of at most ", most);
  }
}

/// The same for all teams of the options' policy.
template <class Options, class Exec>
void check_teams(char const* function, Exec const& exec) {
  if constexpr (requires { Options::policy.threads; }) {
    constexpr auto policy = Options::policy;
    if constexpr (policy.is_default())
      return;
    else if constexpr (requires { Options::policy.lanes; })
      check_team(function, exec, "policy", policy.threads, policy.lanes);
    else
      check_team(function, exec, "policy", policy.threads);
    if constexpr (requires { Options::policy.ranges; })
      if constexpr (policy.ranges.threads > 0) {
        check_team(function, exec, "policy.ranges", policy.ranges.threads);
        check_team(function, exec, "policy.ranges", policy.ranges.count_threads);
      }
  }
}

/// If the options name a workspace, it must exist and belong to exec; a policy must suit exec.
template <class Exec, class Options>
void check_options_suit(char const* function, Exec const& exec, Options const& options) {
  check_teams<Options>(function, exec);
  if constexpr (requires { options.workspace; }) {
    if (options.workspace == nullptr)
      refuse(function, "options name the type of a workspace but none, need with(workspace)");
    using Space = std::decay_t<decltype(options.workspace->execution_space())>;
    static_assert(std::is_same_v<Space, Exec>, "workspace must be a Workspace of exec's space");
    if (!(options.workspace->execution_space() == exec))
      refuse(
          function,
          "workspace belongs to another execution space instance, needs to be made with exec, or "
          "a copy of it");
  }
}

/// A workspace for one call. Fences before it frees its memory, which kernels may still use, also
/// when an exception ends the call.
template <class Exec>
struct TemporaryWorkspace : Workspace<Exec> {
  using Workspace<Exec>::Workspace;
  ~TemporaryWorkspace() {
    if (this->capacity() > 0)
      this->execution_space().fence("KokkosScan: the temporary workspace is given back");
  }
};

/// Calls f(workspace) with the caller's workspace or a temporary one.
template <class Exec, class Options, class F>
void with_workspace(Exec const& exec, Options const& options, F const& f) {
  if constexpr (requires { options.workspace; }) {
    f(*options.workspace);
  } else {
    TemporaryWorkspace<Exec> temporary(exec);
    f(temporary);
  }
}
/// The same, with the workspace grown to the need first.
template <class Exec, class Options, class F>
void with_workspace(Exec const& exec, Options const& options, WorkspaceNeed need, F const& f) {
  detail::with_workspace(exec, options, [&](Workspace<Exec>& workspace) {
    workspace.reserve(need);
    f(workspace);
  });
}
/// Calls f(options) with options that name a workspace, which all steps of a call then share.
template <class Exec, class Options, class F>
void with_shared_workspace(char const* function, Exec const& exec, Options const& options,
                           F const& f) {
  check_options_suit(function, exec, options);
  detail::with_workspace(exec, options,
                         [&](Workspace<Exec>& workspace) { f(options.with(workspace)); });
}

}  // namespace KokkosScan::detail
