// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/operators.hpp>

namespace KokkosScan::detail {

/// K values, combined element by element.
template <class T, int K>
struct Row {
  T column[K];
};

template <class Op, int K>
struct RowMonoid {
  using value_type = Row<typename Op::value_type, K>;
  static constexpr bool is_commutative = Op::is_commutative;
  Op op;
  KOKKOS_FUNCTION value_type identity() const {
    value_type x;
    KOKKOSSCAN_UNROLL
    for (int c = 0; c < K; ++c) x.column[c] = op.identity();
    return x;
  }
  KOKKOS_FUNCTION value_type operator()(value_type const& a, value_type const& b) const {
    value_type x;
    KOKKOSSCAN_UNROLL
    for (int c = 0; c < K; ++c) x.column[c] = op(a.column[c], b.column[c]);
    return x;
  }
};

template <class Op, int K>
inline constexpr bool is_sum<RowMonoid<Op, K>> = is_sum<Op>;
template <class T, int K>
inline constexpr bool adds_exactly<Row<T, K>> = adds_exactly<T>;

}  // namespace KokkosScan::detail
