// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.hpp"

using Member = Kokkos::TeamPolicy<Exec>::member_type;

KOKKOS_FUNCTION int call(KokkosScan::lane::Group<Member, 4> const& lanes) {
  using T = Choose<int, long>;
  auto const x = lanes.generate([](int lane) { return lane; });
  return static_cast<int>(KokkosScan::lane::reduce(lanes, x, KokkosScan::Sum<T>{}));
}
