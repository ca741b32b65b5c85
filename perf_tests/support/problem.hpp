// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "baselines.hpp"
#include "byte_model.hpp"
#include "data.hpp"
#include "timing.hpp"

#include <KokkosScan.hpp>

#include <cstddef>

namespace perf {

/// \brief What every benchmark on arrays needs: an input and an output of one type and size, the
/// workspace of the library, the scratch memory of the baselines, and the speed of copying.
template <class T>
struct InOut {
  Exec exec;
  std::size_t n;
  Array<T> in, out;  ///< not initialized
  KokkosScan::Workspace<Exec> workspace;
  Scratch scratch;

  explicit InOut(std::size_t size)
      : n(size),
        in(make_array<T>(exec, "perf::in", n)),
        out(make_array<T>(exec, "perf::out", n)),
        workspace(exec) {}

  /// Seconds that the fastest copy of these arrays takes; measured at the first call.
  double copy_seconds(TimingOptions const& timing) {
    if (m_copy_seconds == 0) m_copy_seconds = fastest_copy_seconds(exec, in, out, timing);
    return m_copy_seconds;
  }
  /// Bytes per second of this copy.
  double copy_rate(TimingOptions const& timing) {
    return byte_model::scan<T>(n) / copy_seconds(timing);
  }

 private:
  double m_copy_seconds = 0;
};

}  // namespace perf
