// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/operators.hpp>
#include <cstdint>
#include <utility>

#include "errors.hpp"
#include "event_counter.hpp"
#include "scan_drivers.hpp"
#include "silent_calls.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;
using Workspace = KokkosScan::Workspace<Exec>;

template <DeviceScan V, class T, class Op>
void scan_with(Workspace& workspace, std::size_t n, Op const& op) {
  SCOPED_TRACE(describe(V, n));
  auto const input = random_elements<T>(n, n);
  GuardedArray<T> const in(input), out(n), with_total(n + 1);
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), op,
                             ScanOptions<V>{}.with(workspace));
  EXPECT_TRUE(out.holds(reference::inclusive_scan(input, op)));
  KokkosScan::exclusive_scan(Exec(), in.const_view(), with_total.view(), op, op.identity(),
                             ScanOptions<V>{}.with(workspace));
  EXPECT_TRUE(with_total.holds(reference::exclusive_scan_with_total(input, op, op.identity())));
}

TEST(Workspace, IsReusedAcrossTypesAndSizes) {
  Exec const exec;
  Workspace workspace(exec);
  for (std::size_t const n : {20011u, 3u, 100003u, 0u, 1025u}) {
    scan_with<DeviceScan::automatic, int>(workspace, n, Sum<int>{});
    scan_with<DeviceScan::look_back, Heisenberg>(workspace, n, HeisenbergProduct{});
    scan_with<DeviceScan::fixed_look_back, Heisenberg>(workspace, n, HeisenbergProduct{});
    scan_with<DeviceScan::work_ahead, Heisenberg>(workspace, n, HeisenbergProduct{});
    scan_with<DeviceScan::hierarchical, Rgb>(workspace, n, RgbSum{});
    scan_with<DeviceScan::look_back, std::int8_t>(workspace, n, Sum<std::int8_t>{});
    scan_with<DeviceScan::fixed_look_back, std::int8_t>(workspace, n, Sum<std::int8_t>{});
    scan_with<DeviceScan::work_ahead, std::int8_t>(workspace, n, Sum<std::int8_t>{});
    scan_with<DeviceScan::hillis_steele, double>(workspace, n, Sum<double>{});
  }
}

TEST(Workspace, GrowsMonotonically) {
  Workspace workspace{Exec()};
  workspace.reserve(1000);
  std::size_t const grown = workspace.capacity();
  EXPECT_GE(grown, 1000u);
  workspace.reserve(10);
  EXPECT_EQ(workspace.capacity(), grown);
  workspace.reserve(0);
  EXPECT_EQ(workspace.capacity(), grown);
  workspace.reserve(100000);
  EXPECT_GE(workspace.capacity(), 100000u);

  Workspace used{Exec()};
  std::size_t last = used.capacity();
  for (std::size_t const n : {1000u, 500009u, 20u, 70001u}) {
    scan_with<DeviceScan::hierarchical, double>(used, n, Sum<double>{});
    EXPECT_GE(used.capacity(), last);
    last = used.capacity();
  }
}

/// A View that was moved from still refers to its memory; a workspace must not use that.
TEST(Workspace, LosesItsMemoryWhenMoved) {
  Workspace first{Exec()};
  scan_with<DeviceScan::automatic, double>(first, 100003, Sum<double>{});
  std::size_t const capacity = first.capacity();
  Workspace second(std::move(first));
  EXPECT_EQ(second.capacity(), capacity);
  EXPECT_EQ(first.capacity(), 0u);
  EXPECT_EQ(first.words(), nullptr);
  scan_with<DeviceScan::automatic, double>(first, 100003, Sum<double>{});
  EXPECT_EQ(first.capacity(), capacity);
  second = std::move(first);
  EXPECT_EQ(first.capacity(), 0u);
  Workspace& itself = second;
  second = std::move(itself);
  EXPECT_EQ(second.capacity(), capacity);
  scan_with<DeviceScan::automatic, double>(second, 100003, Sum<double>{});
}

/// The calls whose events are counted; everything that they need is allocated earlier.
template <DeviceScan V, class T = int>
class CountedScans {
 public:
  explicit CountedScans(std::size_t n)
      : in_(random_elements<T>(n, n)), out_(n), with_total_(n + 1) {}

  void operator()(Exec const& exec, Workspace& workspace) const {
    KokkosScan::inclusive_scan("counted", exec, in_.const_view(), out_.view(), Sum<T>{},
                               ScanOptions<V>{}.with(workspace));
    KokkosScan::exclusive_scan("counted", exec, in_.const_view(), with_total_.view(), Sum<T>{}, 0,
                               ScanOptions<V>{}.with(workspace));
  }

 private:
  GuardedArray<T> in_, out_, with_total_;
};

template <DeviceScan V>
void expect_neither_allocation_nor_fence(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  Exec const exec;
  Workspace workspace(exec);
  CountedScans<V> const scans(n);
  scans(exec, workspace);
  std::size_t const capacity = workspace.capacity();
  expect_neither_allocation_nor_fence(exec, [&] { scans(exec, workspace); });
  EXPECT_EQ(workspace.capacity(), capacity);
}

TEST(Workspace, GrownOnesNeitherAllocateNorFence) {
  for (std::size_t const n : {1u, 1000u, 300007u}) {
    expect_neither_allocation_nor_fence<DeviceScan::automatic>(n);
    expect_neither_allocation_nor_fence<DeviceScan::parallel_scan>(n);
    expect_neither_allocation_nor_fence<DeviceScan::hillis_steele>(n);
    expect_neither_allocation_nor_fence<DeviceScan::hierarchical>(n);
    expect_neither_allocation_nor_fence<DeviceScan::look_back>(n);
    expect_neither_allocation_nor_fence<DeviceScan::fixed_look_back>(n);
    expect_neither_allocation_nor_fence<DeviceScan::work_ahead>(n);
  }
}

template <DeviceScan V, class T>
void expect_smaller_calls_need_no_more(std::size_t large, std::size_t small) {
  SCOPED_TRACE(describe(V, large));
  Exec const exec;
  Workspace workspace(exec);
  CountedScans<V, T> const before(large), scans(small);
  before(exec, workspace);
  expect_neither_allocation_nor_fence(exec, [&] { scans(exec, workspace); });
}

TEST(Workspace, SmallerCallsNeedNoMore) {
  expect_smaller_calls_need_no_more<DeviceScan::look_back, int>(300007, 1000);
  // Where the choice changes, fewer elements may need more tiles, since the tiles are shorter.
  std::size_t const large = std::size_t(1) << 22;
  expect_smaller_calls_need_no_more<DeviceScan::automatic, std::int8_t>(large, large - 1);
  expect_smaller_calls_need_no_more<DeviceScan::automatic, int>(large, large - 1);
  expect_smaller_calls_need_no_more<DeviceScan::automatic, double>(large / 2, large / 2 - 1);
}

TEST(Workspace, BelongsToOneInstance) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  if (instances[0] == instances[1]) GTEST_SKIP() << "the space has one instance only";
  Workspace workspace(instances[0]);
  GuardedArray<int> const in(std::vector<int>(10, 1)), out(10);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan(instances[1], in.const_view(), out.view(), Sum<int>{},
                                   ScanOptions<>{}.with(workspace));
      },
      "inclusive_scan", "workspace"));
  EXPECT_TRUE(out.is_untouched());
}

}  // namespace KokkosScanTest
