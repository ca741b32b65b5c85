// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ten lines of KokkosScan: how many entries each row has, in; where each row starts, out.
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;

  Kokkos::View<int*> counts("entries per row", 6);
  Kokkos::parallel_for(
      "count", Kokkos::RangePolicy(exec, 0, 6),
      KOKKOS_LAMBDA(int row) { counts(row) = row % 3 + 1; });

  Kokkos::View<int*> offsets("row offsets",
                             7);  // one more than counts: the total lands in the last entry
  KokkosScan::exclusive_scan(exec, counts, offsets);

  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, offsets);
  std::printf("row offsets:");
  for (int row = 0; row < 7; ++row) std::printf(" %d", host(row));
  std::printf("\n");  // row offsets: 0 1 3 6 7 9 12
}
