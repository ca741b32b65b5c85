// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>
#include <utility>

namespace KokkosScan::detail {

/// Calls f(0), f(1) … f(N - 1) with integral constants of N's type. For the host only: nvcc warns
/// of functions for both sides that call one for the host.
template <auto N, class F>
void for_each_index(F const& f) {
  using Number = decltype(N);
  [&]<Number... Index>(std::integer_sequence<Number, Index...>) {
    (f(std::integral_constant<Number, Index>{}), ...);
  }(std::make_integer_sequence<Number, N>{});
}

}  // namespace KokkosScan::detail
