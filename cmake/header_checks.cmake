# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every header must compile alone and may be included twice: one small file tests each header. Internal headers, which
# users do not include themselves, are compiled after a precompiled Kokkos_Core.hpp; all other headers without it.
include(headers)

add_library(kokkosscan_header_checks OBJECT)
add_library(kokkosscan_inner_header_checks OBJECT)
foreach(header IN LISTS KokkosScan_HEADERS)
  string(MAKE_C_IDENTIFIER "${header}" identifier)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/header_checks/${identifier}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <@header@>\n#include <@header@>\n" @ONLY)
  if(header MATCHES "/(detail|variants|bins|backends|protocol|tiles)/")
    target_sources(kokkosscan_inner_header_checks PRIVATE "${source}")
  else()
    target_sources(kokkosscan_header_checks PRIVATE "${source}")
  endif()
endforeach()
foreach(checks IN ITEMS kokkosscan_header_checks kokkosscan_inner_header_checks)
  target_link_libraries(${checks} PRIVATE KokkosScan::KokkosScan kokkosscan_warnings)
endforeach()
kokkosscan_precompile(kokkosscan_inner_header_checks <Kokkos_Core.hpp>)
