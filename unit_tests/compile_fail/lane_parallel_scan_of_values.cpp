// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using KokkosScan::LaneScan;
using Member = Kokkos::TeamPolicy<Exec>::member_type;

struct Kernel {
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    constexpr LaneScan variant = valid ? LaneScan::shuffle : LaneScan::parallel_scan;
    KokkosScan::lane::Group<Member, 8> const lanes(member);
    auto const x = lanes.generate(Rank{});
    (void)KokkosScan::lane::inclusive_scan<variant>(lanes, x, KokkosScan::Sum<int>{});
  }
  struct Rank {
    KOKKOS_FUNCTION int operator()(int lane) const { return lane; }
  };
};

void call() { Kokkos::parallel_for(Kokkos::TeamPolicy<Exec>(1, 1, 8), Kernel{}); }
