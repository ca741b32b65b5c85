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

/// All bins except the last are empty, and the last bin holds one value.
TEST(EdgesOnTheDevice, AllEqualReals) {
  for (std::size_t const bins : {1u, 2u, 5u, 8u})
    check_edges(std::vector<double>(bins + 1, 0.25), std::vector<double>{0.25, 0.0, 1.0, 0.25});
}

/// Extracts all elements by random edges.
void check_extraction(std::vector<float> const& input, std::size_t bins) {
  auto const edges = random_edges<float>(bins, 1);
  GuardedArray<float> const packed(edges);
  EdgeBins const definition(
      Kokkos::View<float const*, Kokkos::HostSpace>(edges.data(), edges.size()));
  check_moves(input, EdgeBins(packed.const_view()), bins,
              reference::extract(input, definition, bins));
}

/// So many elements that a GPU sorts them in long tiles; by the largest number of bins of a tile,
/// and one more.
TEST(EdgesOnTheDevice, ManyElements) {
  auto const input = spread_elements<float>(Spread::half_outside, 3600001, 1.2);
  for (std::size_t const bins : {256u, 257u}) {
    SCOPED_TRACE(std::to_string(bins) + " bins");
    check_extraction(input, bins);
  }
}

/// So many bins that a GPU partitions them, and finds them by a table in memory.
TEST(EdgesOnTheDevice, Many) {
  constexpr std::size_t bins = 70000;
  auto const edges = random_edges<float>(bins, 1);
  auto const input = spread_elements<float>(Spread::half_outside, 300007, 1.2);
  GuardedArray<float> const packed(edges, 1), strided(edges, 2, 3), in(input);
  Kokkos::View<float const*, Kokkos::HostSpace> const host(edges.data(), edges.size());
  for (OutOfRange const policy : {OutOfRange::discard, OutOfRange::clamp}) {
    EdgeBins const definition(host, policy);  // unit_tests/binning.cpp tests it on the host
    GuardedArray<int> const counts(bins), with_rest(bins + 1);
    auto const expected = reference::histogram<int>(input, definition, bins);
    KokkosScan::histogram(Exec(), in.const_view(), EdgeBins(packed.const_view(), policy),
                          counts.view());
    EXPECT_TRUE(counts.holds(expected));
    KokkosScan::histogram(Exec(), in.const_view(), EdgeBins(strided.strided_view(), policy),
                          counts.view());
    EXPECT_TRUE(counts.holds(expected)) << "strided edges";
    KokkosScan::OverflowBin const overflow(EdgeBins(packed.const_view(), policy));
    KokkosScan::histogram(Exec(), in.const_view(), overflow, with_rest.view());
    EXPECT_TRUE(with_rest.holds(
        reference::histogram<int>(input, KokkosScan::OverflowBin(definition), bins + 1)))
        << "with a bin for the rest";
  }
}

/// Extraction by a table in memory; also with fewer elements than edges.
TEST(EdgesOnTheDevice, ManyExtracted) {
  for (std::size_t const bins : {5000u, 30001u})
    for (std::size_t const n : {100u, 150001u}) {
      SCOPED_TRACE(std::to_string(bins) + " bins, " + std::to_string(n) + " elements");
      auto const input = spread_elements<float>(Spread::half_outside, n, 1.2);
      check_extraction(input, bins);
    }
}

}  // namespace KokkosScanTest
