// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Kokkos::View<double*, Exec> const& in) {
  auto const add = [](auto const& a, auto const& b) { return a + b; };
  KokkosScan::inclusive_scan(Exec(), in, in, KokkosScan::make_monoid(add, Choose<double, int>(0)));
}
