# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# kokkosscan_add_test(name SOURCES file...)
#
# A GoogleTest program and one ctest entry for it. kokkosscan_test_support (unit_tests/support) provides
# main() and the oracle.
function(kokkosscan_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES")
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_link_libraries(
    ${name} PRIVATE KokkosScan::KokkosScan kokkosscan_test_support kokkosscan_warnings
  )
  add_test(NAME ${name} COMMAND ${name})
  kokkosscan_test_properties(${name} unit 600)
endfunction()

# kokkosscan_add_compile_fail_test(name SOURCE file MATCH regex FIXTURE target)
#
# Passes if the file does not compile and the compiler's message matches: a static_assert or a concept must
# name the argument. With -DKOKKOSSCAN_VALID the same file must compile, which rules out other reasons for the
# failure; this version is part of the normal build. FIXTURE: the target that both link, with its precompiled headers.
function(kokkosscan_add_compile_fail_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;MATCH;FIXTURE" "")
  add_library(${name}_valid OBJECT ${arg_SOURCE})
  target_compile_definitions(${name}_valid PRIVATE KOKKOSSCAN_VALID)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${arg_SOURCE})
  foreach(target IN ITEMS ${name} ${name}_valid)
    target_link_libraries(${target} PRIVATE ${arg_FIXTURE})
    kokkosscan_reuse_precompiled(${target} ${arg_FIXTURE})
  endforeach()
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang" AND NOT Kokkos_ENABLE_CUDA)
    # Only the compiler's message is needed, no code.
    target_compile_options(${name} PRIVATE -fsyntax-only)
  endif()
  add_test(NAME ${name} COMMAND "${CMAKE_COMMAND}" --build "${CMAKE_BINARY_DIR}" --target ${name}
                                --config $<CONFIG>
  )
  kokkosscan_test_properties(${name} compile_fail 300)
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT "LC_ALL=C")  # messages in English
  # Only one build at a time can run in a build folder.
  set_tests_properties(
    ${name} PROPERTIES PASS_REGULAR_EXPRESSION "${arg_MATCH}" RESOURCE_LOCK kokkosscan_build_folder
  )
endfunction()

# Kokkos with OpenMP uses every core by default: with two threads per test, ctest can run tests in parallel, and
# threads still interact. The caller's OMP_NUM_THREADS is ignored, so that tests are the same everywhere.
function(kokkosscan_test_properties name labels timeout)
  set(processors 1)
  if(Kokkos_ENABLE_OPENMP OR Kokkos_ENABLE_THREADS)
    set(processors 2)
  endif()
  set_tests_properties(
    ${name}
    PROPERTIES LABELS "${labels}"
               TIMEOUT "${timeout}"
               PROCESSORS ${processors}
               ENVIRONMENT "OMP_NUM_THREADS=2;OMP_PROC_BIND=false;KOKKOS_NUM_THREADS=2"
  )
endfunction()
