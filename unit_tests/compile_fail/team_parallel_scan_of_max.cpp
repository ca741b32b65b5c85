// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using KokkosScan::TeamScan;
using Member = Kokkos::TeamPolicy<Exec>::member_type;

struct Kernel {
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    constexpr TeamScan variant = valid ? TeamScan::lane_first : TeamScan::parallel_scan;
    (void)KokkosScan::team::inclusive_scan<variant>(member, 1, KokkosScan::Max<int>{});
  }
};

void call() { Kokkos::parallel_for(Kokkos::TeamPolicy<Exec>(1, 1), Kernel{}); }
