// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// Rank-1 Views whose layout promises stride 1.
template <class View>
inline constexpr bool is_contiguous =
    std::is_same_v<typename View::array_layout, Kokkos::LayoutRight> ||
    std::is_same_v<typename View::array_layout, Kokkos::LayoutLeft>;

/// The stride along a dimension, signed for pointer arithmetic.
template <class View>
KOKKOS_FUNCTION std::ptrdiff_t stride_of(View const& view, unsigned dimension = 0) {
  return static_cast<std::ptrdiff_t>(view.stride(dimension));
}

/// The address of entry i of an array that starts at \p data.
template <bool Contiguous, class T>
KOKKOS_FUNCTION T* entry_of(T* data, std::size_t i, std::ptrdiff_t stride) {
  return Contiguous ? data + i : data + static_cast<std::ptrdiff_t>(i) * stride;
}

/// The address of entry i of a rank-1 View, whatever its memory traits: of an Atomic View, view(i)
/// is no reference.
template <class View>
KOKKOS_FUNCTION auto* address_in(View const& view, std::size_t i) {
  return detail::entry_of<is_contiguous<View>>(view.data(), i, detail::stride_of(view));
}

}  // namespace KokkosScan::detail
