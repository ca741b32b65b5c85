// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std_par: the C++ standard library with std::execution::par, which needs TBB with GCC's library.
// Only compiled where TBB is available and the arrays are in the host's memory. It uses TBB's
// threads, not those of the execution space.
#include "baselines.hpp"

#include <execution>
#include <numeric>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

namespace perf {
namespace {

/// An OpenMP runtime may have bound the main thread to one core (OMP_PROC_BIND). TBB would take
/// that for all the cores there are, and its threads inherit the binding. So they are started while
/// the main thread may run wherever any thread of the execution space may.
bool start_threads([[maybe_unused]] Exec const& exec) {
#if defined(__linux__)
  auto const threads = static_cast<std::size_t>(exec.concurrency());
  cpu_set_t own, all;
  if (sched_getaffinity(0, sizeof own, &own) != 0) return false;
  std::vector<cpu_set_t> of_thread(threads, own);
  cpu_set_t* const masks = of_thread.data();
  Kokkos::parallel_for("perf: cores of threads", Kokkos::RangePolicy<Exec>(exec, 0, threads),
                       [=](std::size_t t) { sched_getaffinity(0, sizeof *masks, masks + t); });
  exec.fence("perf: cores of threads");
  CPU_ZERO(&all);
  for (cpu_set_t const& mask : of_thread) CPU_OR(&all, &all, &mask);
  sched_setaffinity(0, sizeof all, &all);
#endif
  std::vector<int> x(1 << 20, 1);
  std::inclusive_scan(std::execution::par, x.begin(), x.end(), x.begin());
#if defined(__linux__)
  sched_setaffinity(0, sizeof own, &own);
#endif
  return true;
}

template <class Op>
void run(Exec const& exec, Array<typename Op::value_type> const& in,
         Array<typename Op::value_type> const& out, KokkosScan::ScanMode mode, Scratch&) {
  exec.fence("perf: std runs on threads of its own");
  static bool const has_started = start_threads(exec);
  static_cast<void>(has_started);
  auto const* first = in.data();
  auto const par = std::execution::par;
  if (mode == KokkosScan::ScanMode::inclusive)
    std::inclusive_scan(par, first, first + in.extent(0), out.data(), Op{}, Op{}.identity());
  else
    std::exclusive_scan(par, first, first + in.extent(0), out.data(), Op{}.identity(), Op{});
}

AtStart const enter([] {
  auto const add = []<class Op>(Type<Op>) {
    scan_baselines<Op>().push_back({"std_par", &run<Op>});
  };
  for_each_type(SumOperators{}, add);
  for_each_type(OtherOperators{}, add);
});

}  // namespace
}  // namespace perf
