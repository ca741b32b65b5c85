// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/extract_bins.hpp>
#include <KokkosScan/device/histogram.hpp>

#include "counted_drivers.hpp"
#include "huge_cycles.hpp"

/// \file More than 2^31 elements, and more than 2^31 in one bin. KOKKOSSCAN_LARGE=1 needs 9 GB.

namespace KokkosScanTest {

constexpr Band first_kind{0, 99}, second_kind{99, 100}, third_kind{100, period};

/// The same byte in a struct, since the library counts integers of one byte by value.
struct Tag {
  std::int8_t value;
};

struct KindOf {
  KOKKOS_FUNCTION int operator()(std::int8_t x) const { return x < 99 ? 0 : x - 98; }
  KOKKOS_FUNCTION int operator()(Tag const& x) const { return (*this)(x.value); }
};

std::vector<std::int64_t> counts_of_kinds(std::size_t n) {
  std::vector<std::int64_t> counts;
  for (Band const& kind : {first_kind, second_kind, third_kind})
    counts.push_back(static_cast<std::int64_t>(kind.count(n)));
  return counts;
}

TEST(HugeBins, Histogram) {
  Array<std::int64_t> const counts("counts", 3);
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n);
    KokkosScan::histogram(Exec(), in, KindOf{}, counts);
    EXPECT_TRUE(matches(counts, counts_of_kinds(n))) << "by value";
    Kokkos::View<Tag*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const tags(
        reinterpret_cast<Tag*>(in.data()), n);
    KokkosScan::histogram(Exec(), tags, KindOf{}, counts);
    EXPECT_TRUE(matches(counts, counts_of_kinds(n))) << "by kind";
    std::size_t const fewer = n - n / 5;
    KokkosScan::histogram(Exec(),
                          KokkosScan::counted(tags, on_device(static_cast<std::int64_t>(fewer))),
                          KindOf{}, counts);
    EXPECT_TRUE(matches(counts, counts_of_kinds(fewer))) << "by kind, counted";
  }
}

TEST(HugeBins, Extraction) {
  Array<std::int64_t> const offsets("offsets", 4);
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n), out = unwritten<std::int8_t>(n);
    KokkosScan::extract_bins(Exec(), in, KindOf{}, out, offsets);
    auto const counts = counts_of_kinds(n);
    EXPECT_TRUE(
        matches(offsets, {0, counts[0], counts[0] + counts[1], static_cast<std::int64_t>(n)}));
    EXPECT_TRUE(follows(out, BytesOfBands<3>{{{first_kind, second_kind, third_kind}, n}}));
  }
}

}  // namespace KokkosScanTest
