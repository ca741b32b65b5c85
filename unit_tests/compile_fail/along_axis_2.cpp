// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Table = Kokkos::View<int**, Exec>;

void call(Table const& in, Table const& out) {
  KokkosScan::inclusive_scan_along<valid ? 1 : 2>(Exec(), in, out);
}
