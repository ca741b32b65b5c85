// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "timing.hpp"

#include <cstddef>
#include <vector>

namespace perf {

/// The settings from the command line; see settings.cpp for the flags.
struct Settings {
  std::vector<std::size_t> sizes;  ///< elements, ascending
  TimingOptions timing;
  double memory_bytes = 0;  ///< sizes that need more arrays than this are left out
};

/// \brief Takes this program's own flags out of the command line and leaves the rest to Google
/// Benchmark. Prints a message and exits on a malformed value; prints the flags on --help and
/// continues.
Settings parse_settings(int& argc, char** argv);

}  // namespace perf
