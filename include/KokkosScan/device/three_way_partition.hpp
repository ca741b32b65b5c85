// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/detail/run_partition.hpp>
#include <KokkosScan/predicates.hpp>

#include <string>

/// \file
/// \brief Stable partition into three classes.

namespace KokkosScan {

/// \brief The elements with pred_first(x), then those of the others with pred_second(x), then the
/// rest, each in their order.
///
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-1 View of n elements of a trivially copyable type, or the first ones of it
///               (`counted`)
/// \param[out] out  rank-1 View of n elements at least; not in
/// \param pred_first,pred_second  callables element → bool; both are asked about every element
/// \param[out] counts  rank-1 View of two integers: elements of the first and of the second class
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  as `partition`
/// \note Reads n elements twice and writes n; predicates are called twice per element, but for what
///       fits in one tile (three times by `hierarchical` and `parallel_scan`, up to four by
///       `hillis_steele`). One scan of pairs of counts.
template <ExecutionSpace Exec, Input1D In, View1D Out, class First, class Second, View1D Counts,
          ScanOptionsType Options = ScanOptions<>>
void three_way_partition(std::string const& label, Exec const& exec, In const& in, Out const& out,
                         First const& pred_first, Second const& pred_second, Counts const& counts,
                         Options const& options = {}) {
  using namespace detail;
  char const* const function = "three_way_partition";
  static_assert(std::is_integral_v<typename Counts::non_const_value_type>,
                "counts must hold integers");
  check_partition_types<Exec, view_type_of<In>, Out, Counts>();
  check_callable<view_type_of<In>, First>();
  check_callable<view_type_of<In>, Second>();
  auto const& view = detail::view_of(in);
  std::size_t const n = view.extent(0);
  if (out.extent(0) < n)
    refuse(function, "out has extent ", out.extent(0), ", needs ", n, " (extent of in)");
  check_count<Exec>(function, "counts", counts, 2, in);
  check_output<Exec>(function, in, "out", out, "counts", counts);
  check_disjoint(function, "in", view, "out", out);

  auto const source = partition_source<GiveElement>(
      view, ByTwoPredicates<First, Second>{{}, pred_first, pred_second});
  using Source = std::decay_t<decltype(source)>;
  using Target = decltype(forwards(out));
  auto const run = [&](auto const& second, auto const& third, auto const& how) {
    using Targets =
        TargetList<Target, std::decay_t<decltype(second)>, std::decay_t<decltype(third)>>;
    run_partition(function, label, exec, source, detail::size_of(in), counts.data(),
                  detail::stride_of(counts), how, Targets{forwards(out), {second, {third}}});
  };
  if (is_one_tile<Exec, Source, Options, Target, Target, Target>(detail::size_of(in)))
    return run(behind<1>(out, nullptr), behind<2>(out, nullptr), options);
  with_shared_workspace(function, exec, options, [&](auto const& shared) {
    using Count = CountClasses<Exec, Source, decltype(detail::size_of(in))>;
    PartitionMemory const memory(*shared.workspace, Count::need(exec));
    std::uint64_t* const totals = memory.counts();
    Count::run(label, exec, source, detail::size_of(in), totals, memory.elements<std::byte>());
    run(behind<1>(out, totals), behind<2>(out, totals), shared);
  });
}
template <ExecutionSpace Exec, class... What>
void three_way_partition(Exec const& exec, What const&... what) {
  if constexpr (detail::check_options<detail::OptionsFor::scan, What...>())
    KokkosScan::three_way_partition("KokkosScan::three_way_partition", exec, what...);
}

}  // namespace KokkosScan
