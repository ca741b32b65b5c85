# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# kokkosscan_add_example(name SOURCES file... [ARGS argument...] [NO_TEST])
#
# An example program and a ctest entry that runs it.
function(kokkosscan_add_example name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_TEST" "" "SOURCES;ARGS")
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_link_libraries(
    ${name} PRIVATE KokkosScan::KokkosScan kokkosscan_warnings kokkosscan_native
  )
  if(NOT arg_NO_TEST AND BUILD_TESTING)
    add_test(NAME example_${name} COMMAND ${name} ${arg_ARGS})
    kokkosscan_test_properties(example_${name} example 120)
  endif()
endfunction()
