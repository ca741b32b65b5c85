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

  /// \brief offsets holds already where each bin begins, from a histogram of the same elements:
  /// its cumulative form with a 0 in front. A GPU then reads the elements once by up to 256
  /// bins, but for ranks and where bins are stored first. If they are wrong so is the result, but
  /// nothing outside of the first n entries is written.
  [[nodiscard]] constexpr ExtractionOptions with_known_offsets() const {
    ExtractionOptions options = *this;
    options.knows_offsets = true;
    return options;
  }
  /// \brief Memory to use instead of a temporary one.
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
