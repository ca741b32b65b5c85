// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/workspace.hpp>

namespace KokkosScan::detail {

/// What the options of all functions have in common.
template <class Exec>
struct WorkspaceOption {
  Workspace<Exec>* workspace = nullptr;
};
/// No workspace is named: a temporary one is made for the call.
template <>
struct WorkspaceOption<void> {};

/// Which functions a type of options is for.
enum class OptionsFor { nothing, scan, histogram, extraction };

template <class T>
inline constexpr OptionsFor options_for = OptionsFor::nothing;

template <class T>
inline constexpr bool is_workspace = false;
template <class Exec>
inline constexpr bool is_workspace<Workspace<Exec>> = true;

// An overload without a label tests whether the call with a label would be valid; if not, a
// static_assert names the arguments of the function. The test uses types (`std::declval`): with the
// arguments themselves in the requires-expression, nvcc 13.0 answers no if the caller is in a
// namespace.

/// At compile time: no argument of a call is another function's options or a bare workspace.
/// Checked before overload resolution, whose error messages are unreadable.
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
