// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using In = Kokkos::View<Choose<int*, int**>, Exec>;

void call(In const& in, Ints const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, KokkosScan::Sum<int>{});
}
