// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Ints const& counts) {
  KokkosScan::histogram(Exec(), in, KokkosScan::IndexBins(10), counts,
                        Choose<KokkosScan::HistogramOptions<>, KokkosScan::ScanOptions<>>{});
}
