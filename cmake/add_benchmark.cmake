# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# kokkosscan_add_benchmark(name SOURCES file... [TEST_ARGS argument...])
#
# A benchmark program with perf_tests/support, and a ctest entry that runs it with TEST_ARGS, which keep the run small:
# it tests that the benchmarks work and measures nothing. Installed only on request.
function(kokkosscan_add_benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;TEST_ARGS")
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_link_libraries(
    ${name} PRIVATE kokkosscan_perf_support kokkosscan_warnings kokkosscan_native
  )
  kokkosscan_reuse_precompiled(${name} kokkosscan_perf_support)
  add_test(NAME ${name} COMMAND ${name} ${arg_TEST_ARGS})
  kokkosscan_test_properties(${name} benchmark 300)
  if(KokkosScan_INSTALL_BENCHMARKS)
    # The path from the installed program to a shared library that is installed with it.
    file(RELATIVE_PATH libraries "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
    set_property(TARGET ${name} APPEND PROPERTY INSTALL_RPATH "$ORIGIN/${libraries}")
    # And to Kokkos, Google Benchmark or TBB in another prefix.
    set_property(TARGET ${name} PROPERTY INSTALL_RPATH_USE_LINK_PATH ON)
    install(TARGETS ${name})
  endif()
endfunction()
