// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "lane_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

template <int W, class Op>
void check_shuffle_ranges(Op const& op) {
  for (std::size_t const n : lane_sizes(W)) {
    auto const input = random_elements<typename Op::value_type>(n, n + W);
    check_range<LaneScan::shuffle, ScanMode::inclusive, W>(input, op);
    check_range<LaneScan::shuffle, ScanMode::exclusive, W>(input, op);
  }
}

template <int W, class Op>
void check_parallel_scan_ranges(Op const& op) {
  for (std::size_t const n : lane_sizes(W)) {
    auto const input = random_elements<typename Op::value_type>(n, n + W);
    check_range<LaneScan::parallel_scan, ScanMode::inclusive, W>(input, op);
    check_range<LaneScan::parallel_scan, ScanMode::exclusive, W>(input, op);
  }
}

TEST(LaneScanRange, ShuffleByEveryWidth) {
  check_shuffle_ranges<1>(Sum<int>{});
  check_shuffle_ranges<8>(Sum<int>{});
  check_shuffle_ranges<16>(Sum<int>{});
  check_shuffle_ranges<32>(Sum<int>{});
  check_shuffle_ranges<64>(Sum<int>{});
}

TEST(LaneScanRange, ShuffleTypes) {
  check_shuffle_ranges<4>(Sum<float>{});
  check_shuffle_ranges<8>(Sum<double>{});
  check_shuffle_ranges<16>(RgbSum{});
  check_shuffle_ranges<32>(KokkosScan::Max<std::int8_t>{});
}

TEST(LaneScanRange, IdentityOfAnotherType) {
  check_shuffle_ranges<8>(SumFromInt<std::int16_t>{});
  check_shuffle_ranges<8>(SumFromInt<std::int64_t>{});
  check_shuffle_ranges<1>(SumFromInt<Number>{});
  check_shuffle_ranges<8>(SumFromInt<Number>{});
}

TEST(LaneScanRange, ShuffleKeepsTheOrder) {
  check_shuffle_ranges<1>(BicyclicProduct{});
  check_shuffle_ranges<16>(BicyclicProduct{});
  check_shuffle_ranges<32>(HeisenbergProduct{});
}

TEST(LaneScanRange, ParallelScanByEveryWidth) {
  check_parallel_scan_ranges<1>(Sum<int>{});
  check_parallel_scan_ranges<8>(Sum<int>{});
  check_parallel_scan_ranges<16>(Sum<int>{});
  check_parallel_scan_ranges<32>(Sum<int>{});
  check_parallel_scan_ranges<64>(Sum<int>{});
}

TEST(LaneScanRange, ParallelScanTypes) {
  check_parallel_scan_ranges<8>(Sum<double>{});
  check_parallel_scan_ranges<8>(KokkosScan::Max<int>{});
  check_parallel_scan_ranges<16>(Sum<std::int64_t>{});
}

TEST(LaneScanRange, StridedViews) {
  std::size_t const n = 103;
  auto const input = random_elements<int>(n, 7);
  GuardedArray<int> const in(input, 0, 3), out(n, 1, 2), total(1);
  using Strided = GuardedArray<int>::Strided;
  launch_groups(
      ScanRange<LaneScan::shuffle, ScanMode::inclusive, 8, Sum<int>, Strided, Strided>{
          in.strided_view(), out.strided_view(), total.view(), Sum<int>{}},
      1, 8);
  EXPECT_TRUE(out.holds(reference::inclusive_scan(input, Sum<int>{})));
}

TEST(LaneScanRange, Int8IntoInt32) {
  std::vector<std::int8_t> const input(100, 100);
  GuardedArray<std::int8_t> const in(input);
  GuardedArray<int> const out(100), total(1);
  using Kernel = ScanRange<LaneScan::shuffle, ScanMode::inclusive, 8, Sum<int>,
                           Kokkos::View<std::int8_t const*, Memory>, Array<int>>;
  launch_groups(Kernel{in.const_view(), out.view(), total.view(), Sum<int>{}}, 1, 8);
  EXPECT_TRUE(out.holds(reference::inclusive_scan(input, Sum<int>{})));
  EXPECT_TRUE(total.holds({10000}));
}

}  // namespace KokkosScanTest
