// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/benchmark.hpp"
#include "problem.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace perf {

/// \brief Verifies a call once, times it, and reports.
/// \param call    the operation, asynchronous in problem.exec
/// \param verify  run after the first call; returns an error message, empty if the result is right
template <class P, class Call, class Verify>
void verify_and_time(benchmark::State& state, P& problem, TimingOptions const& options,
                     double bytes, Call const& call, Verify const& verify) {
  poison(problem.exec, problem.out);
  call();
  if (std::string const complaint = verify(); !complaint.empty()) {
    fail(state, complaint);
    return;
  }
  double const copy_rate = problem.copy_rate(options);
  Timing const timing = time_calls(problem.exec, call, options);
  report_timing(state, timing, problem.n, bytes);
  state.counters["copy_bytes_per_second"] = copy_rate;
  state.counters["fraction_of_copy"] = bytes / timing.seconds / copy_rate;
}

}  // namespace perf
