// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_partition: partitions and selections beside every baseline, on this machine.
//
// Names read partition/FORM/KEPT%[_clustered]/TYPE/IMPLEMENTATION/n:SIZE; report.py takes them
// apart. Every benchmark first checks its result, and the program fails if one of them was wrong.
#include "partition/groups.hpp"
#include "scan/problem.hpp"
#include "scan/run.hpp"
#include "support/context.hpp"

#include <benchmark/benchmark.h>
#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::initialize(argc, argv);
  perf::Settings const settings = perf::parse_settings(argc, argv);
  benchmark::Initialize(&argc, argv);
  bool const understood = !benchmark::ReportUnrecognizedArguments(argc, argv);
  if (understood) {
    for (auto const& [key, value] : perf::run_context()) benchmark::AddCustomContext(key, value);
    perf::add_int32_partitions(settings);
    perf::add_float_partitions(settings);
    perf::add_int64_partitions(settings);
    perf::add_double_partitions(settings);
    benchmark::RunSpecifiedBenchmarks();
  }
  perf::ProblemCache::clear();
  benchmark::Shutdown();
  Kokkos::finalize();
  if (perf::failed_benchmarks > 0)
    std::fprintf(stderr, "perf_partition: %d benchmarks failed\n", perf::failed_benchmarks);
  return understood && perf::failed_benchmarks == 0 ? 0 : 1;
}
