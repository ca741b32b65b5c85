// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

#include <functional>

void call(Ints const& in, Ints const& out) {
  KokkosScan::exclusive_scan("label", Exec(), in, out,
                             Choose<KokkosScan::Sum<int>, std::plus<int>>{}, 5);
}
