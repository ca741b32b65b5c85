// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "huge_bytes.hpp"
#include "partition_drivers.hpp"

/// \file More than 2^31 elements, and more than 2^31 selected elements. The normal run skips this
/// test: set KOKKOSSCAN_LARGE=1 (needs 5 GB).

namespace KokkosScanTest {

template <DeviceScan V>
void check_huge_partition() {
  SCOPED_TRACE(describe(V, huge));
  KokkosScan::LessThan<std::int8_t> const pred{first_kinds};
  auto const in = written_by<std::int8_t>(HugeByte{}, huge);
  auto const selected = bytes(in_first), rejected = bytes(huge - in_first);
  CountOf const count;
  KokkosScan::partition_copy(Exec(), in, selected, rejected, pred, count.view(), ScanOptions<V>{});
  EXPECT_EQ(count.value(), in_first);
  EXPECT_TRUE(follows(selected, FirstByte{})) << "partition_copy, out_true";
  EXPECT_TRUE(follows(rejected, OtherByte{})) << "partition_copy, out_false";
  Kokkos::deep_copy(selected, std::int8_t(-1));
  KokkosScan::select(Exec(), in, selected, pred, count.view(), ScanOptions<V>{});
  EXPECT_EQ(count.value(), in_first);
  EXPECT_TRUE(follows(selected, FirstByte{})) << "select";
}

TEST(HugePartition, OfMoreThanTwoToThe31) {
  if (!environment_flag("KOKKOSSCAN_LARGE")) GTEST_SKIP() << "set KOKKOSSCAN_LARGE=1";
  check_huge_partition<DeviceScan::automatic>();
  check_huge_partition<DeviceScan::hierarchical>();
  check_huge_partition<DeviceScan::look_back>();
}

}  // namespace KokkosScanTest
