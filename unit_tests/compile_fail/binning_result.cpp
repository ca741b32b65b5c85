// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Half {
  KOKKOS_FUNCTION Choose<int, double> operator()(int x) const {
    return static_cast<Choose<int, double>>(x / 2);
  }
};

void call() { KokkosScan::histogram(Exec(), Ints("in", 10), Half{}, Ints("counts", 5)); }
