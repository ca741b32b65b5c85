// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "problem_cache.hpp"
#include "settings.hpp"
#include "timing.hpp"
#include "verify.hpp"

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

/// \brief Checks one call by check_call.
/// \return false if its result is wrong; the benchmark has then failed
template <class Call, class Verify, class... T>
bool passes(benchmark::State& state, Exec const& exec, Call const& call, Verify const& verify,
            Array<T> const&... outputs) {
  std::string const complaint = check_call(exec, call, verify, outputs...);
  if (!complaint.empty()) fail(state, complaint);
  return complaint.empty();
}

/// \brief Times the calls of a benchmark and reports the time.
/// \param items  the items of one call
/// \param bytes  the fewest bytes that one call can move
template <class Call>
Timing time_and_report(benchmark::State& state, Exec const& exec, Call const& call,
                       TimingOptions const& options, std::size_t items, double bytes) {
  Timing const timing = time_calls(exec, call, options);
  for (auto _ : state)
    state.SetIterationTime(timing.seconds);  // there is one iteration, so the median is the result
  state.counters["items_per_second"] = static_cast<double>(items) / timing.seconds;
  state.counters["bytes_per_second"] = bytes / timing.seconds;
  state.counters["fastest_us"] = 1e6 * timing.fastest;
  state.counters["slowest_us"] = 1e6 * timing.slowest;
  state.counters["samples"] = timing.samples;
  state.counters["calls_per_sample"] = timing.calls;
  return timing;
}

/// \brief Registers a benchmark that reports a time of its own; an exception fails it.
/// \param body  called with (state)
template <class Body>
void register_benchmark(std::string const& name, Body const& body) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [body](benchmark::State& state) {
                                 try {
                                   body(state);
                                 } catch (std::exception const& error) {
                                   ProblemCache::clear();
                                   fail(state, error.what());
                                 }
                               })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMicrosecond);
}

/// \brief Registers a benchmark on a problem of type P.
/// \param name  the part before the size, e.g. scan/inclusive/sum/int32/look_back
/// \param bytes the memory that the arrays need; sizes beyond the limit are left out
/// \param body  called with (state, problem, timing options)
template <class P, class Body>
void add_benchmark(std::string const& name, Settings const& settings, std::size_t n, double bytes,
                   Body const& body) {
  if (bytes > settings.memory_bytes) return;
  register_benchmark(name + "/n:" + std::to_string(n),
                     [n, body, timing = settings.timing](benchmark::State& state) {
                       body(state, ProblemCache::get<P>(n), timing);
                     });
}

}  // namespace perf
