// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <hip/hip_runtime_api.h>

namespace perf {

namespace {

bool get_properties(hipDeviceProp_t& properties) {
  int device = 0;
  return hipGetDevice(&device) == hipSuccess &&
         hipGetDeviceProperties(&properties, device) == hipSuccess;
}

}  // namespace

std::string device_name() {
  hipDeviceProp_t properties;
  return get_properties(properties) ? properties.name : "unknown";
}

std::string device_toolkit() {
  hipDeviceProp_t properties;
  if (!get_properties(properties)) return "unknown";
  return "HIP " + std::to_string(HIP_VERSION_MAJOR) + "." + std::to_string(HIP_VERSION_MINOR) +
         ", " + properties.gcnArchName;
}

}  // namespace perf
