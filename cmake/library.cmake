# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The library: templates in include/, a small compiled part in src/.
include(GNUInstallDirs)
include(headers)

set(headers ${KokkosScan_HEADERS})
list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/include/")
set(sources ${KokkosScan_SOURCES})
list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/src/")

add_library(KokkosScan ${sources})
add_library(KokkosScan::KokkosScan ALIAS KokkosScan)
target_compile_options(
  KokkosScan PRIVATE $<TARGET_PROPERTY:kokkosscan_warnings,INTERFACE_COMPILE_OPTIONS>
)
target_compile_definitions(KokkosScan PRIVATE KOKKOSSCAN_VERSION="${PROJECT_VERSION}")
target_sources(
  KokkosScan
  PUBLIC
  FILE_SET
  HEADERS
  BASE_DIRS
  "${PROJECT_SOURCE_DIR}/include"
  FILES
  ${headers}
)
target_compile_features(KokkosScan PUBLIC cxx_std_20)
target_link_libraries(KokkosScan PUBLIC Kokkos::kokkos)
# Before 1.0 a minor release may change the interface.
set_target_properties(
  KokkosScan
  PROPERTIES VERSION ${PROJECT_VERSION}
             SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
             CXX_VISIBILITY_PRESET default # two functions; no macro exports them
)

# A summary of the build, for people and for scripts/quickstart.
file(
  CONFIGURE
  OUTPUT
  "${PROJECT_BINARY_DIR}/configuration.txt"
  CONTENT
    "Built      KokkosScan @PROJECT_VERSION@, @CMAKE_BUILD_TYPE@, with @CMAKE_CXX_COMPILER_ID@ @CMAKE_CXX_COMPILER_VERSION@
Kokkos     @Kokkos_VERSION@, backends @Kokkos_DEVICES@
"
  @ONLY
)
