// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan::lane::detail {

/// A monoid as a Kokkos reducer, for Kokkos' own nested scans.
template <class Op>
struct ReducerOf {
  using reducer = ReducerOf;
  using value_type = typename Op::value_type;
  using result_view_type =
      Kokkos::View<value_type, Kokkos::AnonymousSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Op op;
  value_type* result;

  KOKKOS_FUNCTION void join(value_type& dst, value_type const& src) const { dst = op(dst, src); }
  KOKKOS_FUNCTION void init(value_type& x) const { x = op.identity(); }
  KOKKOS_FUNCTION value_type& reference() const { return *result; }
  KOKKOS_FUNCTION result_view_type view() const { return result_view_type(result); }
};

}  // namespace KokkosScan::lane::detail
