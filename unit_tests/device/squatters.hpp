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

/// A flag between a kernel and the host while the kernel runs: a device's atomics may not reach the
/// host's memory.
class SharedFlag {
 public:
  SharedFlag() : m_flag("flag") {}
  KOKKOS_FUNCTION void raise() const {
    KOKKOS_IF_ON_HOST((Kokkos::atomic_store(&m_flag(), 1);))
    KOKKOS_IF_ON_DEVICE((*static_cast<int volatile*>(&m_flag()) = 1;))
  }
  KOKKOS_FUNCTION bool is_raised() const {
    KOKKOS_IF_ON_HOST((return Kokkos::atomic_load(&m_flag()) != 0;))
    KOKKOS_IF_ON_DEVICE((return *static_cast<int const volatile*>(&m_flag()) != 0;))
  }

 private:
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> m_flag;
};

/// Occupies its place and its scratch until `is_over`, or for some seconds.
struct Squatter {
  using Member = Kokkos::TeamPolicy<Exec>::member_type;
  Kokkos::View<std::uint32_t*, Exec> sink;
  SharedFlag has_arrived, is_over;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    has_arrived.raise();
    for (int steps = 0; !is_over.is_raised() && steps < 100000; ++steps)
      sink(member.league_rank()) += dawdle(5000);
  }
};

/// Runs `count` squatters on an instance during its lifetime. Another host thread launches them,
/// since launches block on some backends.
class Squatters {
 public:
  Squatters(Exec const& exec, std::size_t count)
      : m_squatter{Kokkos::View<std::uint32_t*, Exec>("sink", count), {}, {}} {
    exec.fence();
    m_launcher = std::thread([exec, squatter = m_squatter, count] {
      Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(count), 1, on_host ? 1 : 32);
      policy.set_scratch_size(0, Kokkos::PerTeam(on_host ? 64 : 40 * 1024));
      Kokkos::parallel_for("squatters", policy, squatter);
      exec.fence();
    });
    while (!has_arrived()) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  Squatters(Squatters const&) = delete;
  Squatters& operator=(Squatters const&) = delete;
  ~Squatters() { leave(); }

  bool has_arrived() const { return m_squatter.has_arrived.is_raised(); }
  /// Ends the squatters. They may hold the whole device, so call it before waiting for other work.
  void leave() {
    m_squatter.is_over.raise();
    if (m_launcher.joinable()) m_launcher.join();
  }

  /// The number of squatters that fill the device.
  static std::size_t places(Exec const& exec) {
    return static_cast<std::size_t>(on_host ? 1 : 5) *
           static_cast<std::size_t>(KokkosScan::tuning::multiprocessors(exec));
  }

 private:
  Squatter m_squatter;
  std::thread m_launcher;
};

}  // namespace KokkosScanTest
