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

#if defined(KOKKOS_ENABLE_IMPL_VIEW_LEGACY) || KOKKOS_VERSION < 40700
constexpr char const* kokkos_view = "legacy";
#else
constexpr char const* kokkos_view = "mdspan";
#endif

}  // namespace

std::vector<std::pair<std::string, std::string>> run_context() {
  std::string const version = std::to_string(KOKKOS_VERSION / 10000) + "." +
                              std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
                              std::to_string(KOKKOS_VERSION % 100);
  return {{"host", host_name()},
          {"device", device_name()},
          {"toolkit", device_toolkit()},
          {"backend", Exec::name()},
          {"concurrency", std::to_string(Exec().concurrency())},
          {"kokkos_version", version},
          {"kokkos_view", kokkos_view},
          {"compiler", origin::compiler},
          {"flags", origin::flags},
          {"commit", origin::commit},
          {"OMP_NUM_THREADS", environment("OMP_NUM_THREADS")},
          {"OMP_PROC_BIND", environment("OMP_PROC_BIND")}};
}

}  // namespace perf
