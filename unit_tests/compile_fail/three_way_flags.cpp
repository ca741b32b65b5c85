// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

void call(Ints const& in, Ints const& out, Ints const& counts,
          Choose<KokkosScan::LessThan<int>, Ints> const& which) {
  KokkosScan::three_way_partition(Exec(), in, out, which, which, counts);
}
