// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Row offsets from counts: a typical first use.
#include <KokkosScan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const guard(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;

  Kokkos::View<int*> counts("counts", 6);
  Kokkos::View<int*> offsets("offsets", 7);
  auto const values = Kokkos::create_mirror_view(counts);
  int const given[] = {3, 1, 4, 1, 5, 9};
  for (int i = 0; i < 6; ++i) values(i) = given[i];
  Kokkos::deep_copy(exec, counts, values);

  KokkosScan::exclusive_scan(exec, counts, offsets);

  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, offsets);
  int const expected[] = {0, 3, 4, 8, 9, 14, 23};
  int wrong = 0;
  for (int i = 0; i < 7; ++i) wrong += result(i) != expected[i];
  std::printf("%d of 7 offsets are wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
