// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/benchmark.hpp"
#include "support/context.hpp"

#include <benchmark/benchmark.h>
#include <Kokkos_Core.hpp>

#include <cstdio>

namespace perf {

/// \brief The main function of a benchmark program: reads the flags, registers the benchmarks that
/// \p add_all(settings) adds, runs them, and prints how many failed.
/// \return the program's exit code: 1 if a flag was not understood or a benchmark failed
template <class AddAll>
int run_program(char const* name, int argc, char* argv[], AddAll const& add_all) {
  Kokkos::initialize(argc, argv);
  Settings const settings = parse_settings(argc, argv);
  benchmark::Initialize(&argc, argv);
  bool const understood = !benchmark::ReportUnrecognizedArguments(argc, argv);
  if (understood) {
    for (auto const& [key, value] : run_context()) benchmark::AddCustomContext(key, value);
    add_all(settings);
    benchmark::RunSpecifiedBenchmarks();
  }
  ProblemCache::clear();
  benchmark::Shutdown();
  Kokkos::finalize();
  if (failed_benchmarks > 0)
    std::fprintf(stderr, "%s: %d benchmarks failed\n", name, failed_benchmarks);
  return understood && failed_benchmarks == 0 ? 0 : 1;
}

}  // namespace perf
