// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_scan: every variant of the device-level scan beside every baseline, on this machine.
//
// Names read scan/FORM/[SEGMENTS/]OPERATOR/TYPE/IMPLEMENTATION/n:SIZE and
// copy/TYPE/IMPLEMENTATION/n:SIZE; report.py takes them apart. Every benchmark first checks its
// result, and the program fails if one of them was wrong.
#include "scan/groups.hpp"
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
    perf::add_sums_of_small_integers(settings);
    perf::add_sums_of_integers(settings);
    perf::add_sums_of_floats(settings);
    perf::add_sums_of_large_types(settings);
    perf::add_other_operators(settings);
    perf::add_functor_scans(settings);
    perf::add_segmented_scans(settings);
    perf::add_scans_by_key(settings);
    perf::add_scans_along(settings);
    benchmark::RunSpecifiedBenchmarks();
  }
  perf::ProblemCache::clear();
  benchmark::Shutdown();
  Kokkos::finalize();
  if (perf::failed_benchmarks > 0)
    std::fprintf(stderr, "perf_scan: %d benchmarks failed\n", perf::failed_benchmarks);
  return understood && perf::failed_benchmarks == 0 ? 0 : 1;
}
