// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/problem.hpp"

namespace perf {

/// \brief Arrays to scan, with random values.
template <class T>
struct Problem : InOut<T> {
  explicit Problem(std::size_t size) : InOut<T>(size) { fill_random(this->exec, this->in); }
};

}  // namespace perf
