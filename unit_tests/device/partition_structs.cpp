// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cstdint>

#include "partition_drivers.hpp"

namespace KokkosScanTest {

TEST(PartitionTypes, ThreeBytes) { check_partitions_of<Rgb>(); }
TEST(PartitionTypes, TwentyFourBytes) { check_partitions_of<Heisenberg>(); }

TEST(PartitionTypes, StructsByLookBackAndHierarchical) {
  for (std::size_t const n : {1000u, 20011u}) {
    auto const colors = marked_elements<Rgb>(Pattern::half, n);
    check_partitions<DeviceScan::look_back>(Pattern::half, colors);
    check_partitions<DeviceScan::fixed_look_back>(Pattern::half, colors);
    check_partitions<DeviceScan::hierarchical>(Pattern::half, colors);
    auto const matrices = marked_elements<Heisenberg>(Pattern::half, n);
    check_partitions<DeviceScan::look_back>(Pattern::half, matrices);
    check_partitions<DeviceScan::fixed_look_back>(Pattern::half, matrices);
    check_partitions<DeviceScan::hierarchical>(Pattern::half, matrices);
  }
}

/// Larger than a tile's place in scratch: it is written from where it was read to.
struct Large {
  std::int32_t number;
  char rest[400];
  friend bool operator==(Large const& x, Large const& y) { return x.number == y.number; }
};
void print(std::ostream& stream, Large const& x) { stream << x.number; }

struct IsOdd {
  KOKKOS_FUNCTION bool operator()(Large const& x) const { return x.number % 2 != 0; }
};

TEST(PartitionTypes, FourHundredBytes) {
  std::vector<Large> input(3001);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i].number = static_cast<int>(random_bits(5, i) % 1000);
  auto const split =
      reference::split(input, [&](std::size_t i) { return input[i].number % 2 != 0; });
  GuardedArray<Large> const in(input), out(input.size());
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), out.view(), IsOdd{}, count.view());
  EXPECT_TRUE(out.holds(split.joined()));
  KokkosScan::partition(Exec(), in.const_view(), out.view(), IsOdd{}, count.view(),
                        ScanOptions<DeviceScan::hierarchical>{});
  EXPECT_TRUE(out.holds(split.joined()));
}

struct alignas(64) Aligned {
  int number;
  friend bool operator==(Aligned const& x, Aligned const& y) { return x.number == y.number; }
};
void print(std::ostream& stream, Aligned const& x) { stream << x.number; }

struct IsSmall {
  KOKKOS_FUNCTION bool operator()(Aligned const& x) const { return x.number < 300; }
};

/// Elements are aligned as their type requires, in scratch and in buffers, too.
TEST(PartitionTypes, OverAligned) {
  std::vector<Aligned> input(3001);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i].number = static_cast<int>(random_bits(7, i) % 1000);
  auto const split = reference::split(input, [&](std::size_t i) { return IsSmall{}(input[i]); });
  GuardedArray<Aligned> const in(input), out(input.size());
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), out.view(), IsSmall{}, count.view());
  EXPECT_TRUE(out.holds(split.joined()));
}

}  // namespace KokkosScanTest
