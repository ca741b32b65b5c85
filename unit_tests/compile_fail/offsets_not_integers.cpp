// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Offsets = Kokkos::View<Choose<int, double>*, Exec>;

void call(Ints const& in, Offsets const& offsets, Ints const& out) {
  KokkosScan::segmented_inclusive_scan(Exec(), in, offsets, out);
}
