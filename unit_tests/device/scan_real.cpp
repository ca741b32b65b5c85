// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

TEST(InclusiveScan, SumsFloatsOfIntegersExactly) {
  check_inclusive_variants(KokkosScan::Sum<float>{}, random_input<float>, all_sizes<float>());
}

TEST(InclusiveScan, SumsDoublesOfIntegersExactly) {
  check_inclusive_variants(KokkosScan::Sum<double>{}, random_input<double>, all_sizes<double>());
}

TEST(InclusiveScan, RunningMaximumAndMinimum) {
  check_inclusive_variants(
      KokkosScan::Max<double>{}, [](std::size_t n) { return random_reals<double>(n, n); },
      some_sizes<double>());
  check_inclusive_tiles(
      KokkosScan::Min<float>{}, [](std::size_t n) { return random_reals<float>(n, n); },
      few_sizes());
}

TEST(InclusiveScan, SumsDoublesInManySmallTiles) {
  check_inclusive_small_tiles(KokkosScan::Sum<double>{}, random_input<double>, awkward_sizes());
}

TEST(InclusiveScan, ConstantInput) {
  check_inclusive_tiles(
      KokkosScan::Sum<float>{}, [](std::size_t n) { return constant_elements(n, 3.0f); },
      few_sizes());
}

}  // namespace KokkosScanTest
