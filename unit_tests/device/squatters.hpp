// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Teams that hold most of the device until they are told to go.

#include <Kokkos_Core.hpp>

#include <KokkosScan/tuning/capabilities.hpp>
#include <chrono>
#include <cstddef>
#include <thread>

#include "environment.hpp"
#include "slow_operator.hpp"

namespace KokkosScanTest {

/// Keeps its place and its scratch until `is_over`, or for some seconds.
struct Squatter {
  using Member = Kokkos::TeamPolicy<Exec>::member_type;
  using Flag = Kokkos::View<int, Kokkos::SharedHostPinnedSpace>;
  Kokkos::View<std::uint32_t*, Exec> sink;
  Flag arrived, is_over;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Kokkos::atomic_inc(&arrived());
    std::uint32_t steps = 0;
    while (Kokkos::atomic_load(&is_over()) == 0 && steps < 500000) {
      sink(member.league_rank()) += dawdle(5000);
      ++steps;
    }
  }
};

/// So many squatters on an instance while it lives. Where a launch blocks, another host thread
/// launches.
class Squatters {
 public:
  Squatters(Exec const& exec, std::size_t count)
      : m_squatter{Kokkos::View<std::uint32_t*, Exec>("sink", count), Squatter::Flag("arrived"),
                   Squatter::Flag("is over")} {
    exec.fence();
    m_launcher = std::thread([exec, squatter = m_squatter, count] {
      Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(count), 1, on_host ? 1 : 32);
      policy.set_scratch_size(0, Kokkos::PerTeam(on_host ? 64 : 40 * 1024));
      Kokkos::parallel_for("squatters", policy, squatter);
      exec.fence();
    });
    while (arrived() == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  Squatters(Squatters const&) = delete;
  Squatters& operator=(Squatters const&) = delete;
  ~Squatters() { leave(); }

  int arrived() const { return Kokkos::atomic_load(&m_squatter.arrived()); }
  /// They may hold everything: who waits for work of others first sends them off.
  void leave() {
    Kokkos::atomic_store(&m_squatter.is_over(), 1);
    if (m_launcher.joinable()) m_launcher.join();
  }

  /// How many fill the device.
  static std::size_t places(Exec const& exec) {
    return static_cast<std::size_t>(on_host ? 1 : 5) *
           static_cast<std::size_t>(KokkosScan::tuning::multiprocessors(exec));
  }

 private:
  Squatter m_squatter;
  std::thread m_launcher;
};

}  // namespace KokkosScanTest
