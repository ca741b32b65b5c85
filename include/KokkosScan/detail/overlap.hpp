// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/refuse.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>

/// \file
/// \brief Whether Views share memory, and the refusal of those that must not.

namespace KokkosScan::detail {

template <class A, class B>
bool have_same_strides(A const& a, B const& b) {
  for (int r = 0; r < static_cast<int>(A::rank()); ++r)
    if (a.extent(r) > 1 && a.stride(r) != b.stride(r)) return false;
  return true;
}

/// Calls f(stride in bytes, extent) for every dimension with more than one entry.
template <class View, class F>
void for_each_stride(View const& view, F const& f) {
  for (int r = 0; r < static_cast<int>(View::rank()); ++r)
    if (view.extent(r) > 1)
      f(static_cast<std::size_t>(view.stride(r)) * sizeof(typename View::value_type),
        view.extent(r));
}

/// The bytes from a View's first element to its last. Not `span()`, which in Kokkos 4 also counts
/// the gap to the next column after the last element.
struct Span {
  std::uintptr_t first, last;
};
template <class View>
Span span_of(View const& view) {
  auto const first = reinterpret_cast<std::uintptr_t>(view.data());
  std::size_t bytes = view.size() > 0 ? sizeof(typename View::value_type) : 0;
  if (bytes > 0)
    detail::for_each_stride(
        view, [&](std::size_t stride, std::size_t extent) { bytes += stride * (extent - 1); });
  return {first, first + bytes};
}

/// Bytes of one block, if a View is taken as equal blocks that are a multiple of \p step apart:
/// dimensions whose stride is a multiple of \p step repeat the block, the others span it.
template <class View>
std::size_t block_of(View const& view, std::size_t step) {
  std::size_t bytes = sizeof(typename View::value_type);
  detail::for_each_stride(view, [&](std::size_t stride, std::size_t extent) {
    if (stride % step != 0) bytes += stride * (extent - 1);
  });
  return bytes;
}

/// Whether the blocks of \p second, which begins \p shift bytes after \p first, lie in the gaps
/// between the blocks of \p first. Steps tried: the common divisor of all strides, and each stride.
template <class First, class Second>
bool interleave(First const& first, Second const& second, std::size_t shift) {
  auto const lies_between = [&](std::size_t step) {
    return step > 0 && shift % step >= detail::block_of(first, step) &&
           shift % step + detail::block_of(second, step) <= step;
  };
  std::size_t divisor = 0;
  bool is_apart = false;
  auto const look = [&](std::size_t stride, std::size_t) {
    divisor = std::gcd(divisor, stride);
    is_apart = is_apart || lies_between(stride);
  };
  detail::for_each_stride(first, look);
  detail::for_each_stride(second, look);
  return is_apart || lies_between(divisor);
}

/// Whether both begin at the same element.
template <class A, class B>
bool is_same_array(A const& a, B const& b) {
  return a.extent(0) > 0 &&
         static_cast<void const*>(a.data()) == static_cast<void const*>(b.data());
}

/// Refuses Views that overlap partially: they must be the same elements or have none in common.
/// Views that interleave (x and y of an array of points, columns of a table) span common bytes but
/// share no element.
template <class A, class B>
void check_overlap(char const* function, char const* a_name, A const& a, char const* b_name,
                   B const& b) {
  if (a.size() == 0 || b.size() == 0) return;
  Span const x = detail::span_of(a), y = detail::span_of(b);
  if (x.last <= y.first || y.last <= x.first) return;
  constexpr std::size_t a_bytes = sizeof(typename A::value_type),
                        b_bytes = sizeof(typename B::value_type);
  if constexpr (A::rank() == B::rank() && a_bytes == b_bytes)
    if (x.first == y.first && detail::have_same_strides(a, b)) return;
  if (x.first < y.first ? detail::interleave(a, b, y.first - x.first)
                        : detail::interleave(b, a, x.first - y.first))
    return;
  std::uintptr_t const common =
      (x.last < y.last ? x.last : y.last) - (x.first > y.first ? x.first : y.first);
  refuse(function, a_name, " and ", b_name, " overlap partially: ", common, " of ",
         x.last - x.first, " and ", y.last - y.first, " bytes are common");
}

/// Refuses Views that have an element in common.
template <class A, class B>
void check_disjoint(char const* function, char const* a_name, A const& a, char const* b_name,
                    B const& b) {
  if (a.size() != 0 && b.size() != 0 &&
      static_cast<void const*>(a.data()) == static_cast<void const*>(b.data()))
    refuse(function, a_name, " and ", b_name, " start at the same address (extents ", a.size(),
           " and ", b.size(), "), they must not share memory");
  detail::check_overlap(function, a_name, a, b_name, b);
}

}  // namespace KokkosScan::detail
