// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/run_partition.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/predicates.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

/// \file
/// \brief Stable two-way partitions of a View: into one output, into two, as a permutation.

namespace KokkosScan {

/// \brief In which order the rejected elements of `partition` come.
enum class RejectedOrder {
  kept,     ///< as in the input; selected elements are counted first, so all are read twice
  reversed  ///< in reverse order, written from the end of the output backwards: one pass
};

namespace detail {

/// Copies the rejected elements from a buffer of their own to their places after the selected ones.
template <class Element, class Target, class Count, class Size>
struct AppendRejected {
  Element const* rejected;
  Target target;
  Count const* count;
  Size size;
  RejectedOrder order;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    std::size_t const n = size(), selected = static_cast<std::size_t>(*count);
    if (i + selected >= n) return;
    std::size_t const place = order == RejectedOrder::kept ? selected + i : n - 1 - i;
    target.places(n, NoPayload{}).from(static_cast<std::ptrdiff_t>(place)).store(0, rejected[i]);
  }
};

/// A partition over its own input: rejected elements first go to a buffer in the workspace.
template <RejectedOrder Order, class Exec, class Source, class Size, class Out, class Count,
          class Options>
void partition_in_place(char const* function, std::string const& label, Exec const& exec,
                        Source const& source, Size const& size, Out const& out, Count const& count,
                        Options const& shared) {
  using Element = typename Source::Given;
  PartitionMemory const workspace(*shared.workspace, size.most * sizeof(Element));
  Element* const memory = workspace.elements<Element>();
  auto const to = detail::forwards(out);
  Forwards<Element, true> const rejected{memory, 1, size.most};
  detail::run_partition(function, label, exec, detail::in_place(source), size, count.data(), 1,
                        shared, detail::device_list(to, rejected));
  using Number = typename Count::non_const_value_type;
  for_each_item(label + " append", exec, size.most,
                AppendRejected<Element, std::remove_const_t<decltype(to)>, Number, Size>{
                    memory, to, count.data(), size, Order});
}

/// Into one output, in place or not, elements or indices.
template <RejectedOrder Order, class Exec, class Source, class Size, class Out, class Total,
          class Options>
void partition_into_one(char const* function, std::string const& label, Exec const& exec,
                        Source const& source, Size const& size, Out const& out, Total const& count,
                        Options const& options, bool is_in_place) {
  using First = decltype(detail::forwards(out));
  auto const run = [&](auto const& items, auto const& rejected, auto const& how,
                       auto const&... prepare) {
    detail::run_partition(function, label, exec, items, size, count.data(), 1, how,
                          detail::device_list(detail::forwards(out), rejected), prepare...);
  };
  if (detail::is_one_tile<Exec, Source, Options, First, First>(size)) {
    if constexpr (Order == RejectedOrder::kept)
      return run(source, detail::after<1>(out, nullptr), options);
    else
      return run(source, detail::backwards(out), options);
  }
  if constexpr (Order == RejectedOrder::reversed)
    if (!is_in_place) return run(source, detail::backwards(out), options);

  with_shared_workspace(function, exec, options, [&](auto const& shared) {
    if constexpr (may_write_over_input<Exec, Options> && Source::gives_element)
      if (is_in_place)
        return detail::partition_in_place<Order>(function, label, exec, source, size, out, count,
                                                 shared);
    using Count = CountClasses<Exec, Source, Size>;
    using Element = typename Source::Element;
    std::size_t const copy = is_in_place ? round_up(size.most * sizeof(Element)) : 0;
    PartitionMemory const memory(*shared.workspace, copy + Count::bytes(exec));
    Source const items = is_in_place ? detail::source_in(source, memory) : source;
    auto const prepare = [&] {
      if (is_in_place) detail::copy_items(label, exec, source, size, memory);
      if constexpr (Order == RejectedOrder::kept)
        Count::run(label, exec, items, size, memory.counts(), memory.elements<std::byte>() + copy);
    };
    if constexpr (Order == RejectedOrder::kept)
      run(items, detail::after<1>(out, memory.counts()), shared, prepare);
    else
      run(items, detail::backwards(out), shared, prepare);
  });
}

/// Into one output of at least n elements.
/// \tparam Give  what is written of an element: itself (`GiveElement`) or its index (`GiveIndex`)
template <RejectedOrder Order, class Give, class Exec, class In, class Out, class Predicate,
          class Count, class Options>
void partition_views(char const* function, std::string const& label, Exec const& exec, In const& in,
                     char const* out_name, Out const& out, Predicate const& pred,
                     Count const& count, Options const& options) {
  auto const& view = detail::view_of(in);
  std::size_t const n = view.extent(0);
  check_room(function, out_name, out.extent(0), n);
  detail::check_count<Exec>(function, "count", count, 1, in);
  detail::check_output<Exec>(function, in, out_name, out, "count", count);
  detail::check_predicate<Exec>(function, view, out_name, out, pred, count);
  bool is_in_place = false;
  if constexpr (Give::is_element) {
    auto const part = Kokkos::subview(out, std::pair<std::size_t, std::size_t>(0, n));
    detail::check_overlap(function, "in", view, out_name, part);
    is_in_place = detail::is_same_array(view, out);
  } else {
    detail::check_indices(function, out_name, out, n);
    detail::check_disjoint(function, "in", view, out_name, out);
  }
  detail::partition_into_one<Order>(function, label, exec,
                                    detail::partition_source<Give>(view, detail::rule_of(pred)),
                                    detail::size_of(in), out, count, options, is_in_place);
}

template <class Exec, class In, class OutTrue, class OutFalse, class Predicate, class Count,
          class Options>
void partition_into_two(char const* function, std::string const& label, Exec const& exec,
                        In const& in, OutTrue const& out_true, OutFalse const& out_false,
                        Predicate const& pred, Count const& count, Options const& options) {
  auto const& view = detail::view_of(in);
  std::size_t const n = view.extent(0);
  if (out_true.extent(0) + out_false.extent(0) < n)
    refuse(function, "out_true and out_false have extents ", out_true.extent(0), " and ",
           out_false.extent(0), ", need ", n, " together (extent of in)");
  detail::check_count<Exec>(function, "count", count, 1, in);
  detail::check_output<Exec>(function, in, "out_true", out_true, "count", count);
  detail::check_output<Exec>(function, in, "out_false", out_false, "count", count);
  detail::check_predicate<Exec>(function, view, "out_true", out_true, pred, count);
  detail::check_predicate<Exec>(function, view, "out_false", out_false, pred, count);
  detail::check_disjoint(function, "in", view, "out_true", out_true);
  detail::check_disjoint(function, "in", view, "out_false", out_false);
  detail::check_disjoint(function, "out_true", out_true, "out_false", out_false);
  detail::run_partition(
      function, label, exec, detail::partition_source<GiveElement>(view, detail::rule_of(pred)),
      detail::size_of(in), count.data(), 1, options,
      detail::device_list(detail::forwards(out_true), detail::forwards(out_false)));
}

}  // namespace detail

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
/// \param[out] permutation  rank-1 View of at least n integers that can hold n - 1
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
