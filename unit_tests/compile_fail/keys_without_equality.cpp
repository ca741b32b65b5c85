// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Key {
  int number;
};

void call(Kokkos::View<Choose<int, Key>*, Exec> const& keys, Ints const& in) {
  KokkosScan::inclusive_scan_by_key(Exec(), keys, in, in);
}
