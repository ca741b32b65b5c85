// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Member = Kokkos::TeamPolicy<Exec>::member_type;

struct Kernel {
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosScan::lane::Group<Member, valid ? 8 : 12> const lanes(member);
    (void)lanes;
  }
};

void call() { Kokkos::parallel_for(Kokkos::TeamPolicy<Exec>(1, 1, valid ? 8 : 12), Kernel{}); }
