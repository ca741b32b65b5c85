// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Count = Kokkos::View<int, Exec>;
using Below = KokkosScan::LessThan<int>;

void call(Ints const& in, Ints const& out, Choose<Below, Count> const& third,
          Choose<Count, Below> const& fourth) {
  KokkosScan::select(Exec(), in, out, third, fourth);
}
