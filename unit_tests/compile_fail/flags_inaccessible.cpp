// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Choose<Ints, FarInts> const& flags, Ints const& out) {
  KokkosScan::select_flagged(Exec(), in, flags, out, Kokkos::View<int, Exec>("count"));
}
