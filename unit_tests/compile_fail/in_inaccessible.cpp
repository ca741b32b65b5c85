// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Choose<Ints, FarInts> const& in, Ints const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out);
}
