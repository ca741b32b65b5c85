// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Out = Kokkos::View<Choose<int, int const>*, Exec>;

void call(Ints const& in, Out const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, KokkosScan::Sum<int>{});
}
