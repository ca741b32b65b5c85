// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

TEST(ExclusiveScan, SumsInt32) {
  check_exclusive_variants(Sum<std::int32_t>{}, 0, random_input<std::int32_t>,
                           all_sizes<std::int32_t>());
  check_exclusive_variants(Sum<std::int32_t>{}, 42, random_input<std::int32_t>,
                           some_sizes<std::int32_t>());
}

TEST(ExclusiveScan, SumsInt8) {
  check_exclusive_variants(Sum<std::int8_t>{}, 3, random_input<std::int8_t>,
                           some_sizes<std::int8_t>());
}

TEST(ExclusiveScan, SumsDoublesOfIntegersExactly) {
  check_exclusive_variants(Sum<double>{}, -7.0, random_input<double>, some_sizes<double>());
}

TEST(ExclusiveScan, ThreeBytes) {
  check_exclusive_variants(RgbSum{}, Rgb{250, 1, 2}, random_input<Rgb>, some_sizes<Rgb>());
}

/// The row map of a compressed sparse matrix: counts and offsets share one array.
TEST(ExclusiveScan, InPlaceWithTheTotalInOneMoreEntry) {
  for (std::size_t const n : some_sizes<std::uint32_t>()) {
    auto const counts = random_elements<std::uint32_t>(n, n);
    auto start = counts;
    start.push_back(99);
    GuardedArray<std::uint32_t> const map(start);
    auto const in = Kokkos::subview(map.view(), std::pair<std::size_t, std::size_t>(0, n));
    KokkosScan::exclusive_scan(Exec(), Array<std::uint32_t>(in), map.view());
    EXPECT_TRUE(map.holds(reference::exclusive_scan_with_total(counts, Sum<std::uint32_t>{}, 0)));
  }
}

TEST(ExclusiveScan, ShorterForms) {
  std::vector<int> const input{3, 1, 4, 1, 5, 9};
  GuardedArray<int> const in(input), out(6);
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view());
  EXPECT_TRUE(out.holds({0, 3, 4, 8, 9, 14}));
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), KokkosScan::Max<int>{});
  int const lowest = KokkosScan::Max<int>{}.identity();
  EXPECT_TRUE(out.holds({lowest, 3, 3, 4, 4, 5}));
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), KokkosScan::Max<int>{}, 4);
  EXPECT_TRUE(out.holds({4, 4, 4, 4, 4, 5}));
  KokkosScan::exclusive_scan("a label", Exec(), in.const_view(), out.view(), Sum<int>{}, 1);
  EXPECT_TRUE(out.holds({1, 4, 5, 9, 10, 15}));
}

TEST(ExclusiveScan, InitOfAnotherTypeIsConverted) {
  GuardedArray<double> const in(std::vector<double>{1, 2, 3}), out(4);
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), Sum<double>{}, 10);
  EXPECT_TRUE(out.holds({10, 11, 13, 16}));
}

TEST(ExclusiveScan, EmptyInputWithTotalGivesInit) {
  GuardedArray<int> const in(0), out(1);
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), Sum<int>{}, 17);
  EXPECT_TRUE(out.holds({17}));
}

}  // namespace KokkosScanTest
