// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Weights = Kokkos::View<float*, Exec>;
using Counts = Kokkos::View<Choose<double, int>*, Exec>;

void call(Counts const& counts) {
  KokkosScan::histogram(Exec(), Ints("in", 10), KokkosScan::IndexBins(5), counts,
                        Weights("weights", 10));
}
