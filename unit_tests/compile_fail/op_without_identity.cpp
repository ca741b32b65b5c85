// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Plus {
  using value_type = int;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION int operator()(int x, int y) const { return x + y; }
};

void call(Ints const& in, Ints const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, Choose<KokkosScan::Sum<int>, Plus>{});
}
