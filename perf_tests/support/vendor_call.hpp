// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "baselines.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

namespace perf {

/// \brief Calls of CUB or rocPRIM.
/// \tparam Error  cudaError_t or hipError_t; both are 0 on success
template <class Error>
struct Vendor {
  char const* name;                ///< for messages
  char const* (*describe)(Error);  ///< cudaGetErrorString or hipGetErrorString

  /// Throws if a call failed.
  void check(Error code) const {
    if (code != Error{}) throw std::runtime_error(std::string(name) + ": " + describe(code));
  }

  /// Calls f(storage, bytes) twice: without storage it only returns the bytes it needs.
  template <class F>
  void call(Scratch& scratch, F const& f) const {
    std::size_t bytes = 0;
    check(f(nullptr, bytes));
    check(f(scratch.reserve(bytes), bytes));
  }
};

}  // namespace perf
