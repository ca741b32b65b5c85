// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

constexpr KokkosScan::ScanPolicy policy{.lanes = 1, .items = 2, .slots = valid ? 2 : 1};

void call(Ints const& in, Ints const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, KokkosScan::Sum<int>{},
                             KokkosScan::ScanOptions<KokkosScan::DeviceScan::work_ahead, policy>{});
}
