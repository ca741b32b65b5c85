// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

struct Particle {
  int cell;
};
struct CellOf {
  KOKKOS_FUNCTION int operator()(Particle const& p) const { return p.cell; }
};

void call(Kokkos::View<Particle*, Exec> const& in, Ints const& counts) {
  if constexpr (valid)
    KokkosScan::histogram(Exec(), in, CellOf{}, counts);
  else
    KokkosScan::histogram(Exec(), in, &Particle::cell, counts);
}
