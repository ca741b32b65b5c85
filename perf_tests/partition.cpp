// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_partition: partitions and selections compared with every baseline, on this machine.
//
// Names have the form partition/FORM/KEPT%[_clustered]/TYPE/IMPLEMENTATION/n:SIZE; report.py parses
// them. Every benchmark first checks its result, and the program fails if a result is wrong.
#include "partition/groups.hpp"
#include "program.hpp"

int main(int argc, char* argv[]) {
  return perf::run_program("perf_partition", argc, argv, [](perf::Settings const& settings) {
    perf::add_int32_partitions(settings);
    perf::add_float_partitions(settings);
    perf::add_int64_partitions(settings);
    perf::add_double_partitions(settings);
    perf::add_struct32_partitions(settings);
  });
}
