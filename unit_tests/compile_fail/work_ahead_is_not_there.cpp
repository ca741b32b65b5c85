// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using KokkosScan::DeviceScan;
constexpr DeviceScan variant = valid ? DeviceScan::look_back : DeviceScan::work_ahead;

void call(Ints const& in, Ints const& out)
{
  KokkosScan::inclusive_scan(Exec(), in, out, KokkosScan::Sum<int>{}, KokkosScan::ScanOptions<variant>{});
}
