// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Ints const& flags, Kokkos::View<Choose<int, bool>*, Exec> const& out,
          Kokkos::View<int, Exec> const& count) {
  KokkosScan::select(Exec(), in, out, flags, count);
}
