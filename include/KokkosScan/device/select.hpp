// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/detail/partition_source.hpp>
#include <KokkosScan/device/detail/check_partition.hpp>
#include <KokkosScan/device/detail/select_by.hpp>
#include <KokkosScan/device/scan_options.hpp>
#include <KokkosScan/predicates.hpp>

#include <string>
#include <utility>

/// \file
/// \brief Selections: the elements with a property, or their indices, packed.

namespace KokkosScan {

/// \brief The elements x for which pred(x) is true, in their order.
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-1 View of n elements of a trivially copyable type, or the first ones of it
///               (`counted`)
/// \param[out] out  rank-1 View of any extent; may be in. Elements that do not fit are not written,
///               but counted in count. Entries after the selected elements are left unchanged
/// \param pred   callable element → bool, called once per element (twice by `hierarchical`, up to
///               three times by `parallel_scan` and `hillis_steele`); or a View of n flags of any
///               type that converts to bool
/// \param[out] count  View of one integer: how many elements are selected
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  flags have another extent, the type of count cannot hold n, Views
///                               overlap partially, count is the size of in (`counted`), or the
///                               workspace is another instance's; before anything is launched
/// \note One pass: reads n elements, writes those selected. Nothing is fenced or allocated with a
///       workspace that has grown enough.
template <ExecutionSpace Exec, Input1D In, View1D Out, class Predicate, CountView Count,
          ScanOptionsType Options = ScanOptions<>>
void select(std::string const& label, Exec const& exec, In const& in, Out const& out,
            Predicate const& pred, Count const& count, Options const& options = {}) {
  static_assert(!detail::has_flags_for_out<In, Out, Predicate>,
                "select takes flags after out: out holds bool, in does not");
  if constexpr (detail::check_partition_types<Exec, In, Out, Count>())
    detail::select_where("select", label, exec, in, out, pred, count, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void select(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::select(std::string(), std::declval<Exec const&>(),
                         std::declval<What const&>()...);
    };
    static_assert(fits,
                  "select takes [label,] exec, in, out, pred, count [, options]; in and out have "
                  "rank 1 (for a table: select_indices and permute), count is a View of one "
                  "integer");
    if constexpr (fits) KokkosScan::select("KokkosScan::select", exec, what...);
  }
}

/// \brief The elements whose flag is true, in their order.
///
/// \param flags  rank-1 View of n flags of any type that converts to bool; not out
/// \note Reads the flags as well. Otherwise as `select`.
template <ExecutionSpace Exec, Input1D In, View1D Flags, View1D Out, CountView Count,
          ScanOptionsType Options = ScanOptions<>>
void select_flagged(std::string const& label, Exec const& exec, In const& in, Flags const& flags,
                    Out const& out, Count const& count, Options const& options = {}) {
  static_assert(!detail::has_flags_for_out<In, Out, Flags>,
                "select_flagged takes flags before out: out holds bool, in does not");
  if constexpr (detail::check_partition_types<Exec, In, Out, Count>())
    detail::select_where("select_flagged", label, exec, in, out, flags, count, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void select_flagged(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::select_flagged(std::string(), std::declval<Exec const&>(),
                                 std::declval<What const&>()...);
    };
    static_assert(fits,
                  "select_flagged takes [label,] exec, in, flags, out, count [, options]; count is "
                  "a View of one integer");
    if constexpr (fits) KokkosScan::select_flagged("KokkosScan::select_flagged", exec, what...);
  }
}

/// \brief The first element of every run of equal neighbors, in their order.
/// \param equal  compares an element with its predecessor (`KeyEquality`), as often as a predicate
///               is called; default: ==
/// \note In place into another type, in is copied to the workspace first. Otherwise as `select`.
template <ExecutionSpace Exec, Input1D In, View1D Out,
          KeyEquality<typename detail::view_type_of<In>::non_const_value_type> Equal,
          CountView Count, ScanOptionsType Options = ScanOptions<>>
void select_unique(std::string const& label, Exec const& exec, In const& in, Out const& out,
                   Equal const& equal, Count const& count, Options const& options = {}) {
  using Element = typename detail::view_type_of<In>::non_const_value_type;
  static_assert(detail::can_compare<Equal, Element>,
                "in must hold what has ==, or equal must be named");
  if constexpr (detail::check_partition_types<Exec, In, Out, Count>()) {
    detail::check_selected("select_unique", detail::view_of(in), out);
    detail::select_by<detail::GiveElement>("select_unique", label, exec, in, "out", out,
                                           detail::ByChange<Equal>{{}, equal}, count, options);
  }
}
/// \brief The same by ==.
template <ExecutionSpace Exec, Input1D In, View1D Out, CountView Count,
          ScanOptionsType Options = ScanOptions<>>
void select_unique(std::string const& label, Exec const& exec, In const& in, Out const& out,
                   Count const& count, Options const& options = {}) {
  KokkosScan::select_unique(label, exec, in, out, detail::Equals{}, count, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void select_unique(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::select_unique(std::string(), std::declval<Exec const&>(),
                                std::declval<What const&>()...);
    };
    static_assert(fits,
                  "select_unique takes [label,] exec, in, out, [equal,] count [, options]; equal "
                  "takes two elements and gives a bool, count is a View of one integer");
    if constexpr (fits) KokkosScan::select_unique("KokkosScan::select_unique", exec, what...);
  }
}

/// \brief The indices of the elements x for which pred(x) is true, ascending.
///
/// \param[out] indices  rank-1 View of integers that can hold n - 1; not in
/// \note By `permute` with `counted(indices, count)`, one selection compacts any number of Views.
///       With flags, in is not read. Otherwise as `select`.
template <ExecutionSpace Exec, Input1D In, View1D Indices, class Predicate, CountView Count,
          ScanOptionsType Options = ScanOptions<>>
void select_indices(std::string const& label, Exec const& exec, In const& in,
                    Indices const& indices, Predicate const& pred, Count const& count,
                    Options const& options = {}) {
  if constexpr (detail::check_partition_types<Exec, In, Indices, Count>()) {
    using Index = typename Indices::non_const_value_type;
    auto const& view = detail::view_of(in);
    detail::check_indices("select_indices", "indices", indices, view.extent(0));
    detail::check_predicate<Exec>("select_indices", view, "indices", indices, pred, count);
    detail::check_disjoint("select_indices", "in", view, "indices", indices);
    detail::select_by<detail::GiveIndex<Index>>("select_indices", label, exec, in, "indices",
                                                indices, detail::rule_of(pred), count, options);
  }
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void select_indices(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::select_indices(std::string(), std::declval<Exec const&>(),
                                 std::declval<What const&>()...);
    };
    static_assert(fits,
                  "select_indices takes [label,] exec, in, indices, pred, count [, options]; count "
                  "is a View of one integer");
    if constexpr (fits) KokkosScan::select_indices("KokkosScan::select_indices", exec, what...);
  }
}

/// \brief The index of the first element of every run of equal neighbors, ascending: of the
/// elements that `select_unique` selects.
///
/// \param[out] indices  as those of `select_indices`
/// \note One pass: reads n elements, writes the indices of those selected. By `permute` with
///       `counted(indices, count)`, one selection by keys compacts any number of Views of keys and
///       values. Otherwise as `select_unique`.
template <ExecutionSpace Exec, Input1D In, View1D Indices,
          KeyEquality<typename detail::view_type_of<In>::non_const_value_type> Equal,
          CountView Count, ScanOptionsType Options = ScanOptions<>>
void select_unique_indices(std::string const& label, Exec const& exec, In const& in,
                           Indices const& indices, Equal const& equal, Count const& count,
                           Options const& options = {}) {
  using Element = typename detail::view_type_of<In>::non_const_value_type;
  static_assert(detail::can_compare<Equal, Element>,
                "in must hold what has ==, or equal must be named");
  if constexpr (detail::check_partition_types<Exec, In, Indices, Count>()) {
    using Index = typename Indices::non_const_value_type;
    auto const& view = detail::view_of(in);
    detail::check_indices("select_unique_indices", "indices", indices, view.extent(0));
    detail::check_disjoint("select_unique_indices", "in", view, "indices", indices);
    detail::select_by<detail::GiveIndex<Index>>("select_unique_indices", label, exec, in, "indices",
                                                indices, detail::ByChange<Equal>{{}, equal}, count,
                                                options);
  }
}
/// \brief The same by ==.
template <ExecutionSpace Exec, Input1D In, View1D Indices, CountView Count,
          ScanOptionsType Options = ScanOptions<>>
void select_unique_indices(std::string const& label, Exec const& exec, In const& in,
                           Indices const& indices, Count const& count,
                           Options const& options = {}) {
  KokkosScan::select_unique_indices(label, exec, in, indices, detail::Equals{}, count, options);
}
/// \brief The same without a label.
template <ExecutionSpace Exec, class... What>
void select_unique_indices(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>()) {
    constexpr bool fits = requires {
      KokkosScan::select_unique_indices(std::string(), std::declval<Exec const&>(),
                                        std::declval<What const&>()...);
    };
    static_assert(fits,
                  "select_unique_indices takes [label,] exec, in, indices, [equal,] count [, "
                  "options]; equal takes two elements and gives a bool, count is a View of one "
                  "integer");
    if constexpr (fits)
      KokkosScan::select_unique_indices("KokkosScan::select_unique_indices", exec, what...);
  }
}

}  // namespace KokkosScan
