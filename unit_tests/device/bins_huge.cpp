// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/extract_bins.hpp>
#include <KokkosScan/device/histogram.hpp>

#include "huge_bytes.hpp"

/// \file More than 2^31 elements, and more than 2^31 in one bin. The normal run skips these tests:
/// set KOKKOSSCAN_LARGE=1 (needs 5 GB).

namespace KokkosScanTest {

/// The same byte in a struct, since the library counts integers of one byte by value.
struct Tag {
  std::int8_t value;
};

struct KindOf {
  KOKKOS_FUNCTION int operator()(std::int8_t x) const {
    return x < first_kinds ? 0 : x - first_kinds + 1;
  }
  KOKKOS_FUNCTION int operator()(Tag const& x) const { return (*this)(x.value); }
};

class HugeBins : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!environment_flag("KOKKOSSCAN_LARGE")) GTEST_SKIP() << "set KOKKOSSCAN_LARGE=1";
    in = written_by<std::int8_t>(HugeByte{}, huge);
  }

  Array<std::int8_t> in;
};

TEST_F(HugeBins, Histogram) {
  Array<std::int64_t> const counts("counts", 3);
  KokkosScan::histogram(Exec(), in, KindOf{}, counts);
  EXPECT_TRUE(matches(counts, {in_first, rounds, rounds})) << "by value";
  Kokkos::View<Tag*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const tags(
      reinterpret_cast<Tag*>(in.data()), huge);
  KokkosScan::histogram(Exec(), tags, KindOf{}, counts);
  EXPECT_TRUE(matches(counts, {in_first, rounds, rounds})) << "by kind";
}

TEST_F(HugeBins, Extraction) {
  Array<std::int64_t> const offsets("offsets", 4);
  auto const out = bytes(huge);
  KokkosScan::extract_bins(Exec(), in, KindOf{}, out, offsets);
  EXPECT_TRUE(matches(offsets, {0, in_first, in_first + rounds, huge}));
  EXPECT_TRUE(follows(out, SortedByte{}));
}

}  // namespace KokkosScanTest
