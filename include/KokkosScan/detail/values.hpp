// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/operators.hpp>

namespace KokkosScan::detail {

/// K values, combined element by element.
template <class T, int K>
struct Values {
  T of[K];
};

template <class Op, int K>
struct ElementwiseMonoid {
  using value_type = Values<typename Op::value_type, K>;
  static constexpr bool is_commutative = Op::is_commutative;
  Op op;
  KOKKOS_FUNCTION value_type identity() const {
    value_type x;
    KOKKOSSCAN_UNROLL
    for (int c = 0; c < K; ++c) x.of[c] = op.identity();
    return x;
  }
  KOKKOS_FUNCTION value_type operator()(value_type const& a, value_type const& b) const {
    value_type x;
    KOKKOSSCAN_UNROLL
    for (int c = 0; c < K; ++c) x.of[c] = op(a.of[c], b.of[c]);
    return x;
  }
};

template <class Op, int K>
inline constexpr bool is_sum<ElementwiseMonoid<Op, K>> = is_sum<Op>;
template <class T, int K>
inline constexpr bool adds_exactly<Values<T, K>> = adds_exactly<T>;

}  // namespace KokkosScan::detail
