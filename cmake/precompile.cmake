# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Parsing Kokkos and this library takes two thirds of the time to compile a small file: precompiled headers do it once
# for all files with the same flags. Device compilers do not support precompiled headers; in a position-independent
# build, libraries and programs have different flags.
set(kokkosscan_precompiles TRUE)
if(Kokkos_ENABLE_CUDA OR Kokkos_ENABLE_HIP OR Kokkos_ENABLE_SYCL OR CMAKE_POSITION_INDEPENDENT_CODE)
  set(kokkosscan_precompiles FALSE)
endif()

# kokkosscan_precompile(target header...): precompiles these headers for the target's files and for targets that reuse
# its precompiled headers.
function(kokkosscan_precompile target)
  if(kokkosscan_precompiles)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# kokkosscan_reuse_precompiled(target from): both targets must have the same flags.
function(kokkosscan_reuse_precompiled target from)
  if(kokkosscan_precompiles)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()
