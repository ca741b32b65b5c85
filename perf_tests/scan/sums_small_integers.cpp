// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups.hpp"
#include "view_scan.hpp"

void perf::add_sums_of_small_integers(Settings const& settings) {
  add_view_scans<KokkosScan::Sum<std::int8_t>>(settings);
  add_view_scans<KokkosScan::Sum<std::int16_t>>(settings);
}
