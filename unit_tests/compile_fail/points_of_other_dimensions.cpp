// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Kokkos::View<double*> const& x, Ints const& counts) {
  KokkosScan::GridBins<
      Choose<std::integral_constant<int, 2>, std::integral_constant<int, 3>>::value>
      grid;
  KokkosScan::histogram(Exec(), KokkosScan::points(x, x), grid, counts);
}
