// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

constexpr KokkosScan::HistogramPolicy policy{
    .threads = 1, .access_bytes = 16, .teams_per_multiprocessor = valid ? 1 : 0};

void call(Ints const& in, Ints const& counts) {
  KokkosScan::histogram(
      Exec(), in, KokkosScan::IndexBins(5), counts,
      KokkosScan::HistogramOptions<KokkosScan::DeviceHistogram::private_bins, policy>{});
}
