// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_scan: every variant of the device-level scan compared with every baseline, on this machine.
//
// Names have the form scan/FORM/[SEGMENTS/]OPERATOR/TYPE/IMPLEMENTATION/n:SIZE and
// copy/TYPE/IMPLEMENTATION/n:SIZE; report.py parses them. Every benchmark first checks its result,
// and the program fails if a result is wrong.
#include "program.hpp"
#include "scan/groups.hpp"

int main(int argc, char* argv[]) {
  return perf::run_program("perf_scan", argc, argv, [](perf::Settings const& settings) {
    perf::add_sums_of_small_integers(settings);
    perf::add_sums_of_integers(settings);
    perf::add_sums_of_floats(settings);
    perf::add_sums_of_large_types(settings);
    perf::add_other_operators(settings);
    perf::add_conversions(settings);
    perf::add_functor_scans(settings);
    perf::add_segmented_scans(settings);
    perf::add_scans_by_key(settings);
    perf::add_scans_along(settings);
    perf::add_scans_of_tables(settings);
  });
}
