// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Ints const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, Choose<KokkosScan::Sum<int>, int>{});
}
