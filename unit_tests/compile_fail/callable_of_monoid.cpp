// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Add {
  KOKKOS_FUNCTION int operator()(int a, int b) const { return a + b; }
};
struct Increment {
  KOKKOS_FUNCTION int operator()(int a) const { return a + 1; }
};

void call() {
  KokkosScan::inclusive_scan(Exec(), Ints("in", 10), Ints("out", 10),
                             KokkosScan::make_monoid(Choose<Add, Increment>{}, 0));
}
