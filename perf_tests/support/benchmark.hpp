// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem_cache.hpp"
#include "settings.hpp"
#include "timing.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <exception>
#include <string>

namespace perf {

/// Benchmarks that were skipped because they failed; the program's exit code depends on it.
inline int failed_benchmarks = 0;

inline void fail(benchmark::State& state, std::string const& complaint) {
  ++failed_benchmarks;
  state.SkipWithError(complaint.c_str());
}

/// Reports the time of the calls of a benchmark.
/// \param items  the items of one call
/// \param bytes  the fewest bytes that one call can move
inline void report_timing(benchmark::State& state, Timing const& timing, std::size_t items,
                          double bytes) {
  for (auto _ : state)
    state.SetIterationTime(timing.seconds);  // there is one iteration, so the median is the result
  state.counters["items_per_second"] = static_cast<double>(items) / timing.seconds;
  state.counters["bytes_per_second"] = bytes / timing.seconds;
  state.counters["fastest_us"] = 1e6 * timing.fastest;
  state.counters["slowest_us"] = 1e6 * timing.slowest;
  state.counters["samples"] = timing.samples;
  state.counters["calls_per_sample"] = timing.calls;
}

/// \brief Registers one benchmark on a problem of type P.
/// \param name  the part before the size, e.g. scan/inclusive/sum/int32/look_back
/// \param bytes the memory that the arrays need; sizes beyond the limit are left out
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
                                   fail(state, error.what());
                                 }
                               })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace perf
