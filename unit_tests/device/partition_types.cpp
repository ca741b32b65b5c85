// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cstdint>

#include "partition_drivers.hpp"

namespace KokkosScanTest {

TEST(PartitionTypes, Int8) { check_partitions_of<std::int8_t>(); }
TEST(PartitionTypes, UInt16) { check_partitions_of<std::uint16_t>(); }
TEST(PartitionTypes, Int64) { check_partitions_of<std::int64_t>(); }
TEST(PartitionTypes, Float) { check_partitions_of<float>(); }
TEST(PartitionTypes, Double) { check_partitions_of<double>(); }

/// Elements of a type other than the output's.
TEST(PartitionTypes, Converts) {
  auto const input = random_elements<int>(2001, 4);
  auto const split = reference::split(input, [&](std::size_t i) { return input[i] > 1; });
  std::vector<double> expected;
  for (int const x : split.joined()) expected.push_back(x);
  GuardedArray<int> const in(input);
  GuardedArray<double> const out(input.size());
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), out.view(), KokkosScan::GreaterThan{1},
                        count.view());
  EXPECT_TRUE(out.holds(expected));
}

}  // namespace KokkosScanTest
