// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosScan::detail {

/// Objects of several types, for use in kernels: std::tuple is for hosts.
template <class... T>
struct DeviceList {};
template <class Last>
struct DeviceList<Last> {
  Last first;
};
template <class First, class... Rest>
struct DeviceList<First, Rest...> {
  First first;
  DeviceList<Rest...> rest;
};

template <class First, class... Rest>
KOKKOS_FUNCTION DeviceList<First, Rest...> device_list(First const& first, Rest const&... rest) {
  if constexpr (sizeof...(Rest) == 0)
    return {first};
  else
    return {first, detail::device_list(rest...)};
}

/// Object number Index of a list.
template <int Index, class... T>
KOKKOS_FUNCTION auto const& get(DeviceList<T...> const& list) {
  if constexpr (Index == 0)
    return list.first;
  else
    return detail::get<Index - 1>(list.rest);
}

}  // namespace KokkosScan::detail
