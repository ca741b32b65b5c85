// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include "origin.hpp"
#include "types.hpp"

#include <unistd.h>

#include <cstdlib>

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
          {"compiler", origin::compiler},
          {"flags", origin::flags},
          {"commit", origin::commit},
          {"OMP_NUM_THREADS", environment("OMP_NUM_THREADS")},
          {"OMP_PROC_BIND", environment("OMP_PROC_BIND")}};
}

}  // namespace perf
