// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Pair {
  int first, second;
};
struct Added : Pair {
  KOKKOS_FUNCTION Added operator+(Added const& b) const {
    return {{first + b.first, second + b.second}};
  }
};

void call(Kokkos::View<Choose<Added, Pair>*, Exec> const& in) {
  KokkosScan::inclusive_scan(Exec(), in, in);
}
