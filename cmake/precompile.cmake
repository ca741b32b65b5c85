# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Two thirds of what it takes to compile a small file is parsing Kokkos and this library: once for all files of the same
# flags. Device compilers do not take precompiled headers; position-independent libraries and programs differ in flags.
set(kokkosscan_precompiles TRUE)
if(Kokkos_ENABLE_CUDA OR Kokkos_ENABLE_HIP OR Kokkos_ENABLE_SYCL OR CMAKE_POSITION_INDEPENDENT_CODE)
  set(kokkosscan_precompiles FALSE)
endif()

# kokkosscan_precompile(target header...): the target's own files, and what reuses them, get these headers first.
function(kokkosscan_precompile target)
  if(kokkosscan_precompiles)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# kokkosscan_reuse_precompiled(target from): the two have the same flags.
function(kokkosscan_reuse_precompiled target from)
  if(kokkosscan_precompiles)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()
