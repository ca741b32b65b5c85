// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using KokkosScan::DeviceScan;
constexpr DeviceScan variant = valid ? DeviceScan::hierarchical : DeviceScan::parallel_scan;

void call(Ints const& in, Kokkos::View<long, Exec> const& count, Ints const& out) {
  KokkosScan::inclusive_scan(Exec(), KokkosScan::counted(in, count), out, KokkosScan::Sum<int>{},
                             KokkosScan::ScanOptions<variant>{});
}
