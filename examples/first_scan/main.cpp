// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A short program: from the number of entries in each row to the offset of each row.
#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard const guard(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;

  constexpr int rows = 6;
  Kokkos::View<int*> counts("entries per row", rows);
  Kokkos::parallel_for(
      "count", Kokkos::RangePolicy(exec, 0, rows),
      KOKKOS_LAMBDA(int row) { counts(row) = row % 3 + 1; });

  // One more entry than counts: the last one receives the total.
  Kokkos::View<int*> offsets("row offsets", rows + 1);
  KokkosScan::exclusive_scan(exec, counts, offsets);

  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, offsets);
  std::printf("row offsets:");
  for (int row = 0; row <= rows; ++row) std::printf(" %d", host(row));
  std::printf("\n");  // row offsets: 0 1 3 6 7 9 12
}
