// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Owner {
  int value = 0;
  Owner() = default;
  KOKKOS_FUNCTION Owner(int x) : value(x) {}
#if !defined(KOKKOSSCAN_VALID)
  KOKKOS_FUNCTION Owner(Owner const& other) : value(other.value) {}
  KOKKOS_FUNCTION Owner& operator=(Owner const& other) {
    value = other.value;
    return *this;
  }
#endif
};

struct AddOwners {
  using value_type = Owner;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION Owner identity() const { return 0; }
  KOKKOS_FUNCTION Owner operator()(Owner const& x, Owner const& y) const {
    return x.value + y.value;
  }
};

void call(Kokkos::View<Owner*, Exec> const& in, Kokkos::View<Owner*, Exec> const& out) {
  KokkosScan::inclusive_scan(Exec(), in, out, AddOwners{});
}
