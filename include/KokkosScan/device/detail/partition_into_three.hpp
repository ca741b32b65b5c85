// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/partition_source.hpp>
#include <KokkosScan/device/detail/check_partition.hpp>
#include <KokkosScan/device/detail/count_classes.hpp>
#include <KokkosScan/device/detail/partition_memory.hpp>
#include <KokkosScan/device/detail/partition_sink.hpp>
#include <KokkosScan/device/detail/run_partition.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief From the arguments of a three-way partition to its runs.

namespace KokkosScan::detail {

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
  detail::with_shared_workspace(function, exec, options, [&](auto const& shared) {
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

}  // namespace KokkosScan::detail
