// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups.hpp"
#include "view_scan.hpp"

void perf::add_sums_of_floats(Settings const& settings) {
  add_view_scans<KokkosScan::Sum<float>>(settings);
  add_view_scans<KokkosScan::Sum<double>>(settings);
}
