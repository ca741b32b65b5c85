// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>

namespace KokkosScan {

namespace detail {

template <class Exec>
struct WorkspaceOption {
  Workspace<Exec>* workspace = nullptr;
};
/// No workspace is named: a temporary one is made for the call.
template <>
struct WorkspaceOption<void> {};

}  // namespace detail

/// \brief How to run one device-level histogram.
/// \code
/// HistogramOptions<>{}.with(workspace).accumulate()
/// HistogramOptions<DeviceHistogram::shared_bins>{}
/// \endcode
template <DeviceHistogram Variant = DeviceHistogram::automatic,
          HistogramPolicy Policy = HistogramPolicy{}, class Exec = void>
struct HistogramOptions : detail::WorkspaceOption<Exec> {
  static constexpr DeviceHistogram variant = Variant;
  static constexpr HistogramPolicy policy = Policy;

  bool accumulates = false;
  bool is_cumulative = false;
  bool is_reproducible = false;

  /// \brief Adds to what counts holds, instead of overwriting it.
  [[nodiscard]] constexpr HistogramOptions accumulate() const {
    HistogramOptions options = *this;
    options.accumulates = true;
    return options;
  }
  /// \brief counts(b) is the sum over bins 0 … b.
  [[nodiscard]] constexpr HistogramOptions cumulative() const {
    HistogramOptions options = *this;
    options.is_cumulative = true;
    return options;
  }
  /// \brief Sums of floating-point weights that do not depend on the order of addition: the same
  /// bits in every run, on every backend. Weights are rounded to a common quantum, the largest
  /// magnitude times n · 2^-62 rounded up to powers of two, and summed as integers. One more read
  /// of the weights. Not finite weights make every count NaN.
  [[nodiscard]] constexpr HistogramOptions reproducible() const {
    HistogramOptions options = *this;
    options.is_reproducible = true;
    return options;
  }
  /// \brief Memory to use instead of a temporary one.
  template <class E>
  [[nodiscard]] constexpr HistogramOptions<Variant, Policy, E> with(Workspace<E>& w) const {
    HistogramOptions<Variant, Policy, E> options;
    options.workspace = &w;
    options.accumulates = accumulates;
    options.is_cumulative = is_cumulative;
    options.is_reproducible = is_reproducible;
    return options;
  }
};

/// \brief How to run one extraction of bins: the shape of its passes, and a workspace.
template <ExtractionPolicy Policy = ExtractionPolicy{}, class Exec = void>
struct ExtractionOptions : detail::WorkspaceOption<Exec> {
  static constexpr ExtractionPolicy policy = Policy;

  bool knows_offsets = false;

  /// \brief offsets holds already where each bin begins, from a histogram of the same elements:
  /// its cumulative form with a 0 in front. A GPU then reads the elements once, for ranks twice. If
  /// they are wrong so is the result, but nothing outside of the first n entries is written.
  [[nodiscard]] constexpr ExtractionOptions with_known_offsets() const {
    ExtractionOptions options = *this;
    options.knows_offsets = true;
    return options;
  }
  /// \brief Memory to use instead of a temporary one.
  template <class E>
  [[nodiscard]] constexpr ExtractionOptions<Policy, E> with(Workspace<E>& w) const {
    ExtractionOptions<Policy, E> options;
    options.workspace = &w;
    options.knows_offsets = knows_offsets;
    return options;
  }
};

namespace detail {

template <class Options>
inline constexpr bool is_histogram_options = false;
template <DeviceHistogram V, HistogramPolicy P, class E>
inline constexpr bool is_histogram_options<HistogramOptions<V, P, E>> = true;
template <class Options>
inline constexpr bool is_extraction_options = false;
template <ExtractionPolicy P, class E>
inline constexpr bool is_extraction_options<ExtractionOptions<P, E>> = true;

}  // namespace detail

/// \brief A `HistogramOptions`.
template <class Options>
concept HistogramOptionsType = detail::is_histogram_options<Options>;
/// \brief An `ExtractionOptions`.
template <class Options>
concept ExtractionOptionsType = detail::is_extraction_options<Options>;

}  // namespace KokkosScan
