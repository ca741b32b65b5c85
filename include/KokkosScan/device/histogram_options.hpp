// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/call_options.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>
#include <KokkosScan/variants.hpp>

namespace KokkosScan {

namespace detail {

struct HistogramFlags {
  bool accumulates = false;
  bool is_cumulative = false;
  bool is_reproducible = false;
};

}  // namespace detail

/// \brief How to run one device-level histogram.
/// \code
/// HistogramOptions<>{}.with(workspace).accumulate()
/// HistogramOptions<DeviceHistogram::shared_bins>{}
/// \endcode
template <DeviceHistogram Variant = DeviceHistogram::automatic,
          HistogramPolicy Policy = HistogramPolicy{}, class Exec = void>
struct HistogramOptions : detail::HistogramFlags, detail::WorkspaceOption<Exec> {
  static constexpr DeviceHistogram variant = Variant;
  static constexpr HistogramPolicy policy = Policy;

  /// \brief Adds to what counts holds, instead of overwriting it. Not together with `cumulative()`.
  [[nodiscard]] constexpr HistogramOptions accumulate() const {
    HistogramOptions options = *this;
    options.accumulates = true;
    return options;
  }
  /// \brief counts(b) is the sum over bins 0 … b. Not together with `accumulate()`.
  [[nodiscard]] constexpr HistogramOptions cumulative() const {
    HistogramOptions options = *this;
    options.is_cumulative = true;
    return options;
  }
  /// \brief Floating-point sums of weights that do not depend on the order of addition: the same
  /// bits in every run, on every backend.
  ///
  /// Weights are rounded to multiples of a common quantum and summed as integers. The quantum is
  /// the largest magnitude times n, both rounded up to powers of two, times 2^-62, but at least
  /// 2^-1023. Costs one more read of the weights. A weight that is not finite makes every count
  /// NaN. Silently ignored where sums are exact anyway: without weights, for counts of integers,
  /// for unsigned 64-bit weights.
  [[nodiscard]] constexpr HistogramOptions reproducible() const {
    HistogramOptions options = *this;
    options.is_reproducible = true;
    return options;
  }
  /// \brief Memory to use instead of a temporary workspace. Only its address is stored: \p w must
  /// outlive every call with these options, and must not be moved.
  template <class E>
  [[nodiscard]] constexpr HistogramOptions<Variant, Policy, E> with(Workspace<E>& w) const {
    return {detail::HistogramFlags(*this), detail::WorkspaceOption<E>{&w}};
  }
};

namespace detail {

template <DeviceHistogram V, HistogramPolicy P, class E>
inline constexpr OptionsFor options_for<HistogramOptions<V, P, E>> = OptionsFor::histogram;

}  // namespace detail

/// \brief A `HistogramOptions`.
template <class Options>
concept HistogramOptionsType = detail::options_for<Options> == detail::OptionsFor::histogram;

}  // namespace KokkosScan
