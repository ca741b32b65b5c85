// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Options = KokkosScan::ScanOptions<>;
using Op = KokkosScan::Sum<int>;

void call(Ints const& in, Ints const& out) {
  KokkosScan::inclusive_scan_by_key(Exec(), in, in, out, Choose<Op, Options>{},
                                    Choose<Options, Op>{});
}
