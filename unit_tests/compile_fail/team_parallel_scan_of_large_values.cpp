// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using KokkosScan::TeamScan;
using Member = Kokkos::TeamPolicy<Exec>::member_type;

struct Row {
  double entry[33];
  KOKKOS_FUNCTION Row operator+(Row const& other) const { return other; }
};

struct Kernel {
  Kokkos::View<Row> sum;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    constexpr TeamScan variant = valid ? TeamScan::lane_first : TeamScan::parallel_scan;
    sum() = KokkosScan::team::inclusive_scan<variant>(member, Row{}, KokkosScan::Sum<Row>{});
  }
};

void call(Kernel const& kernel) { Kokkos::parallel_for(Kokkos::TeamPolicy<Exec>(1, 1), kernel); }
