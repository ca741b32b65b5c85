// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/benchmark.hpp"
#include "problem.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace perf {

/// \brief Verifies a call, times it, and reports it as a fraction of its floor.
/// \param outputs  the arrays that the call writes
template <class P, class Call, class Verify, class... T>
void verify_and_time_bins(benchmark::State& state, P& problem, TimingOptions const& options,
                          Floor const& floor, Call const& call, Verify const& verify,
                          Array<T> const&... outputs) {
  if (!passes(state, problem.exec, call, verify, outputs...)) return;
  double const floor_seconds =
      floor.copies * (floor.copies > 0 ? problem.copy_seconds(options) : 0) +
      floor.reads * (floor.reads > 0 ? problem.read_seconds(options) : 0);
  double const bytes = (2 * floor.copies + floor.reads) * static_cast<double>(problem.in_bytes());
  Timing const timing = time_and_report(state, problem.exec, call, options, problem.items(), bytes);
  state.counters["fraction_of_floor"] = floor_seconds / timing.seconds;
  state.counters["floor_us"] = 1e6 * floor_seconds;
}

/// The name of a benchmark: what/TYPE/SPREAD/bins:B/IMPLEMENTATION.
template <class P>
std::string bins_name(char const* what, std::size_t bins, std::string const& who) {
  return std::string(what) + "/" + type_name<typename P::value_type> + "/" +
         spread_name(P::spread) + "/bins:" + std::to_string(bins) + "/" + who;
}

}  // namespace perf
