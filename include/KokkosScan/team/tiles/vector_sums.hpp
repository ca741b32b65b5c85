// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/vector.hpp>

namespace KokkosScan::team::detail {

/// \brief Sums of vectors, lane by lane. Four independent sums hide the latency of the operation.
template <class T, int W>
struct VectorSums {
  using Vector = KokkosScan::detail::Vector<T, W>;
  static constexpr int streams = 4, items = streams * W;
  Vector part[streams];

  VectorSums() = default;
  template <class Op>
  explicit VectorSums(Op const& op) {
    for (auto& p : part) p = Vector(op.identity());
  }
  /// \brief Adds one vector to each sum: `load(0)`, `load(W)` …
  template <class Op, class Load>
  void add(Op const& op, Load const& load) {
    for (int s = 0; s < streams; ++s) part[s] = Vector::map(op, part[s], load(s * W));
  }
};

}  // namespace KokkosScan::team::detail
