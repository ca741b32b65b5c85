// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "../support/baselines.hpp"
#include "../support/byte_model.hpp"
#include "../support/data.hpp"
#include "../support/timing.hpp"

#include <KokkosScan.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <typeinfo>

namespace perf {

/// \brief Arrays of one type and size, with the storage the scans work in and the speed of copying
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

  /// Bytes a second of the fastest copy of these very arrays; measured when first asked for.
  double copy_rate(TimingOptions const& timing) {
    if (m_copy_rate == 0)
      m_copy_rate = byte_model::scan<T>(n) / fastest_copy_seconds(exec, in, out, timing);
    return m_copy_rate;
  }

 private:
  double m_copy_rate = 0;
};

/// \brief Keeps the arrays of the benchmark that ran last, for the next one mostly wants the same.
/// It must be emptied before Kokkos is finalized.
class ProblemCache {
 public:
  template <class P>
  static P& get(std::size_t n) {
    std::string const key = typeid(P).name() + std::to_string(n);
    if (key != s_key) {
      clear();  // the old arrays and the new ones may not fit side by side
      s_held = std::make_shared<P>(n);
      s_key = key;
    }
    return *static_cast<P*>(s_held.get());
  }
  static void clear() {
    s_held.reset();
    s_key.clear();
  }

 private:
  static inline std::shared_ptr<void> s_held;
  static inline std::string s_key;
};

}  // namespace perf
