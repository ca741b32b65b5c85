// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Tens {
  KOKKOS_FUNCTION int operator()(int x) const { return x / 10; }
};

void call(KokkosScan::BinPlan<Exec>& plan, Ints const& in) {
  if constexpr (valid)
    plan.update(in, KokkosScan::OverflowBin(Tens{}, 10));
  else
    plan.update(in, Tens{});
}
