// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/device/detail/check_partition.hpp>
#include <KokkosScan/device/detail/partition_into.hpp>
#include <KokkosScan/device/rejected_order.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/predicates.hpp>

#include <string>
#include <utility>

/// \file
/// \brief Stable two-way partitions of a View: into one output, into two, as a permutation.

namespace KokkosScan {

/// \brief The selected elements first, in their order, then the rejected ones.
///
/// \tparam Order  of the rejected elements: kept (default), or reversed, which takes one pass less
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-1 View of n elements of a trivially copyable type, or the first ones of it
///               (`counted`)
/// \param[out] out  rank-1 View of at least n elements; may be in
/// \param pred   callable element → bool: true selects (`LessThan{pivot}`, …); or a View of n flags
///               of any type that converts to bool
/// \param[out] count  View of one integer: how many are selected
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  out is too small, flags have another extent, the type of count
///                               cannot hold n, Views overlap partially, count is the size of in
///                               (`counted`), or the workspace is another instance's; before
///                               anything is launched
/// \note Nothing is fenced or allocated with a workspace that has grown enough. Work O(n).
///       `reversed` reads and writes n elements and calls pred once for each; `kept` reads n
///       elements and calls pred twice, unless all fit in one tile. In place, either order calls
///       pred once, needs n elements of workspace and moves the rejected elements twice. Of the
///       variants that can be named, `hierarchical` calls pred once more, `parallel_scan` and
///       `hillis_steele` up to twice more; in place these three first copy in, and call pred as
///       often as out of place.
template <RejectedOrder Order = RejectedOrder::kept, ExecutionSpace Exec, Input1D In, View1D Out,
          class Predicate, CountView Count, ScanOptionsType Options = ScanOptions<>>
void partition(std::string const& label, Exec const& exec, In const& in, Out const& out,
               Predicate const& pred, Count const& count, Options const& options = {}) {
  static_assert(!detail::has_flags_for_out<In, Out, Predicate>,
                "partition takes flags after out: out holds bool, in does not");
  if constexpr (detail::check_partition_types<Exec, In, Out, Count>())
    detail::partition_views<Order, detail::GiveElement>("partition", label, exec, in, "out", out,
                                                        pred, count, options);
}
/// \brief The same without a label.
template <RejectedOrder Order = RejectedOrder::kept, ExecutionSpace Exec, class... What>
void partition(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::partition<Order>(std::string(), std::declval<Exec const&>(),
                                   std::declval<What const&>()...);
    };
    static_assert(fits,
                  "partition takes [label,] exec, in, out, pred, count [, options]; count is a "
                  "View of one integer");
    if constexpr (fits) KokkosScan::partition<Order>("KokkosScan::partition", exec, what...);
  }
}

/// \brief The selected elements into one View, the rejected ones into another, both in order.
///
/// \param[out] out_true,out_false  rank-1 Views of together at least n elements; neither may
///               overlap in. Elements that do not fit are not written, but counted in count
/// \note One pass: reads n and writes n elements, calls pred once. Otherwise as `partition`.
template <ExecutionSpace Exec, Input1D In, View1D OutTrue, View1D OutFalse, class Predicate,
          CountView Count, ScanOptionsType Options = ScanOptions<>>
void partition_copy(std::string const& label, Exec const& exec, In const& in,
                    OutTrue const& out_true, OutFalse const& out_false, Predicate const& pred,
                    Count const& count, Options const& options = {}) {
  if constexpr (detail::check_partition_types<Exec, In, OutTrue, Count>() &&
                detail::check_partition_types<Exec, In, OutFalse, Count>())
    detail::partition_into_two("partition_copy", label, exec, in, out_true, out_false, pred, count,
                               options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void partition_copy(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::partition_copy(std::string(), std::declval<Exec const&>(),
                                 std::declval<What const&>()...);
    };
    static_assert(fits,
                  "partition_copy takes [label,] exec, in, out_true, out_false, pred, count [, "
                  "options]; count is a View of one integer");
    if constexpr (fits) KokkosScan::partition_copy("KokkosScan::partition_copy", exec, what...);
  }
}

/// \brief The permutation that `partition` applies: permutation(i) is the index in `in` of the
/// element that `partition` puts at out(i). `permute` moves any number of Views by it.
///
/// \param[out] permutation  rank-1 View of at least n integers that can hold n - 1; not in
/// \note Otherwise as `partition`; with flags, in is not read.
template <RejectedOrder Order = RejectedOrder::kept, ExecutionSpace Exec, Input1D In,
          View1D Permutation, class Predicate, CountView Count,
          ScanOptionsType Options = ScanOptions<>>
void partition_permutation(std::string const& label, Exec const& exec, In const& in,
                           Permutation const& permutation, Predicate const& pred,
                           Count const& count, Options const& options = {}) {
  using Index = typename Permutation::non_const_value_type;
  if constexpr (detail::check_partition_types<Exec, In, Permutation, Count>())
    detail::partition_views<Order, detail::GiveIndex<Index>>(
        "partition_permutation", label, exec, in, "permutation", permutation, pred, count, options);
}
/// \brief The same without a label.
template <RejectedOrder Order = RejectedOrder::kept, ExecutionSpace Exec, class... What>
void partition_permutation(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::partition_permutation<Order>(std::string(), std::declval<Exec const&>(),
                                               std::declval<What const&>()...);
    };
    static_assert(fits,
                  "partition_permutation takes [label,] exec, in, permutation, pred, count [, "
                  "options]; count is a View of one integer");
    if constexpr (fits)
      KokkosScan::partition_permutation<Order>("KokkosScan::partition_permutation", exec, what...);
  }
}

}  // namespace KokkosScan
