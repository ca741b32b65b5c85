# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs a program and checks its exit code AND its output: ctest's PASS_REGULAR_EXPRESSION ignores the exit code.
#   cmake -DPROGRAM=... [-DARGUMENTS=a;b] -DEXPECT_CODE=0 -DEXPECT_OUTPUT=regex -P check_run.cmake
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(NOT code STREQUAL EXPECT_CODE)
  message(FATAL_ERROR "exit code ${code}, expected ${EXPECT_CODE}")
endif()
if(NOT output MATCHES "${EXPECT_OUTPUT}")
  message(FATAL_ERROR "the output does not match '${EXPECT_OUTPUT}'")
endif()
