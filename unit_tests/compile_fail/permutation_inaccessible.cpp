// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Choose<Ints, FarInts> const& permutation) {
  KokkosScan::permute(Exec(), permutation, Ints("src", 10), Ints("dst", 10));
}
