// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Element {
  int value = 0;
  Element() = default;
  KOKKOS_FUNCTION explicit Element(int x) : value(x) {}
  KOKKOS_FUNCTION explicit operator int() const { return value; }
#if !defined(KOKKOSSCAN_VALID)
  KOKKOS_FUNCTION Element(Element const& other) : value(other.value) {}
  KOKKOS_FUNCTION Element& operator=(Element const& other) {
    value = other.value;
    return *this;
  }
#endif
};

void call(Kokkos::View<Element*, Exec> const& in, Kokkos::View<Element*, Exec> const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, KokkosScan::Sum<int>{});
}
