// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/search.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// Segments start at ascending offsets. One thread asks for ascending positions: a search, whose
/// step doubles, passes the offsets below each. From one position to the next it takes
/// O(1 + log of the number of offsets passed).
template <class Offsets>
struct OffsetHeads {
  static_assert(std::is_integral_v<typename Offsets::non_const_value_type>,
                "segment_offsets must hold integers");
  Offsets const& offsets;
  std::size_t next = 0;  ///< every offset before this one is below all positions to come

  KOKKOS_FUNCTION explicit OffsetHeads(Offsets const& view) : offsets(view) {}

  KOKKOS_FUNCTION bool operator()(std::size_t i) {
    std::size_t const count = offsets.extent(0);
    std::size_t step = 1;
    for (; next + step <= count && offset(next + step - 1) < i; step *= 2) next += step;
    std::size_t const left = step - 1 < count - next ? step - 1 : count - next;
    next = detail::first_not_below(next, left, [&](std::size_t k) { return offset(k) < i; });
    return next < count && offset(next) == i;
  }

 private:
  KOKKOS_FUNCTION std::size_t offset(std::size_t k) const {
    return static_cast<std::size_t>(offsets(k));
  }
};

}  // namespace KokkosScan::detail
