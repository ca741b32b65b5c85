// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Element {
  Choose<int, int const> value = 0;
};

void call(Kokkos::View<Element*, Exec> const& in, Kokkos::View<Element*, Exec> const& out,
          Kokkos::View<long, Exec> const& count) {
  auto const all = [](Element const&) { return true; };
  KokkosScan::select(Exec(), in, out, all, count);
}
