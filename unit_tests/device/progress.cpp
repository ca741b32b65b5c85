// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/segmented_scan.hpp>
#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/operators.hpp>
#include <atomic>
#include <thread>

#include "scan_drivers.hpp"
#include "slow_operator.hpp"
#include "squatters.hpp"

/// \file Single-pass scans while another kernel holds most of the device: nothing may depend on all
/// teams of a league running at once.

namespace KokkosScanTest {

template <DeviceScan V>
void check_beside_squatters() {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  std::size_t const places = Squatters::places(instances[0]);
  for (std::size_t const taken : {places, places - places / 8}) {
    SCOPED_TRACE(describe(V, taken));
    auto const input = random_elements<Bicyclic>(300007, taken);
    GuardedArray<Bicyclic> const in(input), out(input.size());
    KokkosScan::Workspace<Exec> workspace(instances[1]);
    auto const scan = [&] {
      KokkosScan::inclusive_scan(instances[1], in.const_view(), out.view(), BicyclicProduct{},
                                 ScanOptions<V>{}.with(workspace));
    };
    scan();  // grows the workspace in advance, since growing waits for kernels
    instances[1].fence();
    Squatters squatters(instances[0], taken);
    for (int call = 0; call < 20; ++call) scan();
    EXPECT_TRUE(squatters.has_arrived());
    // Leaves the squatters some time to block the scans, also those that have only been enqueued.
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    squatters.leave();
    instances[1].fence();
    EXPECT_TRUE(out.holds(reference::inclusive_scan(input, BicyclicProduct{})));
  }
}

TEST(Progress, BesideAKernelThatHoldsTheDevice) {
  check_beside_squatters<DeviceScan::look_back>();
  check_beside_squatters<DeviceScan::fixed_look_back>();
  check_beside_squatters<DeviceScan::work_ahead>();
}

template <class T>
struct CountDiffering {
  Kokkos::View<T*, Exec> first, out;
  Kokkos::View<int*, Exec> differing;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (out(i) != first(i)) Kokkos::atomic_inc(&differing(0));
  }
};

struct Load {
  Kokkos::View<std::uint32_t*, Exec> sink;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { sink(i) += dawdle(20000); }
};

/// Calls \p scan(exec, in, out, options) repeatedly while other kernels come and go. Rounding
/// differs if any sum is bracketed differently: equal bits mean an equal order.
template <class T, class Scan>
void expect_same_bits(std::size_t n, int runs, Scan const& scan) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  GuardedArray<T> const in(random_reals<T>(n));
  Kokkos::View<T*, Exec> const first("first", n), out("out", n);
  Kokkos::View<int*, Exec> const differing("differing", 1);
  Kokkos::View<std::uint32_t*, Exec> const sink("sink", on_host ? 2 : 300);
  KokkosScan::Workspace<Exec> workspace(instances[1]);
  auto const options = ScanOptions<>{}.with(workspace);
  scan(instances[1], in.const_view(), first, options);
  instances[1].fence();
  std::atomic<bool> is_done{false};
  std::thread load([&] {
    while (!is_done) {
      Kokkos::parallel_for("load", Kokkos::RangePolicy<Exec>(instances[0], 0, sink.extent(0)),
                           Load{sink});
      instances[0].fence();
    }
  });
  for (int run = 0; run < runs; ++run) {
    scan(instances[1], in.const_view(), out, options);
    Kokkos::parallel_for("compare", KokkosScan::detail::range(instances[1], n),
                         CountDiffering<T>{first, out, differing});
  }
  instances[1].fence();
  is_done = true;
  load.join();
  EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), differing)(0), 0)
      << "entries that differ from the first run, in " << runs << " runs of " << n << " elements";
}

struct PlainSum {
  template <class In, class Out, class Options>
  void operator()(Exec const& exec, In const& in, Out const& out, Options const& options) const {
    KokkosScan::inclusive_scan(exec, in, out, options);
  }
};
struct SegmentedSum {
  Kokkos::View<std::size_t*, Exec> offsets;
  template <class In, class Out, class Options>
  void operator()(Exec const& exec, In const& in, Out const& out, Options const& options) const {
    KokkosScan::segmented_inclusive_scan(exec, in, offsets, out, options);
  }
};

/// By the default choice: a few tiles, the most tiles for which GPUs look back, and so many tiles
/// that GPUs work ahead.
TEST(Progress, ThousandsOfRunsUnderLoadGiveTheSameBits) {
  std::size_t const few = 5 * tile_of<float> + 12345;
  expect_same_bits<float>(few, 1000, PlainSum{});
  expect_same_bits<float>((std::size_t(1) << 22) - 1, 500, PlainSum{});
  expect_same_bits<float>((std::size_t(1) << 22) + 77, 200, PlainSum{});
  expect_same_bits<double>(500009, 500, PlainSum{});
  Kokkos::View<std::size_t*, Exec> const offsets("offsets", 3);
  auto const host = Kokkos::create_mirror_view(offsets);
  host(0) = 0, host(1) = 100, host(2) = few;
  Kokkos::deep_copy(offsets, host);
  expect_same_bits<float>(few, 500, SegmentedSum{offsets});
}

}  // namespace KokkosScanTest
