// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/size.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_columns.hpp>
#include <KokkosScan/device/detail/scan_rows_by_lanes.hpp>
#include <KokkosScan/device/detail/segmented.hpp>
#include <KokkosScan/device/detail/table.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief Scans along an axis where lanes are threads: the ways that are faster than one scan of
/// all chains as segments.

namespace KokkosScan::detail {

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

}  // namespace KokkosScan::detail
