// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include "partition_drivers.hpp"

namespace KokkosScanTest {

TEST(Partition, Int32AtEverySizeByTheDefault) {
  for (std::size_t const n : awkward_sizes())
    check_partitions<DeviceScan::automatic>(Pattern::half, marked_elements<int>(Pattern::half, n));
}

TEST(Partition, EveryPatternByEveryVariant) {
  for (std::size_t const n : partition_sizes<int>())
    for (Pattern const pattern : all_patterns()) {
      auto const input = marked_elements<int>(pattern, n);
      check_partitions<DeviceScan::automatic>(pattern, input);
      check_partitions<DeviceScan::hierarchical>(pattern, input);
      check_partitions<DeviceScan::look_back>(pattern, input);
      check_partitions<DeviceScan::work_ahead>(pattern, input);
    }
}

TEST(Partition, HundredsOfTiles) {
  for (std::size_t const n : {15u, 16u, 17u, 1000u, 20011u})
    for (Pattern const pattern : {Pattern::half, Pattern::clustered, Pattern::last}) {
      auto const input = marked_elements<int>(pattern, n);
      check_partitions<DeviceScan::hierarchical, small_tiles>(pattern, input);
      check_partitions<DeviceScan::look_back, small_tiles>(pattern, input);
      check_partitions<DeviceScan::work_ahead, small_tiles>(pattern, input);
    }
}

TEST(Partition, ByTheVariantsWithoutTiles) {
  for (std::size_t const n : few_sizes()) {
    auto const input = marked_elements<int>(Pattern::half, n);
    check_partitions<DeviceScan::parallel_scan>(Pattern::half, input);
    check_partitions<DeviceScan::hillis_steele>(Pattern::half, input);
  }
}

TEST(PartitionWorkedExample, EightNumbersAroundFive) {
  std::vector<int> const input{3, 7, 1, 8, 2, 9, 4, 6};
  GuardedArray<int> const in(input), out(8);
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), out.view(), KokkosScan::LessThan{5}, count.view());
  EXPECT_TRUE(out.holds({3, 1, 2, 4, 7, 8, 9, 6}));
  EXPECT_EQ(count.value(), 4u);
  KokkosScan::partition<RejectedOrder::reversed>("a label", Exec(), in.const_view(), out.view(),
                                                 KokkosScan::LessThan{5}, count.view());
  EXPECT_TRUE(out.holds({3, 1, 2, 4, 6, 9, 8, 7}));
}

}  // namespace KokkosScanTest
