// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Choose<Ints, FarInts> const& weights) {
  KokkosScan::histogram(Exec(), Ints("in", 10), KokkosScan::IndexBins(5), Ints("counts", 5),
                        weights);
}
