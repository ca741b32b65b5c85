// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/bins/count_offsets.hpp>
#include <KokkosScan/device/bins/count_sinks.hpp>
#include <KokkosScan/device/bins/offset_sink.hpp>
#include <KokkosScan/device/bins/run_histogram.hpp>
#include <KokkosScan/device/detail/call.hpp>
#include <KokkosScan/device/histogram_options.hpp>
#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/operators.hpp>

#include <cstddef>
#include <utility>

namespace KokkosScan::detail {

/// Finds where the bins begin, by a histogram.
/// \tparam AreFew  known at compile time: there are at most `TeamSums::most` bins
template <bool AreFew, class Exec, class Items, class B, class Offsets>
void find_offsets(Call<Exec> const& call, Items const& items, B const& binning, int bins,
                  Offsets const& offsets) {
  using Offset = typename Offsets::non_const_value_type;
  auto const stride = detail::stride_of(offsets);
  if constexpr (!are_bytes<Items>) {
    if (AreFew || bins <= TeamSums::most) {
      detail::count_offsets(call.step("offsets"), items, binning, bins,
                            OffsetSink<Offset>{offsets.data(), stride, bins + 1});
      return;
    }
  }
  if constexpr (!AreFew || are_bytes<Items>) {
    auto const counts = Kokkos::subview(
        offsets, std::pair<std::size_t, std::size_t>(0, static_cast<std::size_t>(bins)));
    detail::count_into<HistogramOptions<>>(call.step("offsets"), items, binning, bins,
                                           CountSink<Offset>{offsets.data(), stride, false});
    KokkosScan::exclusive_scan(call.name("offsets"), call.exec, counts, offsets, Sum<Offset>{},
                               Offset(0), ScanOptions<>{}.with(call.workspace));
  }
}

}  // namespace KokkosScan::detail
