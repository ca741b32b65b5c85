// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/count_bins.hpp>
#include <KokkosScan/device/bins/fixed_point.hpp>
#include <KokkosScan/device/bins/merge_pieces.hpp>
#include <KokkosScan/device/detail/fill_zero.hpp>
#include <KokkosScan/device/histogram_options.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

/// \file
/// \brief From checked arguments to the kernels of a histogram. Every device histogram ends here.

namespace KokkosScan::detail {

/// The byte as an index.
struct ByteValue {
  using find_of = ByteValue;
  template <class Byte>
  KOKKOS_FUNCTION bool find(Byte const& x, int& value) const {
    value = static_cast<int>(static_cast<std::uint8_t>(x));
    return true;
  }
};

/// Whether every possible element can be counted, and binned afterwards.
template <class Items>
inline constexpr bool are_bytes =
    !Items::has_weights && sizeof(typename Items::element_type) == 1 &&
    std::is_integral_v<typename Items::element_type> &&
    !std::is_same_v<typename Items::element_type, bool>;

template <class Options, class Exec, class Items, class Binning, class Counts>
void run_histogram(std::string const& label, Exec const& exec, Items const& items,
                   Binning const& binning, int bins, Counts const& counts, Options const& options) {
  using Count = typename Counts::non_const_value_type;
  auto const stride = detail::stride_of(counts);
  if constexpr (!requires { options.workspace; })
    if (options.is_cumulative)
      return with_workspace(exec, options, [&](Workspace<Exec>& workspace) {
        run_histogram(label, exec, items, binning, bins, counts, options.with(workspace));
      });
  auto const count_into = [&](auto const& what, auto const& how, int how_many, auto const& sink,
                              std::size_t extra, auto const& prepare) {
    using Run = CountBins<Options, Exec, std::decay_t<decltype(what)>, std::decay_t<decltype(how)>,
                          Count, std::decay_t<decltype(sink)>>;
    Run const run(exec, what.size, how_many);
    with_workspace(exec, options, WorkspaceNeed{.bytes = extra + run.bytes()},
                   [&](Workspace<Exec> const& w) {
                     auto items_now = what;
                     auto sink_now = sink;
                     prepare(items_now, sink_now, w.bytes());
                     run.run(label, exec, items_now, how, sink_now, w.bytes() + extra);
                   });
  };
  auto const nothing = [](auto&, auto&, std::byte*) {};
  CountSink<Count> const sink{counts.data(), stride, options.accumulates};

  if constexpr (are_bytes<Items> && std::is_integral_v<Count>) {
    using Byte = typename Items::element_type;
    using Sink = ByteSink<Count, Byte, Binning>;
    count_into(items, ByteValue{}, 256, Sink{counts.data(), stride, binning, bins}, 0,
               [&](Items const&, Sink const&, std::byte*) {
                 if (!options.accumulates)
                   fill_zero(label + " zero", exec, counts.data(), stride,
                             static_cast<std::size_t>(bins));
               });
  } else if constexpr (HistogramTypes<Items, Count>::is_real) {
    if (options.is_reproducible) {
      using Fixed = FixedPointItems<Items>;
      count_into(Fixed{items, nullptr}, binning, bins, FixedPointSink<Count>{sink, nullptr}, 64,
                 [&](Fixed& fixed, FixedPointSink<Count>& to, std::byte* memory) {
                   auto* const scale = reinterpret_cast<FixedPointScale*>(memory);
                   auto* const largest = reinterpret_cast<double*>(memory + sizeof(*scale));
                   find_scale(label, exec, items, largest, scale);
                   fixed.scale = scale;
                   to.quantum = &scale->quantum;
                 });
    } else {
      count_into(items, binning, bins, sink, 0, nothing);
    }
  } else {
    count_into(items, binning, bins, sink, 0, nothing);
  }

  if constexpr (requires { options.workspace; })
    if (options.is_cumulative)
      KokkosScan::inclusive_scan(label + " cumulative", exec, counts, counts, Sum<Count>{},
                                 ScanOptions<>{}.with(*options.workspace));
}

}  // namespace KokkosScan::detail
