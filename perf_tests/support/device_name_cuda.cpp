// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <cuda_runtime_api.h>

namespace perf {

namespace {

bool get_properties(cudaDeviceProp& properties) {
  int device = 0;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaGetDeviceProperties(&properties, device) == cudaSuccess;
}

}  // namespace

std::string device_name() {
  cudaDeviceProp properties;
  return get_properties(properties) ? properties.name : "unknown";
}

std::string device_toolkit() {
  auto const version = [](int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
  };
  int driver = 0;
  cudaDeviceProp properties;
  if (!get_properties(properties) || cudaDriverGetVersion(&driver) != cudaSuccess) return "unknown";
  return "CUDA " + version(CUDART_VERSION) + ", driver for " + version(driver) +
         ", compute capability " + std::to_string(properties.major) + "." +
         std::to_string(properties.minor);
}

}  // namespace perf
