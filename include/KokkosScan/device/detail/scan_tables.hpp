// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/overlap.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_by_lanes.hpp>
#include <KokkosScan/device/detail/scan_by_threads.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/detail/segmented.hpp>
#include <KokkosScan/device/detail/table.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>
#include <KokkosScan/operators.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief From the arguments of a scan along an axis to its launches.

namespace KokkosScan::detail {

template <int K, int Axis, class View>
auto table_of(View const& view) {
  using Element = typename View::value_type;
  return Table<Element, K>{view.data(), detail::stride_of(view, Axis),
                           detail::stride_of(view, 1 - Axis), view.extent(1 - Axis),
                           Divisor(view.extent(Axis))};
}

template <ScanMode Mode, int Axis, class Exec, class In, class Out, class Arguments>
void scan_tables(char const* function, std::string const& label, Exec const& exec, In const& in,
                 Out const& out, Arguments const& with) {
  using Op = typename Arguments::Operator;
  using T = typename Arguments::T;
  static_assert(Axis == 0 || Axis == 1, "Axis must be 0 (columns) or 1 (rows)");
  using From = typename In::non_const_value_type;
  using To = typename Out::value_type;
  static_assert(check_elements<T, From, To>());
  static_assert(converts<From, T>, "in must hold a type that converts to op's value_type");
  static_assert(converts<T, To>, "out must hold a type that op's value_type converts to");
  if (in.extent(0) != out.extent(0) || in.extent(1) != out.extent(1))
    refuse(function, "out has extents ", out.extent(0), " x ", out.extent(1), ", needs ",
           in.extent(0), " x ", in.extent(1), " (extents of in)");
  detail::check_overlap(function, "in", in, "out", out);
  if (in.size() == 0) return check_options_suit(function, exec, with.options);

  using Options = std::decay_t<decltype(with.options)>;
  constexpr bool is_automatic =
      Options::variant == DeviceScan::automatic && Options::policy.is_default();
  constexpr bool lanes_are_threads = tuning::capabilities<Exec>.lanes_are_threads;
  if constexpr (is_automatic) {
    if constexpr (lanes_are_threads) {
      if (detail::scan_by_lanes<Mode, Axis>(function, label, exec, in, out, with)) return;
    } else {
      if (detail::scan_by_threads<Mode, Axis>(function, label, exec, in, out, with)) return;
    }
  }

  constexpr int K = chains_of_row<Axis, In, Out>;
  std::size_t const length = in.extent(Axis), chains = in.extent(1 - Axis);
  using Source = TableSource<T, From, K>;
  using Sink = TableSink<T, To, K>;
  using Rows = ElementwiseMonoid<Op, K>;
  std::size_t const groups = ceil_div(chains, K);
  Values<T, K> start;
  for (int c = 0; c < K; ++c) start.of[c] = with.init;
  auto const from = detail::table_of<K, Axis>(typename In::const_type(in));
  auto const to = detail::table_of<K, Axis>(out);

  bool const is_one_by_one = groups == 1 || (!lanes_are_threads && length >= long_chain);
  // More than K chains have been scanned by columns, above.
  constexpr bool has_one_group = is_automatic && lanes_are_threads && K > 1 && fits_columns<T>;
  detail::with_shared_workspace(function, exec, with.options, [&](auto const& shared) {
    if constexpr (!has_one_group)
      if (!is_one_by_one)
        return detail::run_scan(function, label, exec,
                                detail::segmented_problem<Mode, Arguments::has_init>(
                                    HostSize{length * groups}, Source{from}, ChainHeads{length},
                                    Sink{to}, Rows{with.op}, start),
                                shared);
    for (std::size_t g = 0; g < groups; ++g)
      detail::run_scan(function, label, exec,
                       ScanProblem<Mode, Source, Sink, Rows>{
                           {from.group(g)}, {to.group(g)}, Rows{with.op}, start, HostSize{length}},
                       shared);
  });
}

}  // namespace KokkosScan::detail
