// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Ints const& out) {
  KokkosScan::exclusive_scan(Exec(), in, out, Choose<int, double>(2));
}
