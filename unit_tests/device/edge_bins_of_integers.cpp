// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <limits>

#include "binning_drivers.hpp"

namespace KokkosScanTest {

TEST(EdgesOnTheDevice, OfIntegers) {
  for (std::size_t const bins : {1u, 2u, 7u, 300u})
    check_edges(random_edges<int>(bins, 1000),
                spread_elements<int>(Spread::half_outside, 5001, 1200));
}

/// Stored bins are unsigned integers, too.
TEST(EdgesOnTheDevice, OfUnsignedIntegers) {
  for (std::size_t const bins : {1u, 7u, 300u})
    check_edges(random_edges<float>(bins, 1000),
                spread_elements<std::uint32_t>(Spread::uniform, 5001, 1200));
}

/// Integers that no float represents are rounded to a float and binned as this float.
TEST(EdgesOnTheDevice, FloatEdgesOfIntegers) {
  check_edges(random_edges<float>(50, 1000),
              spread_elements<int>(Spread::half_outside, 20011, 1200));
  std::vector<int> large;
  for (int const center : {1 << 24, 1 << 30, -(1 << 24), 0})
    for (int d = -70; d <= 70; ++d) large.push_back(center + d);
  large.push_back(std::numeric_limits<int>::max());
  large.push_back(std::numeric_limits<int>::min());
  check_edges(std::vector<float>{-0x1p30f, -0x1.000002p24f, -0x1p24f, -0.5f, 0.5f, 0x1p24f,
                                 0x1.000002p24f, 0x1p30f, 0x1.000002p30f},
              large);
  check_edges(std::vector<float>{-0.25f, 99.5f, 200.25f},
              spread_elements<std::uint8_t>(Spread::uniform, 5001, 255));
}

/// All bins except the last are empty, and the last bin holds one value.
TEST(EdgesOnTheDevice, AllEqualIntegers) {
  for (std::size_t const bins : {1u, 2u, 5u, 8u}) {
    check_edges(std::vector<int>(bins + 1, 3), spread_elements<int>(Spread::half_outside, 5001, 9));
    check_edges(std::vector<float>(bins + 1, 3.0f),
                spread_elements<int>(Spread::half_outside, 5001, 9));
  }
}

}  // namespace KokkosScanTest
