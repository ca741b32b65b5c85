// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/device/detail/check_partition.hpp>
#include <KokkosScan/device/detail/partition_into_three.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/predicates.hpp>

#include <string>
#include <utility>

/// \file
/// \brief Stable partitions into three classes: into one output, into three, as a permutation.

namespace KokkosScan {

/// \brief First the elements for which pred_first(x) is true, then those of the others for which
/// pred_second(x) is, then the rest; each class in its order.
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-1 View of n elements of a trivially copyable type, or the first ones of it
///               (`counted`)
/// \param[out] out  rank-1 View of at least n elements; must not overlap in
/// \param pred_first,pred_second  callables element → bool; both are called for every element
/// \param[out] counts  rank-1 View of two integers: elements of the first and of the second class
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  as `partition`
/// \note One scan of pairs of counts. Reads n elements twice and writes n; calls each predicate
///       twice per element, or once if all elements fit in one tile. `hierarchical` calls it three
///       times, `parallel_scan` and `hillis_steele` up to four.
template <ExecutionSpace Exec, Input1D In, View1D Out, class First, class Second, View1D Counts,
          ScanOptionsType Options = ScanOptions<>>
void three_way_partition(std::string const& label, Exec const& exec, In const& in, Out const& out,
                         First const& pred_first, Second const& pred_second, Counts const& counts,
                         Options const& options = {}) {
  if constexpr (detail::check_partition_types<Exec, In, Out, Counts>())
    detail::partition_by_two<detail::GiveElement>("three_way_partition", label, exec, in, "out",
                                                  out, pred_first, pred_second, counts, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void three_way_partition(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::three_way_partition(std::string(), std::declval<Exec const&>(),
                                      std::declval<What const&>()...);
    };
    static_assert(fits,
                  "three_way_partition takes [label,] exec, in, out, pred_first, pred_second, "
                  "counts [, options]; counts is a View of two integers");
    if constexpr (fits)
      KokkosScan::three_way_partition("KokkosScan::three_way_partition", exec, what...);
  }
}

/// \brief The elements for which pred_first(x) is true, those of the others for which
/// pred_second(x) is, and the rest, each class in its order into a View of its own.
///
/// \param[out] out_first,out_second,out_rest  rank-1 Views of together at least n elements; none
///               may overlap in. Elements that do not fit are not written, but counted in counts
/// \note One pass: reads n and writes n elements, calls each predicate once. Otherwise as
///       `three_way_partition`.
template <ExecutionSpace Exec, Input1D In, View1D OutFirst, View1D OutSecond, View1D OutRest,
          class First, class Second, View1D Counts, ScanOptionsType Options = ScanOptions<>>
void three_way_partition_copy(std::string const& label, Exec const& exec, In const& in,
                              OutFirst const& out_first, OutSecond const& out_second,
                              OutRest const& out_rest, First const& pred_first,
                              Second const& pred_second, Counts const& counts,
                              Options const& options = {}) {
  if constexpr (detail::check_partition_types<Exec, In, OutFirst, Counts>() &&
                detail::check_partition_types<Exec, In, OutSecond, Counts>() &&
                detail::check_partition_types<Exec, In, OutRest, Counts>())
    detail::partition_into_three("three_way_partition_copy", label, exec, in, out_first, out_second,
                                 out_rest, pred_first, pred_second, counts, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void three_way_partition_copy(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::three_way_partition_copy(std::string(), std::declval<Exec const&>(),
                                           std::declval<What const&>()...);
    };
    static_assert(
        fits,
        "three_way_partition_copy takes [label,] exec, in, out_first, out_second, "
        "out_rest, pred_first, pred_second, counts [, options]; counts is a View of two integers");
    if constexpr (fits)
      KokkosScan::three_way_partition_copy("KokkosScan::three_way_partition_copy", exec, what...);
  }
}

/// \brief The permutation that `three_way_partition` applies: permutation(i) is the index in `in`
/// of the element that `three_way_partition` puts at out(i). `permute` moves any number of Views by
/// it.
///
/// \param[out] permutation  rank-1 View of at least n integers that can hold n - 1; not in
/// \note Otherwise as `three_way_partition`. In one list a class begins where those before it end,
///       so they are counted first, as there.
template <ExecutionSpace Exec, Input1D In, View1D Permutation, class First, class Second,
          View1D Counts, ScanOptionsType Options = ScanOptions<>>
void three_way_partition_permutation(std::string const& label, Exec const& exec, In const& in,
                                     Permutation const& permutation, First const& pred_first,
                                     Second const& pred_second, Counts const& counts,
                                     Options const& options = {}) {
  using Index = typename Permutation::non_const_value_type;
  if constexpr (detail::check_partition_types<Exec, In, Permutation, Counts>())
    detail::partition_by_two<detail::GiveIndex<Index>>("three_way_partition_permutation", label,
                                                       exec, in, "permutation", permutation,
                                                       pred_first, pred_second, counts, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void three_way_partition_permutation(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::three_way_partition_permutation(std::string(), std::declval<Exec const&>(),
                                                  std::declval<What const&>()...);
    };
    static_assert(fits,
                  "three_way_partition_permutation takes [label,] exec, in, permutation, "
                  "pred_first, pred_second, counts [, options]; counts is a View of two integers");
    if constexpr (fits)
      KokkosScan::three_way_partition_permutation("KokkosScan::three_way_partition_permutation",
                                                  exec, what...);
  }
}

}  // namespace KokkosScan
