// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Member = Kokkos::TeamPolicy<Exec>::member_type;

struct Kernel {
  Ints out;
  Choose<KokkosScan::LessThan<int>, Kokkos::View<bool*, Exec>> pred;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    KokkosScan::team::select(member, member.team_rank(), true, pred, out);
  }
};

void call(Kernel const& kernel) { Kokkos::parallel_for(Kokkos::TeamPolicy<Exec>(1, 1), kernel); }
