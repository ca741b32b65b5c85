// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "counted_drivers.hpp"
#include "huge_cycles.hpp"
#include "partition_drivers.hpp"

/// \file More than 2^31 indices of 64 bits: of selected elements, and of all in the order of a
/// partition. KOKKOSSCAN_LARGE=1 needs 39 GB.

namespace KokkosScanTest {

TEST(HugeIndices, OfSelectedElements) {
  Band const kept{0, 99};
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n);
    auto const indices = unwritten<std::int64_t>(kept.count(n));
    CountOf<std::int64_t> const count;
    KokkosScan::select_indices(Exec(), in, indices, KokkosScan::LessThan<std::int8_t>{99},
                               count.view());
    EXPECT_EQ(count.value(), kept.count(n));
    EXPECT_TRUE(follows(indices, IndicesOfBand{kept}));
  }
}

/// Half of the elements are selected, in the second half of a period.
TEST(HugeIndices, OfAPartition) {
  Band const upper{50, period}, lower{0, 50};
  for (std::size_t const n : huge_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const in = written_by<std::int8_t>(HugeByte{}, n);
    auto const permutation = unwritten<std::int64_t>(n);
    CountOf<std::int64_t> const count;
    KokkosScan::Workspace<Exec> workspace{Exec()};
    KokkosScan::partition_permutation(Exec(), in, permutation,
                                      KokkosScan::GreaterThan<std::int8_t>{49}, count.view(),
                                      ScanOptions<>{}.with(workspace));
    EXPECT_EQ(count.value(), upper.count(n));
    EXPECT_TRUE(follows(permutation, IndicesOfBands<2>{{{upper, lower}, n}}));
  }
}

}  // namespace KokkosScanTest
