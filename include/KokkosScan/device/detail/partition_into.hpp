// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/partition_source.hpp>
#include <KokkosScan/device/detail/check_partition.hpp>
#include <KokkosScan/device/detail/copy_items.hpp>
#include <KokkosScan/device/detail/count_classes.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/detail/partition_memory.hpp>
#include <KokkosScan/device/detail/partition_sink.hpp>
#include <KokkosScan/device/detail/run_partition.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>
#include <KokkosScan/device/rejected_order.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

/// \file
/// \brief Two-way partitions: into one output, in place or not, or into two.

namespace KokkosScan::detail {

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
  detail::for_each_item(label + " append", exec, size.most,
                        AppendRejected<Element, std::remove_const_t<decltype(to)>, Number, Size>{
                            memory, to, count.data(), size, Order});
}

/// Where rejected elements go: after the selected ones, or from the end of the output backwards.
/// \param counts  of the selected elements, as for `After`
template <RejectedOrder Order, class Out>
auto rejected_in(Out const& out, std::uint64_t const* counts) {
  if constexpr (Order == RejectedOrder::kept)
    return detail::after<1>(out, counts);
  else
    return detail::backwards(out);
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
  constexpr bool counts_first = Order == RejectedOrder::kept;
  bool const is_one_run = !counts_first && !is_in_place;
  if (is_one_run || detail::is_one_tile<Exec, Source, Options, First, First>(size))
    return run(source, detail::rejected_in<Order>(out, nullptr), options);

  detail::with_shared_workspace(function, exec, options, [&](auto const& shared) {
    if constexpr (may_write_over_input<Exec, Options> && Source::gives_element)
      if (is_in_place)
        return detail::partition_in_place<Order>(function, label, exec, source, size, out, count,
                                                 shared);
    using Count = CountClasses<Exec, Source, Size>;
    using Element = typename Source::Element;
    std::size_t const copy = is_in_place ? part_bytes(size.most * sizeof(Element)) : 0;
    PartitionMemory const memory(*shared.workspace, copy + Count::bytes(exec));
    Source const items = is_in_place ? detail::source_in(source, memory) : source;
    auto const prepare = [&] {
      if (is_in_place)
        detail::copy_items(label + " copy of in", exec, source.items, size,
                           memory.elements<Element>());
      if constexpr (counts_first)
        Count::run(label, exec, items, size, memory.counts(), memory.elements<std::byte>() + copy);
    };
    run(items, detail::rejected_in<Order>(out, memory.counts()), shared, prepare);
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

}  // namespace KokkosScan::detail
