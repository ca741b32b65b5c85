// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/workspace.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <thread>

#include "scan_drivers.hpp"
#include "slow_operator.hpp"

/// \file Single passes while most of the device belongs to somebody else: nothing may depend on all
/// teams of a league running at once.

namespace KokkosScanTest {

/// Teams that keep their place and their scratch for a while.
struct Squatters {
  using Member = Kokkos::TeamPolicy<Exec>::member_type;
  Kokkos::View<std::uint32_t*, Exec> sink;
  std::uint32_t steps;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    sink(member.league_rank()) = dawdle(steps);
  }
};

void squat(Exec const& exec, Kokkos::View<std::uint32_t*, Exec> const& sink, std::uint32_t steps) {
  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(sink.extent(0)), 1, on_host ? 1 : 32);
  policy.set_scratch_size(0, Kokkos::PerTeam(on_host ? 64 : 40 * 1024));
  Kokkos::parallel_for("squatters", policy, Squatters{sink, steps});
}

template <DeviceScan V>
void check_beside_squatters() {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  auto const places = static_cast<std::size_t>((on_host ? 1 : 5) *
                                               KokkosScan::tuning::multiprocessors(instances[0]));
  for (std::size_t const taken : {places, places - places / 8}) {
    SCOPED_TRACE(describe(V, taken));
    Kokkos::View<std::uint32_t*, Exec> const sink("sink", taken);
    auto const input = random_elements<Bicyclic>(300007, taken);
    GuardedArray<Bicyclic> const in(input), out(input.size());
    KokkosScan::Workspace<Exec> workspace(instances[1]);
    std::uint32_t const steps = on_host ? 200000 : 2000000;
    // Where a launch blocks, another host thread launches.
    std::thread other([&] {
      squat(instances[0], sink, steps);
      instances[0].fence();
    });
    for (int call = 0; call < 20; ++call)
      KokkosScan::inclusive_scan(instances[1], in.const_view(), out.view(), BicyclicProduct{},
                                 ScanOptions<V>{}.with(workspace));
    instances[1].fence();
    other.join();
    EXPECT_TRUE(out.holds(reference::inclusive_scan(input, BicyclicProduct{})));
  }
}

TEST(Progress, BesideAKernelThatHoldsTheDevice) {
  check_beside_squatters<DeviceScan::look_back>();
  check_beside_squatters<DeviceScan::work_ahead>();
}

void count_differing(Exec const& exec, Kokkos::View<float*, Exec> const& first,
                     Kokkos::View<float*, Exec> const& out,
                     Kokkos::View<int*, Exec> const& differing) {
  Kokkos::parallel_for(
      "compare", KokkosScan::detail::range(exec, out.extent(0)), KOKKOS_LAMBDA(std::size_t i) {
        if (out(i) != first(i)) Kokkos::atomic_inc(&differing(0));
      });
}

/// Rounding differs if any sum is bracketed differently: equal bits mean an equal order.
TEST(Progress, ThousandsOfRunsUnderLoadGiveTheSameBits) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  std::size_t const n = 50021;
  GuardedArray<float> const in(random_elements<float>(n, 3));
  Kokkos::View<float*, Exec> const first("first", n), out("out", n);
  Kokkos::View<int*, Exec> const differing("differing", 1);
  Kokkos::View<std::uint32_t*, Exec> const sink("sink", on_host ? 2 : 300);
  KokkosScan::Workspace<Exec> workspace(instances[1]);
  auto const options = ScanOptions<>{}.reproducible().with(workspace);
  KokkosScan::Sum<float> const sum;
  KokkosScan::inclusive_scan(instances[1], in.const_view(), first, sum, options);
  std::thread load([&] {
    for (int k = 0; k < 100; ++k) squat(instances[0], sink, 20000);
    instances[0].fence();
  });
  for (int run = 0; run < 2000; ++run) {
    KokkosScan::inclusive_scan(instances[1], in.const_view(), out, sum, options);
    count_differing(instances[1], first, out, differing);
  }
  instances[1].fence();
  load.join();
  EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), differing)(0), 0)
      << "entries that differ from the first run, in 2000 runs of " << n << " elements";
}

}  // namespace KokkosScanTest
