// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

TEST(InclusiveScan, ThreeBytes) {
  check_inclusive_variants(RgbSum{}, random_input<Rgb>, all_sizes<Rgb>());
}

TEST(InclusiveScan, TwentyFourBytes) {
  check_inclusive_variants(Summarize{}, random_input<Summary>, all_sizes<Summary>());
}

TEST(InclusiveScan, ComplexDouble) {
  using Complex = Kokkos::complex<double>;
  check_inclusive_variants(KokkosScan::Sum<Complex>{}, random_input<Complex>,
                           some_sizes<Complex>());
}

TEST(InclusiveScan, ComplexFloat) {
  using Complex = Kokkos::complex<float>;
  check_inclusive_tiles(KokkosScan::Sum<Complex>{}, random_input<Complex>, some_sizes<Complex>());
}

TEST(InclusiveScan, ThreeBytesInManySmallTiles) {
  check_inclusive_small_tiles(RgbSum{}, random_input<Rgb>, few_sizes());
}

}  // namespace KokkosScanTest
