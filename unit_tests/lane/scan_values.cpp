// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>
#include <numeric>

#include "lane_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

template <int W, class Op>
void check_group_sizes(Op const& op) {
  for (std::size_t const n : lane_sizes(W)) {
    auto const input = random_elements<typename Op::value_type>(n, n + W);
    check_groups<ScanMode::inclusive, W>(input, op);
    check_groups<ScanMode::exclusive, W>(input, op);
  }
}

/// Scans 1, 2, …, n in one group of W lanes.
template <int W>
void check_one_to(int n) {
  std::vector<int> input(n);
  std::iota(input.begin(), input.end(), 1);
  check_groups<ScanMode::inclusive, W>(input, Sum<int>{});
}

TEST(LaneScanWorkedExamples, OneTo32AndOneTo64InOneGroup) {
  check_one_to<32>(32);
  check_one_to<64>(64);
}

TEST(LaneScanValues, Int32ByEveryWidth) {
  check_group_sizes<1>(Sum<int>{});
  check_group_sizes<2>(Sum<int>{});
  check_group_sizes<4>(Sum<int>{});
  check_group_sizes<8>(Sum<int>{});
  check_group_sizes<16>(Sum<int>{});
  check_group_sizes<32>(Sum<int>{});
  check_group_sizes<64>(Sum<int>{});
}

TEST(LaneScanValues, Integers) {
  check_group_sizes<8>(Sum<std::int8_t>{});
  check_group_sizes<16>(Sum<std::int8_t>{});
  check_group_sizes<8>(Sum<std::int16_t>{});
  check_group_sizes<2>(Sum<std::int64_t>{});
  check_group_sizes<32>(Sum<std::uint32_t>{});
  check_group_sizes<32>(KokkosScan::BitXor<std::uint64_t>{});
}

TEST(LaneScanValues, Floats) {
  check_group_sizes<4>(Sum<float>{});
  check_group_sizes<32>(Sum<float>{});
  check_group_sizes<2>(Sum<double>{});
  check_group_sizes<16>(KokkosScan::Max<double>{});
  check_group_sizes<4>(KokkosScan::Min<float>{});
}

TEST(LaneScanValues, Structs) {
  check_group_sizes<32>(RgbSum{});
  check_group_sizes<8>(Summarize{});
  check_group_sizes<16>(Sum<Kokkos::complex<double>>{});
}

TEST(LaneScanValues, KeepTheOrder) {
  check_group_sizes<1>(BicyclicProduct{});
  check_group_sizes<8>(BicyclicProduct{});
  check_group_sizes<16>(HeisenbergProduct{});
  check_group_sizes<32>(BicyclicProduct{});
  check_group_sizes<64>(BicyclicProduct{});
  check_group_sizes<4>(KeepLast<int>{});
}

TEST(LaneScanValues, NoPaddingButTheIdentity) {
  for (std::size_t const n : lane_sizes(16)) {
    // Only one group, since each group scans alone and Concatenate needs elements that touch.
    auto const input = unit_intervals(std::min<std::size_t>(n, 16));
    check_groups<ScanMode::inclusive, 16>(input, Concatenate{});
    check_groups<ScanMode::exclusive, 16>(input, Concatenate{});
  }
}

}  // namespace KokkosScanTest
