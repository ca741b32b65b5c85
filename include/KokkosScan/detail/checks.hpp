// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

/// \file
/// \brief What every public function checks before it launches anything.

namespace KokkosScan::detail {

/// Throws std::invalid_argument: "KokkosScan::<function>: <parts …>".
template <class... Parts>
[[noreturn]] void refuse(char const* function, Parts const&... parts) {
  std::ostringstream text;
  text << "KokkosScan::" << function << ": ";
  (text << ... << parts);
  throw std::invalid_argument(text.str());
}

inline void check_extent(char const* function, char const* argument, std::size_t extent,
                         std::size_t needed, char const* of = "in") {
  if (extent != needed)
    refuse(function, argument, " has extent ", extent, ", needs ", needed, " (extent of ", of, ")");
}

/// At compile time: the space reaches both Views, and out may be written.
template <class Exec, class In, class Out>
constexpr void check_space() {
  static_assert(Kokkos::SpaceAccessibility<Exec, typename In::memory_space>::accessible,
                "in must be accessible from the execution space");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename Out::memory_space>::accessible,
                "out must be accessible from the execution space");
  static_assert(!std::is_const_v<typename Out::value_type>, "out must not be const");
}

/// At compile time: op accumulates a type that may be copied bytewise between lanes and teams.
template <class Op>
constexpr void check_operator() {
  static_assert(std::is_trivially_copyable_v<typename Op::value_type>,
                "op must have a trivially copyable value_type");
}

/// The bytes a View spans.
struct Span {
  std::uintptr_t first, last;
};
template <class View>
Span span_of(View const& view) {
  auto const first = reinterpret_cast<std::uintptr_t>(view.data());
  return {first, first + view.span() * sizeof(typename View::value_type)};
}
template <class A, class B>
bool have_same_strides(A const& a, B const& b) {
  for (int r = 0; r < static_cast<int>(A::rank()); ++r)
    if (a.extent(r) > 1 && a.stride(r) != b.stride(r)) return false;
  return true;
}

/// The same elements, or none in common. Views that interleave without meeting (x and y of an
/// array of points) span common bytes but share no element: equal strides that are wider than an
/// element, and starts that differ by less than a stride.
template <class A, class B>
void check_overlap(char const* function, char const* a_name, A const& a, char const* b_name,
                   B const& b) {
  if (a.size() == 0 || b.size() == 0) return;
  Span const x = span_of(a), y = span_of(b);
  if (x.last <= y.first || y.last <= x.first) return;
  constexpr std::size_t element = sizeof(typename A::value_type);
  bool const same_shape = element == sizeof(typename B::value_type) && have_same_strides(a, b);
  if (x.first == y.first && same_shape) return;
  if constexpr (A::rank() == 1) {
    std::uintptr_t const shift = x.first < y.first ? y.first - x.first : x.first - y.first;
    if (same_shape && shift >= element && shift + element <= a.stride(0) * element) return;
  }
  std::uintptr_t const common =
      (x.last < y.last ? x.last : y.last) - (x.first > y.first ? x.first : y.first);
  refuse(function, a_name, " and ", b_name, " overlap partially: ", common, " of ",
         x.last - x.first, " and ", y.last - y.first, " bytes are common");
}

/// No element in common.
template <class A, class B>
void check_disjoint(char const* function, char const* a_name, A const& a, char const* b_name,
                    B const& b) {
  if (a.size() != 0 && b.size() != 0 &&
      static_cast<void const*>(a.data()) == static_cast<void const*>(b.data()))
    refuse(function, a_name, " and ", b_name, " start at the same address (extents ", a.size(),
           " and ", b.size(), "), they must not share memory");
  check_overlap(function, a_name, a, b_name, b);
}

}  // namespace KokkosScan::detail
