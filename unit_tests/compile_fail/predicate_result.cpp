// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Nothing {};
struct Predicate {
  KOKKOS_FUNCTION Choose<bool, Nothing> operator()(int) const { return {}; }
};

void call(Kokkos::View<long, Exec> const& count) {
  KokkosScan::select(Exec(), Ints("in", 10), Ints("out", 10), Predicate{}, count);
}
