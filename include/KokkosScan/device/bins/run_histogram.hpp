// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/count_bins.hpp>
#include <KokkosScan/device/bins/count_sinks.hpp>
#include <KokkosScan/device/bins/fixed_point.hpp>
#include <KokkosScan/device/detail/call.hpp>
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

/// The binning of a byte by its value.
struct ByteValue {
  using find_of = ByteValue;
  template <class Byte>
  KOKKOS_FUNCTION bool find(Byte const& x, int& value) const {
    value = static_cast<int>(static_cast<std::uint8_t>(x));
    return true;
  }
};

/// Whether elements are counted by value, and each value is binned afterwards.
template <class Items>
inline constexpr bool are_bytes =
    !Items::has_weights && sizeof(typename Items::element_type) == 1 &&
    std::is_integral_v<typename Items::element_type> &&
    !std::is_same_v<typename Items::element_type, bool>;

/// Counts with fixed-point weights. Their scale is found by kernels; it is at the start of the
/// workspace's bytes, and the memory for counting follows.
template <class Options, class Exec, class Items, class Binning, class Count>
void count_reproducibly(Call<Exec> const& call, Items const& items, Binning const& binning,
                        int bins, CountSink<Count> const& sink) {
  using Fixed = FixedPointItems<Items>;
  using Sink = FixedPointSink<Count>;
  constexpr std::size_t scale_bytes = part_bytes(sizeof(FixedPointScale) + sizeof(double));
  CountBins<Options, Exec, Fixed, Binning, Count, Sink> const run(call.exec, items.size, bins);
  call.workspace.reserve(WorkspaceNeed{.bytes = scale_bytes + run.bytes(Sink{sink, nullptr})});
  auto* const scale = reinterpret_cast<FixedPointScale*>(call.workspace.bytes());
  detail::find_scale(call.label, call.exec, items, reinterpret_cast<double*>(scale + 1), scale);
  run.run(call.label, call.exec, Fixed{items, scale}, binning, Sink{sink, &scale->quantum},
          call.workspace.bytes() + scale_bytes);
}

/// Counts into a sink by `CountBins`; elements of one byte are counted by value.
template <class Options, class Exec, class Items, class Binning, class Count>
void count_into(Call<Exec> const& call, Items const& items, Binning const& binning, int bins,
                CountSink<Count> const& sink) {
  auto const count = [&]<class How, class To>(How const& how, int how_many, To const& to) {
    CountBins<Options, Exec, Items, How, Count, To> const run(call.exec, items.size, how_many);
    call.workspace.reserve(WorkspaceNeed{.bytes = run.bytes(to)});
    run.run(call.label, call.exec, items, how, to, call.workspace.bytes());
  };
  if constexpr (are_bytes<Items> && std::is_integral_v<Count>) {
    if (!sink.accumulates)
      fill_zero(call.name("zero"), call.exec, sink.data, sink.stride,
                static_cast<std::size_t>(bins));
    using Byte = typename Items::element_type;
    count(ByteValue{}, 256, ByteSink<Count, Byte, Binning>{sink.data, sink.stride, binning, bins});
  } else {
    count(binning, bins, sink);
  }
}

template <class Options, class Exec, class Items, class Binning, class Counts>
void run_histogram(std::string const& label, Exec const& exec, Items const& items,
                   Binning const& binning, int bins, Counts const& counts, Options const& options) {
  using Count = typename Counts::non_const_value_type;
  CountSink<Count> const sink{counts.data(), detail::stride_of(counts), options.accumulates};
  detail::with_workspace(exec, options, [&](Workspace<Exec>& workspace) {
    Call<Exec> const call{label, exec, workspace};
    bool is_counted = false;
    if constexpr (HistogramTypes<Items, Count>::is_real)
      if (options.is_reproducible) {
        detail::count_reproducibly<Options>(call, items, binning, bins, sink);
        is_counted = true;
      }
    if (!is_counted) detail::count_into<Options>(call, items, binning, bins, sink);
    if (options.is_cumulative)
      KokkosScan::inclusive_scan(call.name("cumulative"), exec, counts, counts, Sum<Count>{},
                                 ScanOptions<>{}.with(workspace));
  });
}

}  // namespace KokkosScan::detail
