// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>

namespace KokkosScan::detail {

/// How many elements are in each of the first N classes; the others are in the last class, N. These
/// are the values that a partition scans.
template <class Integer, int N>
struct ClassCounts {
  Integer of[N];

  KOKKOS_FUNCTION friend ClassCounts operator+(ClassCounts const& a, ClassCounts const& b) {
    ClassCounts c;
    KOKKOSSCAN_UNROLL
    for (int i = 0; i < N; ++i) c.of[i] = a.of[i] + b.of[i];
    return c;
  }
  KOKKOS_FUNCTION ClassCounts& operator+=(ClassCounts const& b) { return *this = *this + b; }

  KOKKOS_FUNCTION Integer sum() const {
    Integer s = of[0];
    KOKKOSSCAN_UNROLL
    for (int i = 1; i < N; ++i) s += of[i];
    return s;
  }

  /// One element of class c.
  KOKKOS_FUNCTION static ClassCounts one(int c) {
    ClassCounts x;
    KOKKOSSCAN_UNROLL
    for (int i = 0; i < N; ++i) x.of[i] = static_cast<Integer>(c == i);
    return x;
  }

  template <class Other>
  KOKKOS_FUNCTION operator ClassCounts<Other, N>() const {
    ClassCounts<Other, N> x;
    KOKKOSSCAN_UNROLL
    for (int i = 0; i < N; ++i) x.of[i] = static_cast<Other>(of[i]);
    return x;
  }
};

/// The rank of an element within its class C, where \p index elements precede it and \p before
/// counts how many of these are in each of the first N classes.
template <int C, class Integer, int N>
KOKKOS_FUNCTION Integer rank_in_class(Integer index, ClassCounts<Integer, N> const& before) {
  if constexpr (C < N)
    return before.of[C];
  else
    return index - before.sum();
}

}  // namespace KokkosScan::detail
