# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/KokkosScan")

install(
  TARGETS KokkosScan
  EXPORT KokkosScanTargets
  FILE_SET HEADERS
)
install(
  EXPORT KokkosScanTargets
  NAMESPACE KokkosScan::
  DESTINATION "${package_dir}"
)
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/KokkosScanConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/package/KokkosScanConfig.cmake" INSTALL_DESTINATION "${package_dir}"
)
# Before 1.0 a minor release may change the interface.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/package/KokkosScanConfigVersion.cmake" COMPATIBILITY SameMinorVersion
)
install(FILES "${PROJECT_BINARY_DIR}/package/KokkosScanConfig.cmake"
              "${PROJECT_BINARY_DIR}/package/KokkosScanConfigVersion.cmake" DESTINATION "${package_dir}"
)
set(doc_dir "${CMAKE_INSTALL_DOCDIR}")
if(NOT PROJECT_IS_TOP_LEVEL)
  set(doc_dir "${CMAKE_INSTALL_DATAROOTDIR}/doc/KokkosScan") # CMAKE_INSTALL_DOCDIR is that of the enclosing project
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${doc_dir}")
