// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/device/bins/check_histogram.hpp>
#include <KokkosScan/device/bins/run_histogram.hpp>

#include <string>
#include <type_traits>
#include <utility>

/// \file
/// \brief Device-level histograms.

namespace KokkosScan {

/// \brief counts(b) = number of elements in bin b.
///
/// \param label    optional first argument: the name of the kernels in tools
/// \param exec     execution space instance; with a workspace the call is asynchronous in it
/// \param in       rank-1 View of n elements, any layout, const or not; or n points, in a rank-2
///                 View or as `points(x, y, z)`; or the first ones of it (`counted`)
/// \param binning  one of binning.hpp, or any callable element → bin that depends on the element
///                 only; elements with a result outside [0, bins) are not counted
/// \param[out] counts  rank-1 View of as many numbers as the binning has bins (for a callable that
///                 has no bins() its extent is the number of bins); must not overlap in. A type too
///                 small wraps
/// \param options  variant, shape, workspace, accumulation, cumulative form (`HistogramOptions`)
/// \throw std::invalid_argument  no bins, lo ≥ hi, edges that do not ascend, extents that do not
///                 match, counts that hold the count of in, or another instance's workspace; before
///                 anything is launched
/// \note With a workspace that has grown enough nothing is allocated or fenced. Reads n elements
///       once; `private_bins` on a GPU once for each window, where a team's scratch holds only a
///       part (window) of the bins: the automatic choice makes at most two, or with weights six.
///       `shared_bins`, chosen for more bins where partitioning is impossible or does not pay, are
///       in memory and counted by atomics.
///       Workspace: all bins for each team (`private_bins`); all bins once, and 2 bytes and more
///       for each of up to 2^25 elements (`partitioned_bins`); none, or all bins once where counts
///       are strided or of another type than the totals (`shared_bins`).
///       Elements of one byte are counted by value and binned afterwards.
///       References: docs/bins_internals.md.
template <ExecutionSpace Exec, BinnedInput In, class B, View1D Counts,
          HistogramOptionsType Options = HistogramOptions<>>
void histogram(std::string const& label, Exec const& exec, In const& in, B const& binning,
               Counts const& counts, Options const& options = {}) {
  using View = detail::view_type_of<In>;
  if constexpr (detail::check_histogram_types<Exec, View, Counts>() &&
                detail::check_binning_of<In, B>()) {
    int const bins = detail::check_histogram(exec, in, binning, counts, options);
    detail::run_histogram(label, exec, detail::binned_items<B>(in), binning, bins, counts, options);
  }
}

/// \brief counts(b) = sum of the weights of the elements in bin b; otherwise as without weights.
///
/// \param weights  rank-1 View of n numbers. They are summed in
///                 - integers, if weights and counts are integers: of 64 bits if either type has 8
///                   bytes, else of 32 bits
///                 - the type of counts, if only counts are floating-point; but unsigned 64-bit
///                   weights are summed as integers, modulo 2^64
///                 - the wider type, if weights are floating-point; then counts must be, too
/// \throw std::invalid_argument  weights have another extent than in or overlap counts, or as
///                 without weights
/// \note Reads n elements and n weights. The last bits of floating-point sums depend on timing on a
///       GPU, and on the number of threads on a CPU, unless the options are `reproducible()`.
template <ExecutionSpace Exec, BinnedInput In, class B, View1D Counts, View1D Weights,
          HistogramOptionsType Options = HistogramOptions<>>
void histogram(std::string const& label, Exec const& exec, In const& in, B const& binning,
               Counts const& counts, Weights const& weights, Options const& options = {}) {
  using View = detail::view_type_of<In>;
  if constexpr (detail::check_histogram_types<Exec, View, Counts>() &&
                detail::check_weight_types<Exec, Weights, Counts>() &&
                detail::check_binning_of<In, B>()) {
    int const bins = detail::check_histogram(exec, in, binning, counts, options);
    detail::check_extent("histogram", "weights", weights.extent(0), detail::view_of(in).extent(0));
    detail::check_disjoint("histogram", "weights", weights, "counts", counts);
    auto const plain = detail::binned_items<B>(in);
    using Items = detail::WeightedItems<std::remove_const_t<decltype(plain)>,
                                        typename Weights::non_const_value_type,
                                        detail::is_contiguous<Weights>>;
    detail::run_histogram(label, exec, Items{plain, detail::items_of(weights)}, binning, bins,
                          counts, options);
  }
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void histogram(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::histogram, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::histogram(std::string(), std::declval<Exec const&>(),
                            std::declval<What const&>()...);
    };
    static_assert(fits,
                  "histogram takes [label,] exec, in, binning, counts [, weights] [, options]");
    if constexpr (fits) KokkosScan::histogram("KokkosScan::histogram", exec, what...);
  }
}

}  // namespace KokkosScan
