// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Key {
  int number;
};

void call(Kokkos::View<Choose<int, Key>*, Exec> const& keys, Ints const& indices,
          Kokkos::View<int, Exec> const& runs) {
  KokkosScan::select_unique_indices(Exec(), keys, indices, runs);
}
