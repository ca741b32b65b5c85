# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every public header must compile alone, and stand being included twice: one small file each.
include(headers)

add_library(kokkosscan_header_checks OBJECT)
foreach(header IN LISTS KokkosScan_HEADERS)
  string(MAKE_C_IDENTIFIER "${header}" identifier)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/header_checks/${identifier}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include <@header@>\n#include <@header@>\n" @ONLY)
  target_sources(kokkosscan_header_checks PRIVATE "${source}")
endforeach()
target_link_libraries(
  kokkosscan_header_checks PRIVATE KokkosScan::KokkosScan kokkosscan_warnings
)
