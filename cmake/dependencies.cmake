# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installed packages are used first; missing ones are built from a pinned release.
include(FetchContent)

set(KokkosScan_OLDEST_KOKKOS 4.5)

FetchContent_Declare(
  Kokkos
  URL https://github.com/kokkos/kokkos/releases/download/5.0.2/kokkos-5.0.2.tar.gz
  URL_HASH SHA256=188817bb452ca805ee8701f1c5adbbb4fb83dc8d1c50624566a18a719ba0fa5e
  DOWNLOAD_EXTRACT_TIMESTAMP OFF
)
FetchContent_Declare(
  googletest
  URL https://github.com/google/googletest/archive/refs/tags/v1.15.2.tar.gz
  URL_HASH SHA256=7b42b4d6ed48810c5362c265a17faebe90dc2373c885e5216439d37927f02926
  DOWNLOAD_EXTRACT_TIMESTAMP OFF
  FIND_PACKAGE_ARGS NAMES GTest
)
FetchContent_Declare(
  benchmark
  URL https://github.com/google/benchmark/archive/refs/tags/v1.9.1.tar.gz
  URL_HASH SHA256=32131c08ee31eeff2c8968d7e874f3cb648034377dfc32a4c377fa8796d84981
  DOWNLOAD_EXTRACT_TIMESTAMP OFF
  FIND_PACKAGE_ARGS NAMES benchmark
)

# Kokkos. A project that adds this one as a subfolder may have brought its own.
if(NOT TARGET Kokkos::kokkos AND NOT KokkosScan_FETCH_KOKKOS)
  find_package(Kokkos ${KokkosScan_OLDEST_KOKKOS} QUIET)
  if(NOT Kokkos_FOUND AND "unknown" IN_LIST Kokkos_CONSIDERED_VERSIONS)
    # Some distributions ship Kokkos without its version file: Kokkos' own variable has the version.
    find_package(Kokkos QUIET)
    if(Kokkos_FOUND AND Kokkos_VERSION AND Kokkos_VERSION VERSION_LESS KokkosScan_OLDEST_KOKKOS)
      message(
        FATAL_ERROR
          "KokkosScan: Kokkos ${Kokkos_VERSION} in ${Kokkos_DIR} is too old, "
          "${KokkosScan_OLDEST_KOKKOS} is needed. Name another with Kokkos_ROOT, or build one with "
          "KokkosScan_FETCH_KOKKOS=ON."
      )
    endif()
  endif()
  if(Kokkos_FOUND)
    message(STATUS "KokkosScan: Kokkos ${Kokkos_VERSION} (${Kokkos_DEVICES}) in ${Kokkos_DIR}")
  elseif(Kokkos_CONSIDERED_CONFIGS)
    message(
      FATAL_ERROR
        "KokkosScan: ${Kokkos_CONSIDERED_CONFIGS} (${Kokkos_CONSIDERED_VERSIONS}) cannot be used: older than "
        "${KokkosScan_OLDEST_KOKKOS}, or something it needs is missing. Name another with Kokkos_ROOT, or build "
        "one with KokkosScan_FETCH_KOKKOS=ON."
    )
  endif()
endif()
if(NOT TARGET Kokkos::kokkos)
  message(STATUS "KokkosScan: building Kokkos from its pinned release")
  foreach(device IN LISTS KokkosScan_REQUIRE_DEVICES)
    set(Kokkos_ENABLE_${device} ON CACHE BOOL "Asked for by KokkosScan_REQUIRE_DEVICES" FORCE)
  endforeach()
  FetchContent_MakeAvailable(Kokkos)
  get_directory_property(Kokkos_VERSION DIRECTORY "${kokkos_SOURCE_DIR}" DEFINITION Kokkos_VERSION)
  foreach(device IN ITEMS CUDA HIP OPENMP THREADS SERIAL)
    if(Kokkos_ENABLE_${device})
      list(APPEND Kokkos_DEVICES ${device})
    endif()
  endforeach()
endif()
if(Kokkos_COMPILE_LANGUAGE AND NOT Kokkos_COMPILE_LANGUAGE STREQUAL "CXX")
  message(
    FATAL_ERROR
      "KokkosScan: Kokkos (${Kokkos_DIR}) was built as CMake language ${Kokkos_COMPILE_LANGUAGE}, which is not supported. "
      "Build it without Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE (Spack: ~cmake_lang)."
  )
endif()
foreach(device IN LISTS KokkosScan_REQUIRE_DEVICES)
  if(NOT Kokkos_ENABLE_${device})
    message(
      FATAL_ERROR
        "KokkosScan: Kokkos (${Kokkos_DIR}) was built for ${Kokkos_DEVICES}, not for ${device}. Name another with "
        "Kokkos_ROOT, or build one with KokkosScan_FETCH_KOKKOS=ON."
    )
  endif()
endforeach()

if(KokkosScan_ENABLE_TESTS)
  set(INSTALL_GTEST OFF)
  FetchContent_MakeAvailable(googletest)
  include(GoogleTest)
endif()

if(KokkosScan_ENABLE_BENCHMARKS)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  FetchContent_MakeAvailable(benchmark)
endif()
