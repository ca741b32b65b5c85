// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/partition_source.hpp>
#include <KokkosScan/device/detail/check_partition.hpp>
#include <KokkosScan/device/detail/copy_items.hpp>
#include <KokkosScan/device/detail/partition_memory.hpp>
#include <KokkosScan/device/detail/partition_sink.hpp>
#include <KokkosScan/device/detail/run_partition.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

/// \file
/// \brief From the arguments of a selection to its run.

namespace KokkosScan::detail {

template <class Give, class Exec, class In, class Out, class Rule, class Count, class Options>
void select_by(char const* function, std::string const& label, Exec const& exec, In const& in,
               char const* out_name, Out const& out, Rule const& rule, Count const& count,
               Options const& options) {
  auto const& view = detail::view_of(in);
  detail::check_count<Exec>(function, "count", count, 1, in);
  detail::check_output<Exec>(function, in, out_name, out, "count", count);
  auto const source = detail::partition_source<Give>(view, rule);
  using Source = std::decay_t<decltype(source)>;
  // The place before a tile may hold a result: unless it is converted, the element itself.
  constexpr bool needs_original =
      Source::needs_previous &&
      !std::is_same_v<typename Source::Element, typename Out::non_const_value_type>;
  auto const size = detail::size_of(in);
  auto const run = [&](Source const& items, auto const& how, auto const&... prepare) {
    detail::run_partition(function, label, exec, items, size, count.data(), 1, how,
                          detail::device_list(detail::forwards(out), Nowhere{}), prepare...);
  };
  if constexpr (Give::is_element && (needs_original || !may_write_over_input<Exec, Options>))
    if (detail::is_same_array(view, out))
      return detail::with_shared_workspace(function, exec, options, [&](auto const& shared) {
        PartitionMemory const memory(*shared.workspace,
                                     view.extent(0) * sizeof(typename Source::Element));
        run(detail::source_in(source, memory), shared, [&] {
          detail::copy_items(label + " copy of in", exec, source.items, size,
                             memory.elements<typename Source::Element>());
        });
      });
  run(detail::is_same_array(view, out) ? detail::in_place(source) : source, options);
}

/// in and out must begin at the same address, with equal strides, or not overlap.
template <class In, class Out>
void check_selected(char const* function, In const& view, Out const& out) {
  std::size_t const common = view.extent(0) < out.extent(0) ? view.extent(0) : out.extent(0);
  std::pair<std::size_t, std::size_t> const first(0, common);
  if (detail::is_same_array(view, out))
    detail::check_overlap(function, "in", Kokkos::subview(view, first), "out",
                          Kokkos::subview(out, first));
  else
    detail::check_disjoint(function, "in", view, "out", out);
}

template <class Exec, class In, class Out, class Predicate, class Count, class Options>
void select_where(char const* function, std::string const& label, Exec const& exec, In const& in,
                  Out const& out, Predicate const& pred, Count const& count,
                  Options const& options) {
  auto const& view = detail::view_of(in);
  detail::check_predicate<Exec>(function, view, "out", out, pred, count);
  detail::check_selected(function, view, out);
  detail::select_by<GiveElement>(function, label, exec, in, "out", out, detail::rule_of(pred),
                                 count, options);
}

}  // namespace KokkosScan::detail
