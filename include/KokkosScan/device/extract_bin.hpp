// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/device/bins/check_bins.hpp>
#include <KokkosScan/device/select.hpp>

#include <concepts>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

/// \file
/// \brief Device-level extraction of one bin.

namespace KokkosScan {

/// \brief out holds the elements of in that are in one bin, in their order; count says how many.
///
/// A selection by bin. Any variant of the scan can run it; a counted input needs a variant that
/// works in tiles, so neither `parallel_scan` nor `hillis_steele`.
///
/// \param label    optional first argument: the name of the kernels in tools
/// \param exec     execution space instance; with a workspace the call is asynchronous in it
/// \param in       rank-1 View of n elements, trivially copyable; any layout, const or not; or the
///                 first ones of it (`counted`)
/// \param binning  as for `histogram`
/// \param bin      the wanted bin, an integer or an enumerator
/// \param[out] out    rank-1 View of any extent; may be in. Elements that do not fit are not
///                 written, but counted in count. Entries after the last element packed are left
///                 unchanged
/// \param[out] count  View of rank 0, or rank 1 and one entry, of an integer type
/// \param options  variant, shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  a binning without bins, a bin it does not have, Views that overlap
///                 partially, a count whose type cannot hold n or that is the size of in
///                 (`counted`), or another instance's workspace; before anything is launched
/// \note Reads n elements, writes those of the bin. With a workspace that has grown enough nothing
///       is allocated or fenced. Binning is called once per element, twice by `hierarchical`, up to
///       three times by `parallel_scan` and `hillis_steele`.
template <ExecutionSpace Exec, Input1D In, class B, class Bin, View1D Out, CountView Count,
          ScanOptionsType Options = ScanOptions<>>
  requires(std::integral<Bin> || std::is_enum_v<Bin>)
void extract_bin(std::string const& label, Exec const& exec, In const& in, B const& binning,
                 Bin bin, Out const& out, Count const& count, Options const& options = {}) {
  if constexpr (detail::check_partition_types<Exec, In, Out, Count>() &&
                detail::check_binning_of<In, B>()) {
    constexpr char const* function = "extract_bin";
    detail::check_binning<Exec>(function, binning);
    std::size_t bins = std::size_t(std::numeric_limits<int>::max());
    if constexpr (SizedBinning<B>) bins = binning.bins();
    auto const wanted = +detail::number_of(bin);
    if (std::cmp_less(wanted, 0) || std::cmp_greater_equal(wanted, bins))
      detail::refuse(function, "bin is ", wanted, ", needs to be in 0 … ", bins - 1);
    detail::check_selected(function, detail::view_of(in), out);
    detail::check_apart_from_edges(function, binning, "out", out);
    detail::check_apart_from_edges(function, binning, "count", count);
    detail::select_by<detail::GiveElement>(
        function, label, exec, in, "out", out,
        detail::rule_of(detail::InBin<B>(binning, static_cast<int>(wanted))), count, options);
  }
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void extract_bin(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::extract_bin(std::string(), std::declval<Exec const&>(),
                              std::declval<What const&>()...);
    };
    static_assert(fits,
                  "extract_bin takes [label,] exec, in, binning, bin, out, count [, options]; "
                  "count is a View of one integer");
    if constexpr (fits) KokkosScan::extract_bin("KokkosScan::extract_bin", exec, what...);
  }
}

}  // namespace KokkosScan
