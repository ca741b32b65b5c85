// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Choose<Ints, FarInts> const& edges) {
  KokkosScan::histogram(Exec(), Ints("in", 10), KokkosScan::EdgeBins(edges), Ints("counts", 5));
}
