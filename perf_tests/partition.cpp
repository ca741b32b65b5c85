// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// perf_partition: partitions and selections beside every baseline, on this machine.
//
// Names read partition/FORM/KEPT%[_clustered]/TYPE/IMPLEMENTATION/n:SIZE; report.py takes them
// apart. Every benchmark first checks its result, and the program fails if one of them was wrong.
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
