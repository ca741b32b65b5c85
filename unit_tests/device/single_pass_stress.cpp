// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/operators.hpp>
#include <algorithm>
#include <atomic>
#include <thread>

#include "scan_drivers.hpp"
#include "slow_operator.hpp"

namespace KokkosScanTest {

/// Single elements of chosen tiles cost as much time as one or a hundred tiles: the following tiles
/// have to wait for them.
template <DeviceScan V, class Base>
void check_late_tiles(std::size_t n, std::size_t stride, std::uint32_t steps) {
  SCOPED_TRACE(describe(V, n) + ", one of " + std::to_string(stride) + " late by " +
               std::to_string(steps));
  SlowOperator<Base> const op{};
  auto const values = random_elements<typename Base::value_type>(n, n);
  auto const late = with_late_elements(values, stride, steps, n);
  auto const sums = reference::inclusive_scan(values, Base{});
  std::vector<typename SlowOperator<Base>::value_type> expected;
  for (auto const& sum : sums) expected.push_back({sum, 0u});
  GuardedArray<typename SlowOperator<Base>::value_type> const in(late), out(n);
  KokkosScan::Workspace<Exec> workspace{Exec()};
  for (int run = 0; run < 5; ++run) {
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), op,
                               ScanOptions<V>{}.with(workspace));
    EXPECT_TRUE(out.holds(expected)) << "run " << run;
  }
}

TEST(SinglePassStress, LateTiles) {
  for (std::size_t const stride : {500u, 5000u, 50000u}) {
    check_late_tiles<DeviceScan::look_back, KokkosScan::Sum<std::int64_t>>(200003, stride, 20000);
    check_late_tiles<DeviceScan::fixed_look_back, KokkosScan::Sum<std::int64_t>>(200003, stride,
                                                                                 20000);
    check_late_tiles<DeviceScan::look_back, BicyclicProduct>(200003, stride, 20000);
    check_late_tiles<DeviceScan::fixed_look_back, BicyclicProduct>(200003, stride, 20000);
    check_late_tiles<DeviceScan::work_ahead, KokkosScan::Sum<std::int64_t>>(200003, stride, 20000);
    check_late_tiles<DeviceScan::work_ahead, BicyclicProduct>(200003, stride, 20000);
  }
}

TEST(SinglePassStress, LateTilesTwentyFourBytes) {
  check_late_tiles<DeviceScan::look_back, HeisenbergProduct>(200003, 5000, 20000);
  check_late_tiles<DeviceScan::fixed_look_back, HeisenbergProduct>(200003, 5000, 20000);
  check_late_tiles<DeviceScan::work_ahead, HeisenbergProduct>(200003, 5000, 20000);
}

TEST(SinglePassStress, LateTilesHierarchical) {
  check_late_tiles<DeviceScan::hierarchical, BicyclicProduct>(200003, 5000, 20000);
}

/// Many runs with sizes around full tiles: integers must give the same result every time.
template <DeviceScan V, ScanPolicy P>
void check_same_bits(std::vector<std::size_t> const& sizes) {
  KokkosScan::Workspace<Exec> workspace{Exec()};
  for (std::size_t const n : sizes) {
    SCOPED_TRACE((describe<V, P>(n)));
    auto const input = random_elements<Bicyclic>(n, n);
    auto const expected = reference::inclusive_scan(input, BicyclicProduct{});
    GuardedArray<Bicyclic> const in(input), out(n);
    for (int run = 0; run < 10; ++run) {
      KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), BicyclicProduct{},
                                 ScanOptions<V, P>{}.with(workspace));
      EXPECT_TRUE(out.holds(expected)) << "run " << run;
    }
  }
}

TEST(SinglePassStress, SameBitsEveryTime) {
  std::vector<std::size_t> const small{31, 32, 33, 1023, 1024, 1025, 8191, 4095, 1025};
  std::vector<std::size_t> const large{1025, 65535, 65536, 65537, 300007};
  check_same_bits<DeviceScan::look_back, tuned>(large);
  check_same_bits<DeviceScan::fixed_look_back, tuned>(large);
  check_same_bits<DeviceScan::look_back, small_tiles>(small);
  check_same_bits<DeviceScan::fixed_look_back, small_tiles>(small);
  check_same_bits<DeviceScan::work_ahead, tuned>(large);
  check_same_bits<DeviceScan::work_ahead, small_tiles>(small);
}

/// Calls in a row without a fence between: no call may see the state of the previous one, even of
/// another variant.
TEST(SinglePassStress, BackToBack) {
  std::size_t const n = 20011;
  auto expected = std::vector<std::int64_t>(n, 1);
  GuardedArray<std::int64_t> const array(expected);
  KokkosScan::Workspace<Exec> workspace{Exec()};
  KokkosScan::Sum<std::int64_t> const op;
  for (int run = 0; run < 2; ++run) {
    KokkosScan::inclusive_scan(Exec(), array.const_view(), array.view(), op,
                               ScanOptions<DeviceScan::look_back, small_tiles>{}.with(workspace));
    KokkosScan::inclusive_scan(
        Exec(), array.const_view(), array.view(), op,
        ScanOptions<DeviceScan::fixed_look_back, small_tiles>{}.with(workspace));
    KokkosScan::inclusive_scan(Exec(), array.const_view(), array.view(), op,
                               ScanOptions<DeviceScan::work_ahead, small_tiles>{}.with(workspace));
    for (int k = 0; k < 3; ++k) expected = reference::inclusive_scan(expected, op);
  }
  EXPECT_TRUE(array.holds(expected));
}

/// While other threads keep the processor busy, a team that holds a tile may not run for a while,
/// and the other teams must wait.
TEST(SinglePassStress, OnABusyMachine) {
  std::atomic<bool> stop{false};
  std::atomic<std::uint32_t> sink{0};  // for work that the compiler must not drop
  std::vector<std::thread> crowd;
  for (unsigned k = 0; k < std::min(4u, std::thread::hardware_concurrency()); ++k) {
    crowd.emplace_back([&] {
      while (!stop) sink += dawdle(10000);
    });
  }
  check_late_tiles<DeviceScan::look_back, BicyclicProduct>(300007, 20000, 50000);
  check_late_tiles<DeviceScan::fixed_look_back, BicyclicProduct>(300007, 20000, 50000);
  check_late_tiles<DeviceScan::work_ahead, BicyclicProduct>(300007, 20000, 50000);
  auto const few = random_elements<Bicyclic>(1003, 5);
  check_inclusive<DeviceScan::look_back, small_tiles>(few, BicyclicProduct{});
  check_inclusive<DeviceScan::fixed_look_back, small_tiles>(few, BicyclicProduct{});
  check_inclusive<DeviceScan::work_ahead, small_tiles>(few, BicyclicProduct{});
  stop = true;
  for (std::thread& thread : crowd) thread.join();
}

}  // namespace KokkosScanTest
