// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

TEST(InclusiveScan, SumsInt8) {
  check_inclusive_variants(Sum<std::int8_t>{}, random_input<std::int8_t>, all_sizes<std::int8_t>());
}

TEST(InclusiveScan, SumsInt16) {
  check_inclusive_tiles(Sum<std::int16_t>{}, random_input<std::int16_t>, all_sizes<std::int16_t>());
}

TEST(InclusiveScan, SumsInt32) {
  check_inclusive_variants(Sum<std::int32_t>{}, random_input<std::int32_t>,
                           all_sizes<std::int32_t>());
}

TEST(InclusiveScan, SumsInt64) {
  check_inclusive_variants(Sum<std::int64_t>{}, random_input<std::int64_t>,
                           all_sizes<std::int64_t>());
}

TEST(InclusiveScan, ManySmallTiles) {
  check_inclusive_small_tiles(Sum<std::int32_t>{}, random_input<std::int32_t>, awkward_sizes());
  check_inclusive_small_tiles(Sum<std::int64_t>{}, random_input<std::int64_t>, awkward_sizes());
}

}  // namespace KokkosScanTest
