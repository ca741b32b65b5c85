// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups.hpp"
#include "view_scan.hpp"

void perf::add_other_operators(Settings const& settings) {
  add_view_scans<KokkosScan::Max<std::int32_t>>(settings);
  add_view_scans<Compose>(settings);
}
