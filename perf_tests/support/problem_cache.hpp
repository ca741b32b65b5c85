// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <typeinfo>

namespace perf {

/// \brief Keeps the arrays of the last benchmark, since the next one mostly needs the same arrays.
/// The cache must be cleared before Kokkos is finalized.
class ProblemCache {
 public:
  template <class P>
  static P& get(std::size_t n) {
    std::string const key = typeid(P).name() + std::to_string(n);
    if (key != s_key) {
      clear();  // the old and the new arrays together may not fit
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
