# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every header must compile alone and may be included twice: one small file tests each header, after a precompiled
# Kokkos_Core.hpp.
include(headers)

add_library(kokkosscan_header_checks OBJECT)
foreach(header IN LISTS KokkosScan_HEADERS)
  string(MAKE_C_IDENTIFIER "${header}" identifier)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/header_checks/${identifier}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <@header@>\n#include <@header@>\n" @ONLY)
  target_sources(kokkosscan_header_checks PRIVATE "${source}")
endforeach()
target_link_libraries(kokkosscan_header_checks PRIVATE KokkosScan::KokkosScan kokkosscan_warnings)
kokkosscan_precompile(kokkosscan_header_checks <Kokkos_Core.hpp>)
