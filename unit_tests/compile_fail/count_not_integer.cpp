// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Kokkos::View<Choose<long, double>, Exec> const& count) {
  KokkosScan::partition(Exec(), Ints("in", 10), Ints("out", 10), KokkosScan::LessThan{5}, count);
}
