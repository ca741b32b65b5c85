// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include "types.hpp"

#include <unistd.h>

#include <cstdlib>

// CMake passes these; a program built without it still runs.
#ifndef PERF_COMPILER
#define PERF_COMPILER "unknown"
#endif
#ifndef PERF_FLAGS
#define PERF_FLAGS "unknown"
#endif
#ifndef PERF_COMMIT
#define PERF_COMMIT "unknown"
#endif

namespace perf {
namespace {

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

std::string environment(char const* variable) {
  char const* value = std::getenv(variable);
  return value ? value : "";
}

}  // namespace

std::vector<std::pair<std::string, std::string>> run_context() {
  std::string const version = std::to_string(KOKKOS_VERSION / 10000) + "." +
                              std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
                              std::to_string(KOKKOS_VERSION % 100);
  return {{"host", host_name()},
          {"device", device_name()},
          {"backend", Exec::name()},
          {"concurrency", std::to_string(Exec().concurrency())},
          {"kokkos_version", version},
          {"compiler", PERF_COMPILER},
          {"flags", PERF_FLAGS},
          {"commit", PERF_COMMIT},
          {"OMP_NUM_THREADS", environment("OMP_NUM_THREADS")},
          {"OMP_PROC_BIND", environment("OMP_PROC_BIND")}};
}

}  // namespace perf
