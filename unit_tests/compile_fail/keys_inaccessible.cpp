// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Choose<Ints, FarInts> const& keys, Ints const& in, Ints const& out) {
  KokkosScan::inclusive_scan_by_key(Exec(), keys, in, out);
}
