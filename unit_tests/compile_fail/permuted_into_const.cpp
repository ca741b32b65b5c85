// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& permutation, Kokkos::View<Choose<int, int const>*, Exec> const& dst) {
  KokkosScan::permute(Exec(), permutation, Ints("src", 10), dst);
}
