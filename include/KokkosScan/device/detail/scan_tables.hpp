// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/overlap.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_chains.hpp>
#include <KokkosScan/device/detail/scan_columns.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/detail/scan_row_pieces.hpp>
#include <KokkosScan/device/detail/scan_rows.hpp>
#include <KokkosScan/device/detail/scan_rows_by_lanes.hpp>
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

/// Where lanes are SIMD lanes, chains of at least `long_chain` elements are scanned by all threads
/// together; by default only fewer than `many_chains` of them. If they are contiguous, and equally
/// far apart in both tables, `ScanRows` scans them, as it does any number of rows of vectors; else
/// one is scanned after the other: as segments of one scan they would cost divisions for every
/// element (2^22 x 4 doubles on two cores: 36 ms, as segments 188).
inline constexpr std::size_t long_chain = std::size_t(1) << 16, many_chains = 64;
/// Fewer than `many_chains`, but of at least `long_rows` elements, that interleave in memory are
/// scanned in pieces of some rows.
inline constexpr std::size_t long_rows = std::size_t(1) << 14;

/// Chains that one row of the scan holds: 4 where neighboring chains interleave in memory, else 1.
template <int Axis, class View>
inline constexpr int chains_per_row =
    std::is_same_v<typename View::array_layout,
                   std::conditional_t<Axis == 0, Kokkos::LayoutRight, Kokkos::LayoutLeft>>
        ? 4
        : 1;
template <int Axis, class In, class Out>
inline constexpr int chains_of_row =
    chains_per_row<Axis, In> == chains_per_row<Axis, Out> ? chains_per_row<Axis, In> : 1;

template <class View>
inline constexpr bool is_strided =
    std::is_same_v<typename View::array_layout, Kokkos::LayoutStride>;
/// Whether neighboring chains lie closer together than neighbors of a chain. Layouts may exclude
/// it.
template <int Axis, class View>
inline constexpr bool may_interleave = is_strided<View> || chains_per_row<Axis, View> > 1;
template <int Axis, class View>
bool interleaves(View const& view) {
  return detail::stride_of(view, 1 - Axis) < detail::stride_of(view, Axis);
}
/// Whether the chains are contiguous and follow each other without gaps.
template <int Axis, class View>
bool has_no_gaps(View const& view) {
  auto const length = static_cast<std::ptrdiff_t>(view.extent(Axis));
  return detail::stride_of(view, Axis) == 1 &&
         (view.extent(1 - Axis) == 1 || detail::stride_of(view, 1 - Axis) == length);
}

template <int K, int Axis, class View>
auto table_of(View const& view) {
  using Element = typename View::value_type;
  return Table<Element, K>{view.data(), detail::stride_of(view, Axis),
                           detail::stride_of(view, 1 - Axis), view.extent(1 - Axis),
                           Divisor(view.extent(Axis))};
}

/// A few long chains that interleave in memory, in pieces of some rows.
template <ScanMode Mode, int Axis, class Exec, class In, class Out, class Arguments>
void scan_in_pieces(char const* function, std::string const& label, Exec const& exec, In const& in,
                    Out const& out, Arguments const& with) {
  using From = typename In::non_const_value_type;
  using To = typename Out::value_type;
  using Pieces = RowPieces<Mode, From, To, typename Arguments::Operator>;
  check_operator<typename Arguments::Operator>();
  check_options_suit(function, exec, with.options);
  std::size_t const length = in.extent(Axis), chains = in.extent(1 - Axis);
  std::ptrdiff_t const step = detail::stride_of(out, Axis),
                       across = detail::stride_of(out, 1 - Axis);
  bool const is_streamed =
      Pieces::can_stream && !detail::is_same_array(in, out) && across == 1 &&
      step == static_cast<std::ptrdiff_t>(chains) &&
      tuning::goes_around_caches(length * chains * (sizeof(From) + sizeof(To)));
  Pieces const pieces{.in = in.data(),
                      .out = out.data(),
                      .in_step = detail::stride_of(in, Axis),
                      .in_across = detail::stride_of(in, 1 - Axis),
                      .out_step = step,
                      .out_across = across,
                      .length = length,
                      .rows = Pieces::rows_for(length, chains),
                      .chains = static_cast<int>(chains),
                      .is_streamed = is_streamed,
                      .op = with.op};
  detail::with_workspace(exec, with.options, [&](Workspace<Exec>& workspace) {
    detail::scan_row_pieces(label, exec, workspace, pieces, with.init);
  });
}

/// Rows in tiles, pieces of rows, or whole chains by each thread. The choice is independent of the
/// number of threads, so that sums of floats are too.
/// \return whether the chains were scanned: not a short or strided single one, or a few long ones
///         that neither interleave nor are rows equally far apart
template <ScanMode Mode, int Axis, class Exec, class In, class Out, class Arguments>
bool scan_by_threads(char const* function, std::string const& label, Exec const& exec, In const& in,
                     Out const& out, Arguments const& with) {
  using Op = typename Arguments::Operator;
  using Chains = ScanChains<Mode, Arguments::has_init, typename In::non_const_value_type,
                            typename Out::value_type, Op>;
  std::size_t const length = in.extent(Axis), chains = in.extent(1 - Axis);
  std::ptrdiff_t const step = detail::stride_of(out, Axis),
                       across = detail::stride_of(out, 1 - Axis),
                       in_step = detail::stride_of(in, Axis),
                       in_across = detail::stride_of(in, 1 - Axis);
  bool const are_few_and_long = length >= long_chain && chains < many_chains;
  if constexpr (tuning::capabilities<Exec>.forward_progress) {
    using Rows =
        ScanRows<Mode, Exec, typename In::non_const_value_type, typename Out::value_type, Op>;
    if (in_step == 1 && step == 1 && (chains == 1 || in_across == across) &&
        (are_few_and_long || (Rows::has_vectors && length >= Rows::least))) {
      auto const pitch = static_cast<std::size_t>(chains == 1 ? 0 : across);
      Rows::run(function, label, exec, in.data(), out.data(),
                RowsSize{.count = chains, .length = length, .pitch = pitch}, with);
      return true;
    }
  }
  if (chains == 1) return false;
  if (length >= long_rows && chains < many_chains && across < step && in_across < in_step) {
    detail::scan_in_pieces<Mode, Axis>(function, label, exec, in, out, with);
    return true;
  }
  if (are_few_and_long) return false;
  check_operator<Op>();
  check_options_suit(function, exec, with.options);
  auto const threads = static_cast<std::size_t>(exec.concurrency());
  std::size_t const block = chains_of_block(chains, threads, across < step,
                                            sizeof(typename Out::value_type), Chains::most);
  detail::for_each_item(label, exec, ceil_div(chains, block),
                        Chains{in.data(), out.data(), in_step, in_across, step, across, length,
                               chains, static_cast<int>(block), with.op, with.init},
                        block * length);
  return true;
}

/// Chains that interleave in memory, by lanes that are threads: neighboring threads take
/// neighboring chains.
template <ScanMode Mode, int Axis, class Exec, class In, class Out, class Arguments>
void scan_interleaved(char const* function, std::string const& label, Exec const& exec,
                      In const& in, Out const& out, Arguments const& with) {
  check_operator<typename Arguments::Operator>();
  check_options_suit(function, exec, with.options);
  auto const table = [&]<int Threads>() {
    using Table =
        Columns<typename In::non_const_value_type, typename Out::value_type,
                typename Arguments::Operator, column_threads<typename Arguments::T>(Threads)>;
    std::size_t const length = in.extent(Axis), chains = in.extent(1 - Axis);
    return Table{.in = in.data(),
                 .out = out.data(),
                 .in_step = detail::stride_of(in, Axis),
                 .in_across = detail::stride_of(in, 1 - Axis),
                 .out_step = detail::stride_of(out, Axis),
                 .out_across = detail::stride_of(out, 1 - Axis),
                 .length = length,
                 .chains = chains,
                 .shape = Table::shape_for(exec, length, chains),
                 .op = with.op};
  };
  detail::with_workspace(exec, with.options, [&](Workspace<Exec>& workspace) {
    auto const by_pieces = table.template operator()<256>();
    auto const at_once = table.template operator()<512>();
    if (by_pieces.shape.pieces > 1 && detail::suits_one_pass(at_once))
      return detail::scan_columns_in_one_pass<Mode>(function, label, exec, workspace, at_once,
                                                    with.init);
    // For fewer rows of this table, too.
    if (by_pieces.shape.pieces > 1)
      workspace.reserve(
          WorkspaceNeed{.words = ColumnPass<Mode, std::decay_t<decltype(at_once)>>::words(
                            at_once, detail::longest_of_one_pass(at_once))});
    detail::scan_columns_in_pieces<Mode>(function, label, exec, workspace, by_pieces, with.init);
  });
}

/// Where lanes are threads: chains that interleave; many contiguous chains; and other chains
/// without gaps, which are segments of one contiguous array.
/// \return whether the chains were scanned
template <ScanMode Mode, int Axis, class Exec, class In, class Out, class Arguments>
bool scan_by_lanes(char const* function, std::string const& label, Exec const& exec, In const& in,
                   Out const& out, Arguments const& with) {
  using From = typename In::non_const_value_type;
  using To = typename Out::value_type;
  using T = typename Arguments::T;
  std::size_t const length = in.extent(Axis), chains = in.extent(1 - Axis);
  if constexpr (may_interleave<Axis, In> && may_interleave<Axis, Out> && fits_columns<T>)
    if (chains > chains_of_row<Axis, In, Out> && interleaves<Axis>(in) && interleaves<Axis>(out)) {
      detail::scan_interleaved<Mode, Axis>(function, label, exec, in, out, with);
      return true;
    }
  bool const are_segments =
      !is_strided<In> && !is_strided<Out> && has_no_gaps<Axis>(in) && has_no_gaps<Axis>(out);
  using Rows = RowsByLanes<Mode, Exec, From, To, typename Arguments::Operator>;
  if constexpr (chains_of_row<Axis, In, Out> == 1 && Rows::is_possible)
    if (detail::stride_of(in, Axis) == 1 && detail::stride_of(out, Axis) == 1 &&
        Rows::suits(exec, length, chains, are_segments)) {
      check_operator<typename Arguments::Operator>();
      check_options_suit(function, exec, with.options);
      Rows{.in = in.data(),
           .out = out.data(),
           .in_pitch = detail::stride_of(in, 1 - Axis),
           .out_pitch = detail::stride_of(out, 1 - Axis),
           .length = length,
           .rows = chains,
           .op = with.op,
           .init = with.init}
          .run(label, exec);
      return true;
    }
  if constexpr (!is_strided<In> && !is_strided<Out>)
    if (are_segments) {
      detail::run_scan(
          function, label, exec,
          detail::segmented_problem<Mode, Arguments::has_init>(
              HostSize{in.size()}, ViewSource<T, From, true>{in.data(), 1}, ChainHeads{length},
              ViewSink<T, To, true>{out.data(), 1, nullptr}, with.op, with.init),
          with.options);
      return true;
    }
  return false;
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
