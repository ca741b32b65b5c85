// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nothing: a target needs a file to precompile headers (unit_tests/CMakeLists.txt).
