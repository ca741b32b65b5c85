// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

/// \file
/// \brief Predicates of partitions and selections: comparisons with a pivot.
///
/// Any callable element → bool will do. What compares as false is rejected: a NaN pivot rejects
/// everything, but for `NotEqualTo`.

namespace KokkosScan {

/// \brief x < pivot
template <class T>
struct LessThan {
  T pivot;
  KOKKOS_FUNCTION bool operator()(T const& x) const { return x < pivot; }
};

/// \brief x <= pivot
template <class T>
struct LessEqual {
  T pivot;
  KOKKOS_FUNCTION bool operator()(T const& x) const { return x <= pivot; }
};

/// \brief x > pivot
template <class T>
struct GreaterThan {
  T pivot;
  KOKKOS_FUNCTION bool operator()(T const& x) const { return x > pivot; }
};

/// \brief x >= pivot
template <class T>
struct GreaterEqual {
  T pivot;
  KOKKOS_FUNCTION bool operator()(T const& x) const { return x >= pivot; }
};

/// \brief x == pivot
template <class T>
struct EqualTo {
  T pivot;
  KOKKOS_FUNCTION bool operator()(T const& x) const { return x == pivot; }
};

/// \brief !(x == pivot)
template <class T>
struct NotEqualTo {
  T pivot;
  KOKKOS_FUNCTION bool operator()(T const& x) const { return !(x == pivot); }
};

template <class T>
KOKKOS_FUNCTION LessThan(T) -> LessThan<T>;
template <class T>
KOKKOS_FUNCTION LessEqual(T) -> LessEqual<T>;
template <class T>
KOKKOS_FUNCTION GreaterThan(T) -> GreaterThan<T>;
template <class T>
KOKKOS_FUNCTION GreaterEqual(T) -> GreaterEqual<T>;
template <class T>
KOKKOS_FUNCTION EqualTo(T) -> EqualTo<T>;
template <class T>
KOKKOS_FUNCTION NotEqualTo(T) -> NotEqualTo<T>;

}  // namespace KokkosScan
