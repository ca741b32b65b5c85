// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/binning.hpp>
#include <KokkosScan/device/extract_bins.hpp>

#include "counted_drivers.hpp"
#include "huge_cycles.hpp"

/// \file More than 2^31 elements extracted by 8, 101 and 5000 bins. KOKKOSSCAN_LARGE=1 needs 27 GB.

namespace KokkosScanTest {

using KokkosScan::IndexBins;

/// The smallest numbers are in the last bin, the others in the first ones: 8 bins of 13 bytes, one
/// of which has 10.
struct BandOf {
  static constexpr int bins = 8;
  KOKKOS_FUNCTION int operator()(std::int8_t x) const { return x < 13 ? bins - 1 : x / 13 - 1; }
};

template <std::size_t Length, class T>
void check_by_value(std::size_t n) {
  SCOPED_TRACE(std::to_string(Length) + " bins, n = " + std::to_string(n));
  auto const in = written_by<T>(Cycle<T, Length>{}, n), out = unwritten<T>(n);
  Array<std::int64_t> const offsets("offsets", Length + 1);
  KokkosScan::Workspace<Exec> workspace{Exec()};
  KokkosScan::extract_bins(Exec(), in, IndexBins(Length), out, offsets,
                           KokkosScan::ExtractionOptions<>{}.with(workspace));
  EXPECT_TRUE(follows(offsets, SortedOffsets<Length>{{n}}));
  EXPECT_TRUE(follows(out, SortedValues<T, Length>{{n}}));
}

TEST(HugeExtraction, EightBinsCounted) {
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    std::size_t const fewer = n - n / 5;
    auto const in = written_by<std::int8_t>(HugeByte{}, n), out = unwritten<std::int8_t>(n);
    Kokkos::deep_copy(out, std::int8_t(-1));
    Array<std::int64_t> const offsets("offsets", BandOf::bins + 1);
    KokkosScan::extract_bins(Exec(),
                             KokkosScan::counted(in, on_device(static_cast<std::int64_t>(fewer))),
                             BandOf{}, out, offsets);
    Bands<BandOf::bins> bands{{}, fewer};
    std::vector<std::int64_t> expected{0};
    for (std::size_t b = 0; b < BandOf::bins; ++b) {
      std::size_t const k = (b + 1) % BandOf::bins;
      bands.band[b] = {13 * k, k + 1 < BandOf::bins ? 13 * k + 13 : period};
      expected.push_back(expected.back() + static_cast<std::int64_t>(bands.band[b].count(fewer)));
    }
    EXPECT_TRUE(matches(offsets, expected));
    EXPECT_TRUE(begins_with(out, fewer, BytesOfBands<BandOf::bins>{bands}));
  }
}

TEST(HugeExtraction, ABinForEachByte) {
  for (std::size_t const n : huge_sizes()) check_by_value<period, std::int8_t>(n);
}

TEST(HugeExtraction, ByTwoDigits) {
  for (std::size_t const n : huge_sizes()) check_by_value<5000, std::uint16_t>(n);
}

}  // namespace KokkosScanTest
