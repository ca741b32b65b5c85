// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/operators.hpp>

#include <cstdint>

/// \file
/// \brief The operator that makes a segmented scan a plain scan of pairs (value, head flag).

namespace KokkosScan::detail {

/// A value, and whether a segment starts at it or at anything combined into it.
template <class T>
struct Flagged {
  T value;
  std::uint32_t head;
};

/// The pair monoid: if the right operand contains a head, the left value is dropped. Associative,
/// never commutative.
///
/// Schwartz, Ultracomputers, TOPLAS 2 (1980); Blelloch, CMU-CS-90-190, section 1.5.
template <class Op>
struct SegmentedMonoid {
  using T = typename Op::value_type;
  using value_type = Flagged<T>;
  static constexpr bool is_commutative = false;
  Op op;
  KOKKOS_FUNCTION value_type identity() const { return {T(op.identity()), 0u}; }
  KOKKOS_FUNCTION value_type operator()(value_type const& a, value_type const& b) const {
    return {b.head != 0 ? b.value : T(op(a.value, b.value)), a.head | b.head};
  }
};

template <class T>
inline constexpr bool adds_exactly<Flagged<T>> = adds_exactly<T>;

}  // namespace KokkosScan::detail
