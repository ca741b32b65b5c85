// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

TEST(InclusiveScanKeepsTheOrder, Bicyclic) {
  check_inclusive_variants(BicyclicProduct{}, random_input<Bicyclic>, all_sizes<Bicyclic>());
}

TEST(InclusiveScanKeepsTheOrder, TwentyFourBytes) {
  check_inclusive_variants(HeisenbergProduct{}, random_input<Heisenberg>, some_sizes<Heisenberg>());
}

TEST(InclusiveScanKeepsTheOrder, KeepLastFillsForward) {
  using Op = KeepLast<int>;
  check_inclusive_variants(
      Op{}, [](std::size_t n) { return sparse_elements<int>(n, 1u << 20, 700, Op::nothing, n); },
      some_sizes<int>());
}

TEST(InclusiveScanKeepsTheOrder, ManySmallTiles) {
  check_inclusive_small_tiles(BicyclicProduct{}, random_input<Bicyclic>, awkward_sizes());
  check_inclusive_small_tiles(HeisenbergProduct{}, random_input<Heisenberg>, few_sizes());
}

TEST(ExclusiveScanKeepsTheOrder, ManySmallTiles) {
  for (std::size_t const n : awkward_sizes()) {
    auto const input = random_input<Bicyclic>(n);
    check_exclusive<DeviceScan::hierarchical, small_tiles>(input, BicyclicProduct{},
                                                           Bicyclic{3, 1});
    check_exclusive<DeviceScan::look_back, small_tiles>(input, BicyclicProduct{}, Bicyclic{3, 1});
    check_exclusive<DeviceScan::fixed_look_back, small_tiles>(input, BicyclicProduct{},
                                                              Bicyclic{3, 1});
    check_exclusive<DeviceScan::work_ahead, small_tiles>(input, BicyclicProduct{}, Bicyclic{3, 1});
  }
}

TEST(ExclusiveScanKeepsTheOrder, Bicyclic) {
  check_exclusive_variants(BicyclicProduct{}, Bicyclic{2, 5}, random_input<Bicyclic>,
                           some_sizes<Bicyclic>());
}

TEST(ExclusiveScanKeepsTheOrder, TwentyFourBytes) {
  for (std::size_t const n : some_sizes<Heisenberg>()) {
    auto const input = random_input<Heisenberg>(n);
    check_exclusive<DeviceScan::hierarchical>(input, HeisenbergProduct{}, Heisenberg{7, 11, 13});
    check_exclusive<DeviceScan::look_back>(input, HeisenbergProduct{}, Heisenberg{7, 11, 13});
    check_exclusive<DeviceScan::fixed_look_back>(input, HeisenbergProduct{}, Heisenberg{7, 11, 13});
    check_exclusive<DeviceScan::work_ahead>(input, HeisenbergProduct{}, Heisenberg{7, 11, 13});
  }
}

}  // namespace KokkosScanTest
