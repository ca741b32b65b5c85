// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

KOKKOS_FUNCTION bool is_odd(int x) { return x % 2 != 0; }
struct IsOdd {
  KOKKOS_FUNCTION bool operator()(int x) const { return is_odd(x); }
};

void call(Kokkos::View<long, Exec> const& count) {
#if defined(KOKKOSSCAN_VALID)
  IsOdd const pred;
#else
  auto& pred = is_odd;
#endif
  KokkosScan::select(Exec(), Ints("in", 10), Ints("out", 10), pred, count);
}
