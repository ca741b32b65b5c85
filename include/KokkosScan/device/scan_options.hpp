// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/call_options.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>
#include <KokkosScan/variants.hpp>

namespace KokkosScan {

namespace detail {

struct ScanFlags {
  bool is_reproducible = false;
};

}  // namespace detail

/// \brief How to run one device-level scan.
///
/// The variant and the shape of the tiles are part of the type, so only the kernels asked for are
/// compiled; `with` names the workspace.
/// \code
/// ScanOptions<>{}                                      // automatic, temporary workspace
/// ScanOptions<>{}.with(workspace)
/// ScanOptions<DeviceScan::hierarchical>{}.with(workspace)
/// // a shape for a GPU
/// ScanOptions<DeviceScan::look_back, ScanPolicy{.lanes = 32, .threads = 4, .items = 8}>{}
/// \endcode
template <DeviceScan Variant = DeviceScan::automatic, ScanPolicy Policy = ScanPolicy{},
          class Exec = void>
struct ScanOptions : detail::ScanFlags, detail::WorkspaceOption<Exec> {
  static constexpr DeviceScan variant = Variant;
  static constexpr ScanPolicy policy = Policy;

  /// \brief Allows only variants whose floating-point results are bitwise equal from run to run, as
  /// those of the automatic choice always are. `look_back` and `parallel_scan` named together with
  /// it are refused, except for integers, whose results are the same in every run anyway.
  [[nodiscard]] constexpr ScanOptions reproducible() const {
    ScanOptions options = *this;
    options.is_reproducible = true;
    return options;
  }
  /// \brief Memory to use instead of a temporary workspace: once it has grown enough, nothing is
  /// allocated or fenced. Only its address is stored: \p w must outlive every call with these
  /// options, and must not be moved.
  template <class E>
  [[nodiscard]] constexpr ScanOptions<Variant, Policy, E> with(Workspace<E>& w) const {
    return {detail::ScanFlags(*this), detail::WorkspaceOption<E>{&w}};
  }
};

namespace detail {

template <DeviceScan V, ScanPolicy P, class E>
inline constexpr OptionsFor options_for<ScanOptions<V, P, E>> = OptionsFor::scan;

}  // namespace detail

/// \brief A `ScanOptions`.
template <class Options>
concept ScanOptionsType = detail::options_for<Options> == detail::OptionsFor::scan;

}  // namespace KokkosScan
