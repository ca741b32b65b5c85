// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Choose<Ints, FarInts> const& segment_offsets, Ints const& out) {
  KokkosScan::segmented_inclusive_scan(Exec(), in, segment_offsets, out);
}
