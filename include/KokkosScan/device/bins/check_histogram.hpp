// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/bins/check_bins.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>

#include <type_traits>

/// \file
/// \brief The checks of histograms, before anything is launched.

namespace KokkosScan::detail {

/// At compile time: the Views are accessible and counts are numbers.
template <class Exec, class In, class Counts>
constexpr bool check_histogram_types() {
  using Count = typename Counts::value_type;
  static_assert(is_accessible<Exec, In>, "in must be accessible from the execution space");
  static_assert(is_accessible<Exec, Counts>, "counts must be accessible from the execution space");
  static_assert(!std::is_const_v<Count>, "counts must not be const");
  constexpr bool are_numbers =
      std::is_arithmetic_v<Count> && !std::is_same_v<std::remove_const_t<Count>, bool>;
  static_assert(are_numbers, "counts must hold numbers");
  return is_accessible<Exec, In> && is_accessible<Exec, Counts> && !std::is_const_v<Count> &&
         are_numbers;
}
/// At compile time: weights are accessible numbers whose sum a count can hold.
template <class Exec, class Weights, class Counts>
constexpr bool check_weight_types() {
  using Weight = typename Weights::non_const_value_type;
  constexpr bool can_sum = detail::can_sum<typename Counts::value_type, Weight>;
  static_assert(is_accessible<Exec, Weights>,
                "weights must be accessible from the execution space");
  static_assert(std::is_arithmetic_v<Weight>, "weights must hold numbers");
  static_assert(can_sum, "counts must hold floating-point numbers where weights do");
  return is_accessible<Exec, Weights> && std::is_arithmetic_v<Weight> && can_sum;
}

template <class Exec, class In, class Counts, class Options>
void check_histogram_views(char const* function, Exec const& exec, In const& in,
                           Counts const& counts, Options const& options) {
  detail::check_disjoint(function, "in", in, "counts", counts);
  check_options_suit(function, exec, options);
  if (options.is_cumulative && options.accumulates)
    refuse(function, "options ask for accumulate() and for cumulative(), needs one of them");
}

template <class Exec, class In, class B, class Counts, class Options>
int check_histogram(Exec const& exec, In const& in, B const& binning, Counts const& counts,
                    Options const& options) {
  int const bins = detail::checked_bins<Exec>("histogram", binning, "counts", counts.extent(0), 0);
  detail::check_histogram_views("histogram", exec, detail::view_of(in), counts, options);
  detail::check_size<Exec>("histogram", in, "counts", counts);
  detail::check_points<view_type_of<In>, B>("histogram", detail::view_of(in));
  detail::check_apart_from_edges("histogram", binning, "counts", counts);
  return bins;
}

}  // namespace KokkosScan::detail
