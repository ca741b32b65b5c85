// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Element {
  int value;
#if defined(KOKKOSSCAN_VALID)
  Element() = default;
#else
  Element() = delete;
#endif
  KOKKOS_FUNCTION explicit operator int() const { return value; }
};

void call(Kokkos::View<Element**, Exec> const& in, Kokkos::View<int**, Exec> const& out) {
  KokkosScan::inclusive_scan_along<0>(Exec(), in, out, KokkosScan::Sum<int>{});
}
