// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/benchmark.hpp"
#include "problem.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace perf {

/// \brief Verifies a call once, times it, and reports it as a fraction of its floor.
template <class P, class Call, class Verify>
void verify_and_time_bins(benchmark::State& state, P& problem, TimingOptions const& options,
                          Floor const& floor, Call const& call, Verify const& verify) {
  call();
  if (std::string const complaint = verify(); !complaint.empty()) {
    fail(state, complaint);
    return;
  }
  double const floor_seconds =
      floor.copies * (floor.copies > 0 ? problem.copy_seconds(options) : 0) +
      floor.reads * (floor.reads > 0 ? problem.read_seconds(options) : 0);
  Timing const timing = time_calls(problem.exec, call, options);
  double const passes = 2 * floor.copies + floor.reads;
  report_timing(state, timing, problem.n, passes * static_cast<double>(problem.in_bytes()));
  state.counters["fraction_of_floor"] = floor_seconds / timing.seconds;
  state.counters["floor_us"] = 1e6 * floor_seconds;
}

/// The name of a benchmark: what/TYPE/SPREAD/bins:B/IMPLEMENTATION.
template <class T>
std::string bins_name(char const* what, Spread spread, std::size_t bins, std::string const& who) {
  return std::string(what) + "/" + type_name<T> + "/" + spread_name(spread) +
         "/bins:" + std::to_string(bins) + "/" + who;
}

}  // namespace perf
