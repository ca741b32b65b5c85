// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/run_partition.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/predicates.hpp>

#include <string>

/// \file
/// \brief Stable two-way partitions of a View: into one output, into two, as a permutation.

namespace KokkosScan {

/// \brief In which order the rejected elements of `partition` come.
enum class RejectedOrder {
  kept,     ///< as in the input; the elements are counted first: they are read twice
  reversed  ///< the last one first, from the end of the output on: one pass
};

namespace detail {

/// Puts the rejected ones, which were written apart, behind the selected ones.
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

/// A partition over its own input: the rejected ones go to memory of their own first.
template <RejectedOrder Order, class Exec, class Source, class Size, class Out, class Count,
          class Options>
void partition_in_place(char const* function, std::string const& label, Exec const& exec,
                        Source const& source, Size const& size, Out const& out, Count const& count,
                        Options const& shared) {
  using Element = typename Source::Given;
  PartitionMemory const workspace(*shared.workspace, size.most * sizeof(Element));
  Element* const memory = workspace.elements<Element>();
  auto const to = forwards(out);
  Forwards<Element, true> const rejected{memory, 1, size.most};
  run_partition(function, label, exec, in_place(source), size, count.data(), 1, shared,
                TargetList<decltype(forwards(out)), Forwards<Element, true>>{to, {rejected}});
  using Number = typename Count::non_const_value_type;
  Kokkos::parallel_for(label + " append", range(exec, size.most),
                       AppendRejected<Element, decltype(forwards(out)), Number, Size>{
                           memory, to, count.data(), size, Order});
}

/// Into one output, in place or not, elements or indices.
template <RejectedOrder Order, class Exec, class Source, class Size, class Out, class Total,
          class Options>
void partition_into_one(char const* function, std::string const& label, Exec const& exec,
                        Source const& source, Size const& size, Out const& out, Total const& count,
                        Options const& options, bool is_in_place) {
  using First = decltype(forwards(out));
  auto const run = [&](auto const& items, auto const& rejected, auto const& how) {
    run_partition(function, label, exec, items, size, count.data(), 1, how,
                  TargetList<First, std::decay_t<decltype(rejected)>>{forwards(out), {rejected}});
  };
  if (is_one_tile<Exec, Source, Options, First, First>(size)) {
    if constexpr (Order == RejectedOrder::kept)
      run(source, behind<1>(out, nullptr), options);
    else
      run(source, backwards(out), options);
    return;
  }
  if (Order == RejectedOrder::reversed && !is_in_place) return run(source, backwards(out), options);

  with_shared_workspace(function, exec, options, [&](auto const& shared) {
    if constexpr (may_write_over_input<Exec, Options> && Source::gives_element)
      if (is_in_place)
        return partition_in_place<Order>(function, label, exec, source, size, out, count, shared);
    using Count = CountClasses<Exec, Source, Size>;
    using Element = typename Source::Element;
    std::size_t const copy = is_in_place ? round_up(size.most * sizeof(Element)) : 0;
    PartitionMemory const memory(*shared.workspace, copy + Count::need(exec));
    Source const items = is_in_place ? copied(label, exec, source, size, memory) : source;
    if constexpr (Order == RejectedOrder::kept) {
      Count::run(label, exec, items, size, memory.counts(), memory.elements<std::byte>() + copy);
      run(items, behind<1>(out, memory.counts()), shared);
    } else {
      run(items, backwards(out), shared);
    }
  });
}

}  // namespace detail

/// \brief The selected elements first, in their order, behind them the rejected ones.
///
/// \tparam Order  of the rejected ones: kept (default), or reversed, which takes one pass less
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-1 View of n elements of a trivially copyable type, or the first ones of it
///               (`counted`)
/// \param[out] out  rank-1 View of n elements at least; may be in
/// \param pred   callable element → bool: true selects (`LessThan{pivot}`, …); or a View of n flags
///               of any type that converts to bool
/// \param[out] count  View of one integer: how many are selected
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  out is too small, flags have another extent, the type of count
///                               cannot hold n, Views overlap partially, count is the size of in
///                               (`counted`), or the workspace is another instance's; before
///                               anything is launched
/// \note Nothing is fenced or allocated with a workspace that has grown enough. Work O(n). Reads n
///       and writes n elements; kept: reads n twice and calls pred twice per element, but for what
///       fits in one tile. In place: calls pred once, needs n elements of workspace and moves the
///       rejected ones twice. Variants asked for by name: `hierarchical` and `parallel_scan` call
///       pred once more, `hillis_steele` up to twice more; in place they copy in first, and call it
///       as often as elsewhere.
template <RejectedOrder Order = RejectedOrder::kept, ExecutionSpace Exec, Input1D In, View1D Out,
          class Predicate, CountView Count, ScanOptionsType Options = ScanOptions<>>
void partition(std::string const& label, Exec const& exec, In const& in, Out const& out,
               Predicate const& pred, Count const& count, Options const& options = {}) {
  using namespace detail;
  char const* const function = "partition";
  check_partition_types<Exec, view_type_of<In>, Out, Count>();
  auto const& view = detail::view_of(in);
  std::size_t const n = view.extent(0);
  if (out.extent(0) < n)
    refuse(function, "out has extent ", out.extent(0), ", needs ", n, " (extent of in)");
  check_count<Exec>(function, "count", count, 1, in);
  check_output<Exec>(function, in, "out", out, "count", count);
  check_predicate<Exec>(function, pred, view, "out", out, count);
  auto const part = Kokkos::subview(out, std::pair<std::size_t, std::size_t>(0, n));
  check_overlap(function, "in", view, "out", part);
  partition_into_one<Order>(function, label, exec,
                            partition_source<GiveElement>(view, rule_of(pred)), detail::size_of(in),
                            out, count, options, is_same_array(view, out));
}
template <RejectedOrder Order = RejectedOrder::kept, ExecutionSpace Exec, class... What>
void partition(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>())
    KokkosScan::partition<Order>("KokkosScan::partition", exec, what...);
}

/// \brief The selected elements into one View, the rejected ones into another, both in order.
///
/// \param[out] out_true,out_false  rank-1 Views; together n elements at least, none of them in.
///               What does not fit is not written: count tells
/// \note One pass: reads n and writes n elements, calls pred once. Otherwise as `partition`.
template <ExecutionSpace Exec, Input1D In, View1D OutTrue, View1D OutFalse, class Predicate,
          CountView Count, ScanOptionsType Options = ScanOptions<>>
void partition_copy(std::string const& label, Exec const& exec, In const& in,
                    OutTrue const& out_true, OutFalse const& out_false, Predicate const& pred,
                    Count const& count, Options const& options = {}) {
  using namespace detail;
  char const* const function = "partition_copy";
  check_partition_types<Exec, view_type_of<In>, OutTrue, Count>();
  check_space<Exec, view_type_of<In>, OutFalse>();
  auto const& view = detail::view_of(in);
  std::size_t const n = view.extent(0);
  if (out_true.extent(0) + out_false.extent(0) < n)
    refuse(function, "out_true and out_false have extents ", out_true.extent(0), " and ",
           out_false.extent(0), ", need ", n, " together (extent of in)");
  check_count<Exec>(function, "count", count, 1, in);
  check_output<Exec>(function, in, "out_true", out_true, "count", count);
  check_output<Exec>(function, in, "out_false", out_false, "count", count);
  check_predicate<Exec>(function, pred, view, "out_true", out_true, count);
  check_predicate<Exec>(function, pred, view, "out_false", out_false, count);
  check_disjoint(function, "in", view, "out_true", out_true);
  check_disjoint(function, "in", view, "out_false", out_false);
  check_disjoint(function, "out_true", out_true, "out_false", out_false);
  run_partition(function, label, exec, partition_source<GiveElement>(view, rule_of(pred)),
                detail::size_of(in), count.data(), 1, options,
                TargetList<decltype(forwards(out_true)), decltype(forwards(out_false))>{
                    forwards(out_true), {forwards(out_false)}});
}
template <ExecutionSpace Exec, class... What>
void partition_copy(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>())
    KokkosScan::partition_copy("KokkosScan::partition_copy", exec, what...);
}

/// \brief The permutation that `partition` applies: permutation(i) is the index in `in` of what
/// comes to place i. `permute` moves any number of Views by it.
///
/// \param[out] permutation  rank-1 View of n integers at least, which can hold n - 1
/// \note Otherwise as `partition`; with flags, in is not read.
template <RejectedOrder Order = RejectedOrder::kept, ExecutionSpace Exec, Input1D In,
          View1D Permutation, class Predicate, CountView Count,
          ScanOptionsType Options = ScanOptions<>>
void partition_permutation(std::string const& label, Exec const& exec, In const& in,
                           Permutation const& permutation, Predicate const& pred,
                           Count const& count, Options const& options = {}) {
  using namespace detail;
  char const* const function = "partition_permutation";
  using Index = typename Permutation::non_const_value_type;
  check_partition_types<Exec, view_type_of<In>, Permutation, Count>();
  auto const& view = detail::view_of(in);
  std::size_t const n = view.extent(0);
  if (permutation.extent(0) < n)
    refuse(function, "permutation has extent ", permutation.extent(0), ", needs ", n,
           " (extent of in)");
  check_indices(function, "permutation", permutation, n);
  check_count<Exec>(function, "count", count, 1, in);
  check_output<Exec>(function, in, "permutation", permutation, "count", count);
  check_predicate<Exec>(function, pred, view, "permutation", permutation, count);
  check_disjoint(function, "in", view, "permutation", permutation);
  partition_into_one<Order>(function, label, exec,
                            partition_source<GiveIndex<Index>>(view, rule_of(pred)),
                            detail::size_of(in), permutation, count, options, false);
}
template <RejectedOrder Order = RejectedOrder::kept, ExecutionSpace Exec, class... What>
void partition_permutation(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>())
    KokkosScan::partition_permutation<Order>("KokkosScan::partition_permutation", exec, what...);
}

}  // namespace KokkosScan
