// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/baselines.hpp"
#include "../support/byte_model.hpp"
#include "../support/data.hpp"
#include "../support/timing.hpp"

#include <KokkosScan.hpp>

#include <cstddef>

namespace perf {

/// \brief Arrays of one type and size, with the workspace of the scans and the speed of copying
/// these arrays.
template <class T>
struct Problem {
  Exec exec;
  std::size_t n;
  Array<T> in, out;
  KokkosScan::Workspace<Exec> workspace;
  Scratch scratch;

  explicit Problem(std::size_t size)
      : n(size),
        in(make_random<T>(exec, "perf::in", n)),
        out(make_array<T>(exec, "perf::out", n)),
        workspace(exec) {}

  /// Bytes per second of the fastest copy of these arrays; measured at the first call.
  double copy_rate(TimingOptions const& timing) {
    if (m_copy_rate == 0)
      m_copy_rate = byte_model::scan<T>(n) / fastest_copy_seconds(exec, in, out, timing);
    return m_copy_rate;
  }

 private:
  double m_copy_rate = 0;
};

}  // namespace perf
