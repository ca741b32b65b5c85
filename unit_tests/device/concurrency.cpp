// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/operators.hpp>
#include <thread>

#include "scan_drivers.hpp"
#include "slow_operator.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

/// One user of an instance: scans its own arrays, with its own workspace, and compares the result
/// only at the end.
template <DeviceScan V>
class Client {
 public:
  Client(Exec const& exec, std::size_t n, std::uint64_t salt)
      : exec_(exec),
        workspace_(exec),
        input_(random_elements<Bicyclic>(n, salt)),
        in_(input_),
        out_(n) {}

  void run(int calls) {
    for (int call = 0; call < calls; ++call) {
      KokkosScan::inclusive_scan(exec_, in_.const_view(), out_.view(), BicyclicProduct{},
                                 ScanOptions<V>{}.with(workspace_));
    }
  }

  void fence() const { exec_.fence(); }
  ::testing::AssertionResult is_right() const {
    return out_.holds(reference::inclusive_scan(input_, BicyclicProduct{}));
  }

 private:
  Exec exec_;
  KokkosScan::Workspace<Exec> workspace_;
  std::vector<Bicyclic> input_;
  GuardedArray<Bicyclic> in_, out_;
};

template <DeviceScan V>
void check_two_instances_from_one_thread() {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  Client<V> first(instances[0], 100003, 1), second(instances[1], 70001, 2);
  for (int round = 0; round < 5; ++round) {
    first.run(1);
    second.run(1);
  }
  first.fence();
  second.fence();
  EXPECT_TRUE(first.is_right());
  EXPECT_TRUE(second.is_right());
}

TEST(Concurrency, TwoInstancesFromOneThread) {
  check_two_instances_from_one_thread<DeviceScan::look_back>();
  check_two_instances_from_one_thread<DeviceScan::fixed_look_back>();
  check_two_instances_from_one_thread<DeviceScan::work_ahead>();
  check_two_instances_from_one_thread<DeviceScan::hierarchical>();
}

template <DeviceScan V>
void check_an_instance_per_thread() {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  Client<V> first(instances[0], 100003, 1), second(instances[1], 70001, 2);
  std::thread other([&] { second.run(10); });
  first.run(10);
  other.join();
  first.fence();
  second.fence();
  EXPECT_TRUE(first.is_right());
  EXPECT_TRUE(second.is_right());
}

TEST(Concurrency, AnInstancePerThread) {
  check_an_instance_per_thread<DeviceScan::look_back>();
  check_an_instance_per_thread<DeviceScan::fixed_look_back>();
  check_an_instance_per_thread<DeviceScan::work_ahead>();
  check_an_instance_per_thread<DeviceScan::hierarchical>();
}

/// Several host threads on the same instance, each with a workspace of its own.
template <DeviceScan V>
void check_threads_share_an_instance() {
  Exec const exec;
  Client<V> first(exec, 100003, 1), second(exec, 70001, 2), third(exec, 999, 3);
  std::thread second_thread([&] { second.run(10); }), third_thread([&] { third.run(10); });
  first.run(10);
  second_thread.join();
  third_thread.join();
  exec.fence();
  EXPECT_TRUE(first.is_right());
  EXPECT_TRUE(second.is_right());
  EXPECT_TRUE(third.is_right());
}

TEST(Concurrency, ThreadsShareAnInstance) {
  check_threads_share_an_instance<DeviceScan::look_back>();
  check_threads_share_an_instance<DeviceScan::fixed_look_back>();
  check_threads_share_an_instance<DeviceScan::work_ahead>();
  check_threads_share_an_instance<DeviceScan::hierarchical>();
  check_threads_share_an_instance<DeviceScan::automatic>();
}

/// A host thread that calls scans without a workspace of its own.
void scan_without_workspace(std::uint64_t salt, ::testing::AssertionResult& result) {
  auto const input = random_elements<int>(300007, salt);
  GuardedArray<int> const in(input), out(input.size());
  for (int call = 0; call < 5; ++call)
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view());
  Exec().fence();
  result = out.holds(reference::inclusive_scan(input, Sum<int>{}));
}

TEST(Concurrency, ThreadsWithoutWorkspaces) {
  auto first = ::testing::AssertionFailure(), second = ::testing::AssertionFailure();
  std::thread other([&] { scan_without_workspace(1, first); });
  scan_without_workspace(2, second);
  other.join();
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
}

}  // namespace KokkosScanTest
