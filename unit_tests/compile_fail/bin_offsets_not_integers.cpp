// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Offsets = Kokkos::View<Choose<int, float>*, Exec>;

void call(Offsets const& offsets) {
  KokkosScan::extract_bins(Exec(), Ints("in", 10), KokkosScan::IndexBins(5), Ints("out", 10),
                           offsets);
}
