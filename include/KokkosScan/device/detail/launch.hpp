// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/lone_member.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

/// \file
/// \brief The policies of launches, and calls in place of launches. On backends where a launch is
/// only a call on the host, the calling thread runs small kernels itself: opening a parallel region
/// would cost more.

namespace KokkosScan::detail {

/// Independent items [first, last), with 64-bit indices.
template <class Exec>
auto range(Exec const& exec, std::size_t first, std::size_t last) {
  return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>(exec, first, last);
}
template <class Exec>
auto range(Exec const& exec, std::size_t n) {
  return detail::range(exec, 0, n);
}

/// The policy with Kokkos' hint that the functor is small enough to be passed as a kernel argument.
/// Without the hint Kokkos may copy the functor to a buffer, and wait until the previous launch has
/// finished with that buffer.
template <class Policy>
auto light(Policy const& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

/// Whether the calling thread processes this number of items itself.
template <class Exec>
constexpr bool runs_on_caller(std::size_t items) {
  return tuning::capabilities<Exec>.launch_is_call && items <= tuning::max_items_called;
}

/// Reports to Kokkos Tools that a kernel runs during the lifetime of this object.
template <class Exec>
class CalledKernel {
 public:
  CalledKernel(std::string const& label, Exec const& exec)
      : m_has_tool(Kokkos::Tools::profileLibraryLoaded()) {
    if (m_has_tool)
      Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(exec), &m_id);
  }
  CalledKernel(CalledKernel const&) = delete;
  CalledKernel& operator=(CalledKernel const&) = delete;
  ~CalledKernel() {
    if (m_has_tool) Kokkos::Tools::endParallelFor(m_id);
  }

 private:
  bool m_has_tool;
  std::uint64_t m_id = 0;
};

/// f(i) for all i < n: launched, or called if n * each items are few. On GPUs no launch has more
/// than 2^31 items, one for each thread: HIP refuses 2^32 threads and more, and Kokkos 4.5 counts
/// them in 32 bits.
/// \param each  items that one call of f processes
template <class Exec, class F>
void for_each_item(std::string const& label, Exec const& exec, std::size_t n, F const& f,
                   std::size_t each = 1) {
  if constexpr (tuning::capabilities<Exec>.launch_is_call)
    if (runs_on_caller<Exec>(n * each)) {
      CalledKernel const kernel(label, exec);
      F const own = f;  // local: the compiler knows that stores of the loop do not change it
      for (std::size_t i = 0; i < n; ++i) own(i);
      return;
    }
  constexpr std::size_t most = tuning::capabilities<Exec>.lanes_are_threads
                                   ? std::size_t(1) << 31
                                   : std::numeric_limits<std::size_t>::max();
  std::size_t first = 0;
  for (; n - first > most; first += most)
    Kokkos::parallel_for(label, light(detail::range(exec, first, first + most)), f);
  Kokkos::parallel_for(label, light(detail::range(exec, first, n)), f);
}

/// What the teams of a league need.
struct TeamNeeds {
  std::size_t items;            ///< of all teams, other work counted as the items that take as long
  std::size_t scratch;          ///< bytes of level 0
  std::size_t more_scratch{0};  ///< bytes of level 1, for many items only
};

/// kernel(member) for all teams of a league: launched, or called one after the other with scratch
/// on the stack. A single team is called however much it has to do: a launch gives it no more
/// threads.
/// \param policy  callable that returns the policy of the launch
template <int Threads, class Exec, class Kernel, class Policy>
void for_each_team(std::string const& label, Exec const& exec, std::size_t teams,
                   TeamNeeds const& needs, Kernel const& kernel, Policy const& policy) {
  if constexpr (tuning::capabilities<Exec>.launch_is_call && Threads == 1) {
    bool const has_few = runs_on_caller<Exec>(needs.items);
    std::size_t const scratch = needs.scratch + (has_few ? 0 : needs.more_scratch);
    if ((teams == 1 || has_few) && scratch <= tuning::max_stack_bytes) {
      CalledKernel const called(label, exec);
      alignas(64) std::byte memory[tuning::max_stack_bytes];
      Kernel const own = kernel;
      for (std::size_t t = 0; t < teams; ++t) own(LoneMember<Exec>(t, teams, memory, scratch));
      return;
    }
  }
  Kokkos::parallel_for(label, policy(), kernel);
}

/// Launches of teams of a fixed size, with one lane per thread.
template <class Exec, int Threads, int TeamsPerMultiprocessor>
struct TeamLaunch {
  using Policy =
      Kokkos::TeamPolicy<Exec, tuning::LaunchBounds<Exec, Threads, TeamsPerMultiprocessor>>;
  using Member = typename Policy::member_type;

  /// The number of teams that run at once.
  static std::size_t teams(Exec const& exec) {
    return tuning::concurrent_teams(exec, TeamsPerMultiprocessor);
  }
  static auto league(Exec const& exec, std::size_t teams, std::size_t scratch) {
    Policy policy(exec, static_cast<int>(teams), Threads, 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(scratch));
    return light(policy);
  }
  /// See `for_each_team`.
  template <class Kernel>
  static void run(std::string const& label, Exec const& exec, std::size_t items, std::size_t teams,
                  std::size_t scratch, Kernel const& kernel) {
    detail::for_each_team<Threads>(label, exec, teams, TeamNeeds{items, scratch}, kernel,
                                   [&] { return league(exec, teams, scratch); });
  }
};

}  // namespace KokkosScan::detail
