// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <hip/hip_runtime_api.h>

namespace perf {

std::string device_name() {
  int device = 0;
  hipDeviceProp_t properties;
  if (hipGetDevice(&device) != hipSuccess ||
      hipGetDeviceProperties(&properties, device) != hipSuccess)
    return "unknown";
  return properties.name;
}

}  // namespace perf
