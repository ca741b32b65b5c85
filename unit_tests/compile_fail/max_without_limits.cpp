// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct NoLimits {
  int value;
  KOKKOS_FUNCTION friend bool operator<(NoLimits const& x, NoLimits const& y) {
    return x.value < y.value;
  }
};
using Value = Choose<int, NoLimits>;

void call(Kokkos::View<Value*, Exec> const& in, Kokkos::View<Value*, Exec> const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, KokkosScan::Max<Value>{});
}
