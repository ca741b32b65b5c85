# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Linked only by this project's own tests, benchmarks and examples, never by a user's target.
add_library(kokkosscan_warnings INTERFACE)

if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(kokkosscan_warnings INTERFACE -Wall -Wextra -Wshadow)
  # nvcc hands the host compiler generated code that is not pedantic.
  if(NOT Kokkos_ENABLE_CUDA)
    target_compile_options(kokkosscan_warnings INTERFACE -Wpedantic)
  endif()
  if(KokkosScan_WARNINGS_AS_ERRORS)
    target_compile_options(kokkosscan_warnings INTERFACE -Werror)
  endif()
endif()

# For benchmarks and examples: compiles for the processor of the build machine, on request.
add_library(kokkosscan_native INTERFACE)
if(KokkosScan_NATIVE)
  target_compile_options(kokkosscan_native INTERFACE -march=native)
endif()
