// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Box {
  Box() = default;
  int value = 0;
};

void call(Ints const& in, Kokkos::View<Choose<long, Box>*, Exec> const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, KokkosScan::Sum<int>{});
}
