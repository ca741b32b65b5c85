// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/settings.hpp"
#include "problem.hpp"

#include <benchmark/benchmark.h>

#include <exception>
#include <string>
#include <utility>

namespace perf {

/// Benchmarks that were skipped because they failed; the program's exit code depends on it.
inline int failed_benchmarks = 0;

/// \brief Verifies a call once, times it, and reports.
/// \param call    the operation, asynchronous in problem.exec
/// \param verify  run after the first call; returns a complaint, empty if the result is right
template <class P, class Call, class Verify>
void verify_and_time(benchmark::State& state, P& problem, TimingOptions const& options,
                     double bytes, Call const& call, Verify const& verify) {
  poison(problem.exec, problem.out);
  call();
  if (std::string const complaint = verify(); !complaint.empty()) {
    ++failed_benchmarks;
    state.SkipWithError(complaint.c_str());
    return;
  }
  double const copy_rate = problem.copy_rate(options);
  Timing const timing = time_calls(problem.exec, call, options);
  for (auto _ : state)
    state.SetIterationTime(timing.seconds);  // one iteration: the median is the result

  state.counters["bytes_per_second"] = bytes / timing.seconds;
  state.counters["items_per_second"] = static_cast<double>(problem.n) / timing.seconds;
  state.counters["copy_bytes_per_second"] = copy_rate;
  state.counters["fraction_of_copy"] = bytes / timing.seconds / copy_rate;
  state.counters["fastest_us"] = 1e6 * timing.fastest;
  state.counters["slowest_us"] = 1e6 * timing.slowest;
  state.counters["samples"] = timing.samples;
  state.counters["calls_per_sample"] = timing.calls;
}

/// \brief Registers one benchmark on a problem of type P.
/// \param name  everything before the size, e.g. scan/inclusive/sum/int32/look_back
/// \param bytes the arrays' need of memory; sizes beyond the limit are left out
/// \param body  called with (state, problem)
template <class P, class Body>
void add_benchmark(std::string const& name, Settings const& settings, std::size_t n, double bytes,
                   Body const& body) {
  if (bytes > settings.memory_bytes) return;
  benchmark::RegisterBenchmark((name + "/n:" + std::to_string(n)).c_str(),
                               [n, body](benchmark::State& state) {
                                 try {
                                   body(state, ProblemCache::get<P>(n));
                                 } catch (std::exception const& error) {
                                   ProblemCache::clear();
                                   ++failed_benchmarks;
                                   state.SkipWithError(error.what());
                                 }
                               })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace perf
