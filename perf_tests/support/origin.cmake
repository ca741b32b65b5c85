# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes how the benchmarks were built, with the current commit: KOKKOSSCAN_COMMIT if set, else git's for SOURCE_DIR.
#   cmake -DSOURCE_DIR=... -DTEMPLATE=... -DOUTPUT=... -P origin.cmake
set(commit "$ENV{KOKKOSSCAN_COMMIT}")
find_package(Git QUIET)
if(NOT commit AND Git_FOUND)
  set(git "${GIT_EXECUTABLE}" -C "${SOURCE_DIR}")
  execute_process(
    COMMAND ${git} rev-parse --show-prefix RESULT_VARIABLE status OUTPUT_VARIABLE prefix
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
  )
  # If the sources are part of another project's repository, its commit does not identify them.
  if(status EQUAL 0 AND prefix STREQUAL "")
    execute_process(
      COMMAND ${git} describe --always --dirty --abbrev=12 OUTPUT_VARIABLE commit
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
    )
  endif()
endif()
if(NOT commit)
  set(commit unknown)
endif()
configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)
