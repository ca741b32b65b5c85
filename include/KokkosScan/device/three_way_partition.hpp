// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/detail/run_partition.hpp>
#include <KokkosScan/predicates.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

/// \file
/// \brief Stable partitions into three classes: into one output, into three, as a permutation.

namespace KokkosScan {

namespace detail {

template <class In, class First, class Second, class Counts>
constexpr void check_two_predicates() {
  static_assert(std::is_integral_v<typename Counts::non_const_value_type>,
                "counts must hold integers");
  static_assert(!Kokkos::is_view_v<First> && !Kokkos::is_view_v<Second>,
                "pred_first and pred_second must be callables, not Views of flags");
  check_callable<view_type_of<In>, First>();
  check_callable<view_type_of<In>, Second>();
}

/// \tparam Give  what is written of an element: itself (`GiveElement`) or its index (`GiveIndex`)
template <class Give, class Exec, class In, class Out, class First, class Second, class Counts,
          class Options>
void partition_by_two(char const* function, std::string const& label, Exec const& exec,
                      In const& in, char const* out_name, Out const& out, First const& pred_first,
                      Second const& pred_second, Counts const& counts, Options const& options) {
  check_two_predicates<In, First, Second, Counts>();
  auto const& view = detail::view_of(in);
  check_room(function, out_name, out.extent(0), view.extent(0));
  detail::check_count<Exec>(function, "counts", counts, 2, in);
  detail::check_output<Exec>(function, in, out_name, out, "counts", counts);
  detail::check_disjoint(function, "in", view, out_name, out);
  if constexpr (!Give::is_element) detail::check_indices(function, out_name, out, view.extent(0));

  auto const size = detail::size_of(in);
  auto const source = detail::partition_source<Give>(
      view, ByTwoPredicates<First, Second>{{}, pred_first, pred_second});
  using Source = std::decay_t<decltype(source)>;
  using Target = decltype(detail::forwards(out));
  auto const run = [&](auto const& second, auto const& third, auto const& how,
                       auto const&... prepare) {
    detail::run_partition(function, label, exec, source, size, counts.data(),
                          detail::stride_of(counts), how,
                          detail::device_list(detail::forwards(out), second, third), prepare...);
  };
  if (detail::is_one_tile<Exec, Source, Options, Target, Target, Target>(size))
    return run(detail::after<1>(out, nullptr), detail::after<2>(out, nullptr), options);
  with_shared_workspace(function, exec, options, [&](auto const& shared) {
    using Count = CountClasses<Exec, Source, std::remove_const_t<decltype(size)>>;
    PartitionMemory const memory(*shared.workspace, Count::bytes(exec));
    run(detail::after<1>(out, memory.counts()), detail::after<2>(out, memory.counts()), shared,
        [&] {
          Count::run(label, exec, source, size, memory.counts(), memory.elements<std::byte>());
        });
  });
}

template <class Exec, class In, class OutFirst, class OutSecond, class OutRest, class First,
          class Second, class Counts, class Options>
void partition_into_three(char const* function, std::string const& label, Exec const& exec,
                          In const& in, OutFirst const& out_first, OutSecond const& out_second,
                          OutRest const& out_rest, First const& pred_first,
                          Second const& pred_second, Counts const& counts, Options const& options) {
  check_two_predicates<In, First, Second, Counts>();
  auto const& view = detail::view_of(in);
  std::size_t const n = view.extent(0);
  if (out_first.extent(0) + out_second.extent(0) + out_rest.extent(0) < n)
    refuse(function, "out_first, out_second and out_rest have extents ", out_first.extent(0), ", ",
           out_second.extent(0), " and ", out_rest.extent(0), ", need ", n,
           " together (extent of in)");
  detail::check_count<Exec>(function, "counts", counts, 2, in);
  auto const check = [&](char const* name, auto const& out) {
    detail::check_output<Exec>(function, in, name, out, "counts", counts);
    detail::check_disjoint(function, "in", view, name, out);
  };
  check("out_first", out_first);
  check("out_second", out_second);
  check("out_rest", out_rest);
  detail::check_disjoint(function, "out_first", out_first, "out_second", out_second);
  detail::check_disjoint(function, "out_first", out_first, "out_rest", out_rest);
  detail::check_disjoint(function, "out_second", out_second, "out_rest", out_rest);
  detail::run_partition(
      function, label, exec,
      detail::partition_source<GiveElement>(
          view, ByTwoPredicates<First, Second>{{}, pred_first, pred_second}),
      detail::size_of(in), counts.data(), detail::stride_of(counts), options,
      detail::device_list(detail::forwards(out_first), detail::forwards(out_second),
                          detail::forwards(out_rest)));
}

}  // namespace detail

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
