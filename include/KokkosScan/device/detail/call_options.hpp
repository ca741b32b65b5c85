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

/// Whose options they are.
enum class OptionsFor { nothing, scan, histogram, extraction };

template <class T>
inline constexpr OptionsFor options_for = OptionsFor::nothing;

template <class T>
inline constexpr bool is_workspace = false;
template <class Exec>
inline constexpr bool is_workspace<Workspace<Exec>> = true;

// Functions that take their label or none ask whether the call with one exists, to name what they
// take where it does not. They ask by types (`std::declval`): of the arguments themselves in a
// requires-expression nvcc 13.0 says no where the caller is in a namespace.

/// At compile time: of the arguments of a call, no options are another function's, and none is a
/// bare workspace. Checked before overload resolution, whose error nobody can read.
template <OptionsFor Function, class... What>
constexpr bool check_options() {
  constexpr bool has_workspace = (is_workspace<What> || ...);
  static_assert(!has_workspace,
                "a workspace goes into the options: ScanOptions<>{}.with(workspace), likewise "
                "HistogramOptions and ExtractionOptions");
  constexpr bool are_right =
      ((options_for<What> == OptionsFor::nothing || options_for<What> == Function) && ...);
  static_assert(are_right,
                "options must be ScanOptions for scans, partitions and selections, "
                "HistogramOptions for histograms, ExtractionOptions for extractions of all bins");
  return !has_workspace && are_right;
}

}  // namespace KokkosScan::detail
