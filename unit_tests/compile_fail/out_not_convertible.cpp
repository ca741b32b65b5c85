// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Box {
  Box() = default;
  int value = 0;
};

void call(Ints const& in, Kokkos::View<Choose<long, Box>*, Exec> const& out,
          Kokkos::View<long, Exec> const& count) {
  auto const all = [](int) { return true; };
  KokkosScan::select(Exec(), in, out, all, count);
}
