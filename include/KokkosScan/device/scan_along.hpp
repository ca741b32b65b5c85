// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/table.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_arguments.hpp>
#include <KokkosScan/device/detail/scan_chains.hpp>
#include <KokkosScan/device/detail/segmented.hpp>
#include <KokkosScan/operators.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief Scans down every column or along every row of a table.

namespace KokkosScan {

namespace detail {

/// Where lanes are SIMD lanes, chains of at least `long_chain` elements are scanned one after the
/// other, each by all threads, unless there are at least `many_chains`. As segments of one scan
/// they would cost divisions for every element (2^22 x 4 doubles on two cores: 36 ms, as segments
/// 188).
inline constexpr std::size_t long_chain = std::size_t(1) << 16, many_chains = 64;

/// Chains that one row of the scan holds: 4 where neighbouring chains interleave in memory, else 1.
template <int Axis, class View>
inline constexpr int chains_per_row =
    std::is_same_v<typename View::array_layout,
                   std::conditional_t<Axis == 0, Kokkos::LayoutRight, Kokkos::LayoutLeft>>
        ? 4
        : 1;

template <int K, int Axis, class View>
auto table_of(View const& view) {
  using Element = typename View::value_type;
  return Table<Element, K>{view.data(), detail::stride_of(view, Axis),
                           detail::stride_of(view, 1 - Axis), view.extent(1 - Axis),
                           view.extent(Axis)};
}

/// Every chain by one thread, except if there is only one or a few long ones: these all threads
/// scan together (`scan_tables`).
/// \return whether the chains were scanned
template <ScanMode Mode, int Axis, class Exec, class In, class Out, class Arguments>
bool scan_by_chains(char const* function, std::string const& label, Exec const& exec, In const& in,
                    Out const& out, Arguments const& with) {
  using Op = typename Arguments::Operator;
  using Chains = ScanChains<Mode, Arguments::has_init, typename In::non_const_value_type,
                            typename Out::value_type, Op>;
  std::size_t const length = in.extent(Axis), chains = in.extent(1 - Axis);
  auto const threads = static_cast<std::size_t>(exec.concurrency());
  std::ptrdiff_t const step = detail::stride_of(out, Axis),
                       across = detail::stride_of(out, 1 - Axis);
  std::size_t const block = chains_of_block(chains, threads, across < step,
                                            sizeof(typename Out::value_type), Chains::most);
  // Independent of the number of threads, so that sums of floats are too.
  if (chains == 1 || (length >= long_chain && chains < many_chains)) return false;
  check_operator<Op>();
  check_workspace(function, exec, with.options);
  for_each_item(
      label, exec, ceil_div(chains, block),
      Chains{in.data(), out.data(), detail::stride_of(in, Axis), detail::stride_of(in, 1 - Axis),
             step, across, length, chains, static_cast<int>(block), with.op, with.init},
      block * length);
  return true;
}

template <ScanMode Mode, int Axis, class Exec, class In, class Out, class Arguments>
void scan_tables(char const* function, std::string const& label, Exec const& exec, In const& in,
                 Out const& out, Arguments const& with) {
  using Op = typename Arguments::Operator;
  using T = typename Arguments::T;
  static_assert(Axis == 0 || Axis == 1, "Axis must be 0 (columns) or 1 (rows)");
  static_assert(
      check_elements<T, typename In::non_const_value_type, typename Out::non_const_value_type>());
  if (in.extent(0) != out.extent(0) || in.extent(1) != out.extent(1))
    refuse(function, "out has extents ", out.extent(0), " x ", out.extent(1), ", needs ",
           in.extent(0), " x ", in.extent(1), " (extents of in)");
  detail::check_overlap(function, "in", in, "out", out);
  if (in.size() == 0) return check_workspace(function, exec, with.options);

  using Options = std::decay_t<decltype(with.options)>;
  std::size_t const length = in.extent(Axis), chains = in.extent(1 - Axis);
  if constexpr (!tuning::capabilities<Exec>.lanes_are_threads &&
                Options::variant == DeviceScan::automatic && Options::policy.is_default())
    if (scan_by_chains<Mode, Axis>(function, label, exec, in, out, with)) return;

  constexpr int K =
      chains_per_row<Axis, In> == chains_per_row<Axis, Out> ? chains_per_row<Axis, In> : 1;
  using Source = TableSource<T, typename In::non_const_value_type, K>;
  using Sink = TableSink<T, typename Out::value_type, K>;
  using Rows = ElementwiseMonoid<Op, K>;
  std::size_t const groups = ceil_div(chains, K);
  Values<T, K> start;
  for (int c = 0; c < K; ++c) start.of[c] = with.init;
  Source const source{detail::table_of<K, Axis>(typename In::const_type(in))};
  Sink const sink{detail::table_of<K, Axis>(out)};

  bool const is_one_by_one =
      groups == 1 || (!tuning::capabilities<Exec>.lanes_are_threads && length >= long_chain);
  with_shared_workspace(function, exec, with.options, [&](auto const& shared) {
    if (!is_one_by_one)
      return detail::run_scan(
          function, label, exec,
          detail::segmented_problem<Mode, Arguments::has_init>(
              HostSize{length * groups}, source, ChainHeads{length}, sink, Rows{with.op}, start),
          shared);
    for (std::size_t g = 0; g < groups; ++g)
      detail::run_scan(function, label, exec,
                       ScanProblem<Mode, Source, Sink, Rows>{
                           length, Source{source.table.group(g)}, Sink{sink.table.group(g)},
                           Rows{with.op}, start, HostSize{length}},
                       shared);
  });
}

}  // namespace detail

/// \brief Scans every column (Axis 0) or every row (Axis 1) of a table:
/// out(i, j) = in(0, j) op … op in(i, j), or out(i, j) = in(i, 0) op … op in(i, j).
///
/// \tparam Axis  0 or 1: the index along which elements are combined
/// \param label  optional first argument: the name of the kernels in tools
/// \param exec   execution space instance; with a workspace the call is asynchronous in it
/// \param in     rank-2 View, any layout
/// \param[out] out  rank-2 View of the same extents; may be in
/// \param op     a monoid; default: `Sum`
/// \param options  variant, tile shape, workspace (`ScanOptions`)
/// \throw std::invalid_argument  extents differ, Views overlap partially, or the workspace is of
///                               another instance; before anything is launched
/// \note Work O(elements); reads and writes each element once. Let a chain be a column (Axis 0) or
///       row (Axis 1). Where neighbouring chains interleave in memory, four of them advance
///       together. All chains are segments of one scan; but on CPUs, unless a variant or a shape is
///       named, each thread scans some chains from end to end, and fewer than 64 chains of at least
///       2^16 elements are scanned one after the other, each by all threads.
template <int Axis, ExecutionSpace Exec, View2D In, View2D Out, class... What>
void inclusive_scan_along(std::string const& label, Exec const& exec, In const& in, Out const& out,
                          What const&... what) {
  detail::with_scan_arguments<Exec, In, Out>(
      [&](auto const& with) {
        detail::scan_tables<ScanMode::inclusive, Axis>("inclusive_scan_along", label, exec, in, out,
                                                       with);
      },
      what...);
}
/// \brief The same without a label.
template <int Axis, ExecutionSpace Exec, View2D In, View2D Out, class... What>
void inclusive_scan_along(Exec const& exec, In const& in, Out const& out, What const&... what) {
  KokkosScan::inclusive_scan_along<Axis>("KokkosScan::inclusive_scan_along", exec, in, out,
                                         what...);
}

/// \brief As `inclusive_scan_along`, but out(i, j) excludes in(i, j): the first entry of every
/// column or row is init.
/// \param init  what every column or row begins with; default: the identity of op. Other
///              parameters, errors and cost as `inclusive_scan_along`
template <int Axis, ExecutionSpace Exec, View2D In, View2D Out, class... What>
void exclusive_scan_along(std::string const& label, Exec const& exec, In const& in, Out const& out,
                          What const&... what) {
  detail::with_scan_arguments<Exec, In, Out>(
      [&](auto const& with) {
        detail::scan_tables<ScanMode::exclusive, Axis>("exclusive_scan_along", label, exec, in, out,
                                                       with);
      },
      what...);
}
/// \brief The same without a label.
template <int Axis, ExecutionSpace Exec, View2D In, View2D Out, class... What>
void exclusive_scan_along(Exec const& exec, In const& in, Out const& out, What const&... what) {
  KokkosScan::exclusive_scan_along<Axis>("KokkosScan::exclusive_scan_along", exec, in, out,
                                         what...);
}

}  // namespace KokkosScan
