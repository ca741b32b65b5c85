// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/call_options.hpp>
#include <KokkosScan/tuning/extraction_policy.hpp>

namespace KokkosScan {

namespace detail {

struct ExtractionFlags {
  bool knows_offsets = false;
};

}  // namespace detail

/// \brief How to run one extraction of bins: the shape of its passes, and a workspace.
template <ExtractionPolicy Policy = ExtractionPolicy{}, class Exec = void>
struct ExtractionOptions : detail::ExtractionFlags, detail::WorkspaceOption<Exec> {
  static constexpr ExtractionPolicy policy = Policy;

  /// \brief `offsets` is an input: it already holds where each bin begins, from a histogram of the
  /// same elements (its cumulative form with a 0 in front).
  ///
  /// With up to 256 bins a GPU then reads the elements once, not twice; except that `bin_ranks`
  /// counts them all the same, and where bins are stored first (see `extract_bins`) these are read
  /// once less. With more bins the offsets need not be found. Wrong offsets give a wrong result,
  /// but nothing outside the first n entries is written.
  [[nodiscard]] constexpr ExtractionOptions with_known_offsets() const {
    ExtractionOptions options = *this;
    options.knows_offsets = true;
    return options;
  }
  /// \brief Memory to use instead of a temporary workspace. Only its address is stored: \p w must
  /// outlive every call with these options, and must not be moved.
  template <class E>
  [[nodiscard]] constexpr ExtractionOptions<Policy, E> with(Workspace<E>& w) const {
    return {detail::ExtractionFlags(*this), detail::WorkspaceOption<E>{&w}};
  }
};

namespace detail {

template <ExtractionPolicy P, class E>
inline constexpr OptionsFor options_for<ExtractionOptions<P, E>> = OptionsFor::extraction;

}  // namespace detail

/// \brief An `ExtractionOptions`.
template <class Options>
concept ExtractionOptionsType = detail::options_for<Options> == detail::OptionsFor::extraction;

}  // namespace KokkosScan
