// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Choose<Ints, FarInts> const& out) {
  KokkosScan::exclusive_scan(Exec(), in, out);
}
