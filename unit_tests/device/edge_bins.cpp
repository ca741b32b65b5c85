// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "binning_drivers.hpp"

namespace KokkosScanTest {

TEST(EdgesOnTheDevice, OfReals) {
  for (std::size_t const bins : {1u, 2u, 7u, 300u}) {
    check_edges(random_edges<float>(bins, 1),
                spread_elements<float>(Spread::half_outside, 20011, 1.2));
    check_edges(random_edges<double>(bins, 1),
                spread_elements<float>(Spread::half_outside, 5001, 1.2));
  }
}

/// All bins but the last are empty, and that one holds one value.
TEST(EdgesOnTheDevice, AllEqualReals) {
  for (std::size_t const bins : {1u, 2u, 5u, 8u})
    check_edges(std::vector<double>(bins + 1, 0.25), std::vector<double>{0.25, 0.0, 1.0, 0.25});
}

}  // namespace KokkosScanTest
