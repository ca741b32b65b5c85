// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/source.hpp>

#include <cstddef>

/// \file
/// \brief Views as sources and sinks.

namespace KokkosScan::detail {

/// The elements as values of type T.
template <class T, class View>
KOKKOS_FUNCTION auto source_of(View const& view) {
  using Element = typename View::non_const_value_type;
  return ViewSource<T, Element, is_contiguous<View>>{view.data(), detail::stride_of(view)};
}

/// \param n  elements of the result; if the View has another entry after them, it gets the total
template <class T, class View>
auto sink_of(View const& view, std::size_t n) {
  using Element = typename View::non_const_value_type;
  auto const stride = detail::stride_of(view);
  Element* const total =
      view.extent(0) > n ? view.data() + static_cast<std::ptrdiff_t>(n) * stride : nullptr;
  return ViewSink<T, Element, is_contiguous<View>>{view.data(), stride, total};
}

}  // namespace KokkosScan::detail
