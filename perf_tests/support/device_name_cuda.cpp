// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <cuda_runtime_api.h>

namespace perf {

std::string device_name() {
  int device = 0;
  cudaDeviceProp properties;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaGetDeviceProperties(&properties, device) != cudaSuccess)
    return "unknown";
  return properties.name;
}

std::string device_toolkit() {
  auto const version = [](int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
  };
  int device = 0, driver = 0;
  cudaDeviceProp properties;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaGetDeviceProperties(&properties, device) != cudaSuccess ||
      cudaDriverGetVersion(&driver) != cudaSuccess)
    return "unknown";
  return "CUDA " + version(CUDART_VERSION) + ", driver for " + version(driver) +
         ", compute capability " + std::to_string(properties.major) + "." +
         std::to_string(properties.minor);
}

}  // namespace perf
