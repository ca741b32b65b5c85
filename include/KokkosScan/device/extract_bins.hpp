// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/device/bins/check_extraction.hpp>
#include <KokkosScan/device/extraction_options.hpp>
#include <KokkosScan/tuning/extraction_selector.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

/// \file
/// \brief Device-level extraction of all bins: of elements, of their indices, of their ranks.

namespace KokkosScan {

/// \brief The elements of in, bin after bin, in their order within each bin.
///
/// out(offsets(b)) … out(offsets(b + 1) − 1) are the elements of bin b. Elements in no bin are left
/// out; entries of out from offsets(bins) on are not written.
///
/// \param label    optional first argument: the name of the kernels in tools
/// \param exec     execution space instance; with a workspace the call is asynchronous in it
/// \param in       rank-1 View of n elements, trivially copyable; any layout, const or not; or the
///                 first ones of it (`counted`)
/// \param binning  as for `histogram`; how often it is evaluated: see below
/// \param[out] out  rank-1 View of at least n elements; must not overlap in. Its element type may
///                 be another than that of in: elements are converted by static_cast
/// \param[out] offsets  rank-1 View of integers that can hold n, one more than there are bins (for
///                 a callable its extent says how many bins there are)
/// \param options  shape, workspace, whether offsets are known (`ExtractionOptions`)
/// \throw std::invalid_argument  as `histogram`, and if out or offsets are too small or overlap or
///                 hold the count of in; before anything is launched
/// \note Few bins, up to 256 (CPU: up to 1024; for permutations and ranks up to 4096): reads n
///       elements twice, or once on a GPU where offsets are known, and writes n. More bins: one
///       pass for every 8 bits of the bin, which reads and writes n items, and one more read for
///       at least every two passes. CPU, up to 2^24 bins: two passes, and one more read. The items
///       are the elements, or keys with an index or element.
///       Stable; the same result in every run. With a workspace that has grown enough nothing is
///       allocated or fenced.
///
/// Evaluations of the binning for each element, with the default policy:
///
/// | binning                                   | few bins    | more bins                       |
/// |-------------------------------------------|-------------|---------------------------------|
/// | `EdgeBins` on a GPU                       | up to three | one                             |
/// | `EdgeBins` on a CPU; other `is_expensive` | one         | one                             |
/// | any other                                 | up to three | up to three, or again each pass |
///
/// Again each pass: elements of up to 8 bytes by `UniformBins` and `IndexBins`, on a CPU four times
/// in all; on GPUs by any binning that is not `is_expensive`, if they go to an output of their
/// type. With more than 256 bins GPUs also find unknown offsets by a binary search: up to log n
/// evaluations for each bin. Where the table says one, the bins are stored first, which takes 4
/// bytes an element of workspace, written and read. Other workspace: few bins, 8 bytes for each bin
/// of each tile or piece of the array; more bins, one or two arrays of the n items that passes
/// move.
template <ExecutionSpace Exec, Input1D In, class B, View1D Out, View1D Offsets,
          ExtractionOptionsType Options = ExtractionOptions<>>
void extract_bins(std::string const& label, Exec const& exec, In const& in, B const& binning,
                  Out const& out, Offsets const& offsets, Options const& options = {}) {
  static_assert(detail::is_plain<typename In::non_const_value_type>,
                "in must hold trivially copyable elements that can be made without arguments, and "
                "assigned");
  static_assert(sizeof(typename In::value_type) <= tuning::max_extracted_bytes<Exec>,
                "in must hold elements of at most 1024 bytes (512 with wavefronts of 64); use "
                "bin_permutation and permute");
  if constexpr (detail::check_extraction_types<detail::Extracted::elements, Exec, In, B, Out,
                                               Offsets>())
    detail::extract<detail::Extracted::elements>("extract_bins", "out", label, exec, in, binning,
                                                 out, offsets, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void extract_bins(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::extraction, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::extract_bins(std::string(), std::declval<Exec const&>(),
                               std::declval<What const&>()...);
    };
    static_assert(fits,
                  "extract_bins takes [label,] exec, in, binning, out, offsets [, options]; in and "
                  "out have rank 1 (for rows of a table: BinPlan, or bin_permutation and permute)");
    if constexpr (fits) KokkosScan::extract_bins("KokkosScan::extract_bins", exec, what...);
  }
}

/// \brief The permutation that sorts in by bin, stably: permutation(j) is the index of the element
/// that `extract_bins` would put at j. Elements in no bin come last, in their order.
///
/// Other arrays are sorted along with in by `permute(exec, permutation, src, dst)`.
///
/// \param in           rank-1 View of n elements; or n points, rows of a rank-2 View or
///                 `points(x, y, z)`; or the first ones of it (`counted`)
/// \param[out] permutation  rank-1 View of at least n integers that can hold n - 1; as many are
///                 written as there are elements
/// \param[out] offsets      as for `extract_bins`
/// \throw std::invalid_argument  as `extract_bins`
/// \note Passes, asynchrony and workspace as `extract_bins`, but elements above 8 bytes (CPU: 16)
///       are binned once, and their bins stored. Reads n elements twice, or once where bins are
///       stored, and writes n indices.
template <ExecutionSpace Exec, BinnedInput In, class B, View1D Permutation, View1D Offsets,
          ExtractionOptionsType Options = ExtractionOptions<>>
void bin_permutation(std::string const& label, Exec const& exec, In const& in, B const& binning,
                     Permutation const& permutation, Offsets const& offsets,
                     Options const& options = {}) {
  if constexpr (detail::check_extraction_types<detail::Extracted::indices, Exec, In, B, Permutation,
                                               Offsets>())
    detail::extract<detail::Extracted::indices>("bin_permutation", "permutation", label, exec, in,
                                                binning, permutation, offsets, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void bin_permutation(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::extraction, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::bin_permutation(std::string(), std::declval<Exec const&>(),
                                  std::declval<What const&>()...);
    };
    static_assert(
        fits, "bin_permutation takes [label,] exec, in, binning, permutation, offsets [, options]");
    if constexpr (fits) KokkosScan::bin_permutation("KokkosScan::bin_permutation", exec, what...);
  }
}

/// \brief The rank of every element in its bin: how many elements of the same bin come before it.
///
/// So element i of bin b belongs at offsets(b) + ranks(i), where `extract_bins` would put it, and
/// offsets(b + 1) − offsets(b) elements are in bin b. Elements in no bin are ranked among
/// themselves.
///
/// \param in          rank-1 View of n elements; or n points, rows of a rank-2 View or
///                 `points(x, y, z)`; or the first ones of it (`counted`)
/// \param[out] ranks  rank-1 View of at least n integers that can hold n - 1; as many are written
///                 as there are elements
/// \param[out] offsets  as for `extract_bins`
/// \throw std::invalid_argument  as `extract_bins`
/// \note Asynchrony as `extract_bins`. By `EdgeBins` on any machine, and above 8 bytes (CPU: 16),
///       elements are binned once, and their bins stored. Reads n elements twice (above few bins
///       with unknown offsets three times), or once where bins are stored, and writes n ranks.
///       Above few bins each pass moves keys of 4 bytes, and all passes but the last leave n
///       places, which are read and replaced on the way back; 8 bytes of workspace an element for
///       each of these passes.
template <ExecutionSpace Exec, BinnedInput In, class B, View1D Ranks, View1D Offsets,
          ExtractionOptionsType Options = ExtractionOptions<>>
void bin_ranks(std::string const& label, Exec const& exec, In const& in, B const& binning,
               Ranks const& ranks, Offsets const& offsets, Options const& options = {}) {
  if constexpr (detail::check_extraction_types<detail::Extracted::ranks, Exec, In, B, Ranks,
                                               Offsets>())
    detail::extract<detail::Extracted::ranks>("bin_ranks", "ranks", label, exec, in, binning, ranks,
                                              offsets, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void bin_ranks(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::extraction, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::bin_ranks(std::string(), std::declval<Exec const&>(),
                            std::declval<What const&>()...);
    };
    static_assert(fits, "bin_ranks takes [label,] exec, in, binning, ranks, offsets [, options]");
    if constexpr (fits) KokkosScan::bin_ranks("KokkosScan::bin_ranks", exec, what...);
  }
}

}  // namespace KokkosScan
