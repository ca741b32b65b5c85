// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/benchmark.hpp"
#include "problem.hpp"

#include <benchmark/benchmark.h>

namespace perf {

/// \brief Verifies a call that writes problem.out, times it, and compares it with a copy.
/// \param call    the operation, asynchronous in problem.exec
/// \param verify  returns an error message, empty if the result is right
template <class P, class Call, class Verify>
void verify_and_time(benchmark::State& state, P& problem, TimingOptions const& options,
                     double bytes, Call const& call, Verify const& verify) {
  if (!passes(state, problem.exec, call, verify, problem.out)) return;
  double const copy_rate = problem.copy_rate(options);
  Timing const timing = time_and_report(state, problem.exec, call, options, problem.n, bytes);
  state.counters["copy_bytes_per_second"] = copy_rate;
  state.counters["fraction_of_copy"] = bytes / timing.seconds / copy_rate;
}

}  // namespace perf
