// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/histogram.hpp>
#include <cstdint>
#include <vector>

#include "generators.hpp"
#include "histogram_drivers.hpp"

/// \file So many elements that threads of a CPU count them in groups (team/bins/grouped_bins.hpp).

namespace KokkosScanTest {

template <class T>
void check_grouped(T range) {
  auto const input = spread_elements<T>(Spread::half_outside, (1 << 20) + 37, range);
  for (int const bins : {2, 8, 64})
    check_histogram<DeviceHistogram::automatic>(input, KokkosScan::UniformBins(T(0), range, bins),
                                                static_cast<std::size_t>(bins));
}

TEST(GroupedHistogram, Shorts) { check_grouped<std::uint16_t>(10000); }
TEST(GroupedHistogram, Floats) { check_grouped<float>(1000); }

TEST(GroupedHistogram, Indices) {
  auto const input = spread_elements<std::int32_t>(Spread::half_outside, (1 << 20) + 37, 5);
  check_histogram<DeviceHistogram::automatic>(input, KokkosScan::IndexBins(5), 5);
}

/// Without copies the bins of a piece are entries of the table of all counts, with the piece's
/// table of groups behind them: no piece may store into that of another.
TEST(GroupedHistogram, InPlace) {
  constexpr KokkosScan::HistogramPolicy policy{
      .threads = 1, .loads = 1, .access_bytes = 256, .grouped_bytes = 40 * 1024};
  if constexpr (on_host) {
    auto const input = spread_elements<float>(Spread::uniform, 1 << 20, 1);
    for (int repeat = 0; repeat < 20; ++repeat)
      check_histogram<DeviceHistogram::private_bins, int, policy>(
          input, KokkosScan::UniformBins(0.0f, 1.0f, 8), 8);
  } else {
    GTEST_SKIP() << "for CPUs";
  }
}

}  // namespace KokkosScanTest
