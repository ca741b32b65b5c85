// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

/// \file
/// \brief What every public function checks before it launches anything.

namespace KokkosScan::detail {

/// A floating-point number in the fewest digits that identify it; anything else unchanged.
template <class Part>
decltype(auto) shown(Part const& part) {
  if constexpr (std::is_floating_point_v<Part>) {
    char digits[64];
    return std::string(digits, std::to_chars(digits, digits + sizeof(digits), part).ptr);
  } else {
    return (part);
  }
}

/// Throws std::invalid_argument: "KokkosScan::<function>: <parts …>".
template <class... Parts>
[[noreturn]] void refuse(char const* function, Parts const&... parts) {
  std::ostringstream text;
  text << "KokkosScan::" << function << ": ";
  (text << ... << shown(parts));
  throw std::invalid_argument(text.str());
}

/// Refuses an extent other than that of `in`.
inline void check_extent(char const* function, char const* argument, std::size_t extent,
                         std::size_t needed) {
  if (extent != needed)
    refuse(function, argument, " has extent ", extent, ", needs ", needed, " (extent of in)");
}
/// Refuses an extent below \p needed.
/// \param of  whose extent \p needed is, in the text
inline void check_room(char const* function, std::string const& argument, std::size_t extent,
                       std::size_t needed, char const* of = "in") {
  if (extent < needed)
    refuse(function, argument, " has extent ", extent, ", needs ", needed, " (extent of ", of, ")");
}

/// Refuses a View whose integer type cannot hold \p most.
template <class View>
void check_holds(char const* function, char const* argument, View const&, std::uint64_t most,
                 char const* reason = "") {
  constexpr auto limit =
      static_cast<std::uint64_t>(std::numeric_limits<typename View::non_const_value_type>::max());
  if (most > limit)
    refuse(function, argument, " holds at most ", limit, ", needs to hold ", most, reason);
}

/// Refuses more bins than an int can number.
inline void check_number_of_bins(char const* function, std::string const& argument,
                                 std::size_t bins) {
  if (bins >= std::size_t(1) << 31)
    refuse(function, argument, " has ", bins, " bins, needs fewer than ", 1u << 31);
}
/// Refuses 0 bins too.
/// \param why_none  the reason for 0 bins, in the text
inline void check_bins(char const* function, std::string const& argument, std::size_t bins,
                       char const* why_none) {
  if (bins == 0) refuse(function, argument, " has 0 bins (", why_none, "), needs at least 1");
  check_number_of_bins(function, argument, bins);
}

/// Refuses a View whose integer type cannot hold the indices of n elements.
template <class Indices>
void check_indices(char const* function, char const* argument, Indices const& indices,
                   std::size_t n) {
  static_assert(std::is_integral_v<typename Indices::non_const_value_type>,
                "indices must be integers");
  if (n > 0) detail::check_holds(function, argument, indices, n - 1);
}

/// Whether the space can access the memory of a View, or of an object with a `memory_space`.
template <class Exec, class View>
inline constexpr bool is_accessible =
    Kokkos::SpaceAccessibility<Exec, typename View::memory_space>::accessible;

/// Checks at compile time that the space can access both Views and that out may be written.
template <class Exec, class In, class Out>
constexpr bool check_space() {
  constexpr bool is_const = std::is_const_v<typename Out::value_type>;
  static_assert(is_accessible<Exec, In>, "in must be accessible from the execution space");
  static_assert(is_accessible<Exec, Out>, "out must be accessible from the execution space");
  static_assert(!is_const, "out must not be const");
  return is_accessible<Exec, In> && is_accessible<Exec, Out> && !is_const;
}

/// Checks at compile time that op's value_type may be copied bytewise between lanes and teams.
template <class Op>
constexpr void check_operator() {
  static_assert(std::is_trivially_copyable_v<typename Op::value_type>,
                "op must have a trivially copyable value_type");
  static_assert(is_plain<typename Op::value_type>,
                "op must have a value_type that can be made without arguments, and assigned");
}

/// Checks at compile time that elements of in and out may be copied so, too. If the values of the
/// operator may not, `check_operator` says so.
template <class Value, class InElement, class OutElement>
constexpr bool check_elements() {
  constexpr bool are_plain =
      !std::is_trivially_copyable_v<Value> || (is_plain<InElement> && is_plain<OutElement>);
  static_assert(are_plain,
                "in and out must hold trivially copyable types that can be made without arguments, "
                "and assigned");
  return are_plain;
}

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
    for_each_stride(
        view, [&](std::size_t stride, std::size_t extent) { bytes += stride * (extent - 1); });
  return {first, first + bytes};
}

/// Bytes of one block, if a View is taken as equal blocks that are a multiple of \p step apart:
/// dimensions whose stride is a multiple of \p step repeat the block, the others span it.
template <class View>
std::size_t block_of(View const& view, std::size_t step) {
  std::size_t bytes = sizeof(typename View::value_type);
  for_each_stride(view, [&](std::size_t stride, std::size_t extent) {
    if (stride % step != 0) bytes += stride * (extent - 1);
  });
  return bytes;
}

/// Whether the blocks of \p second, which begins \p shift bytes after \p first, lie in the gaps
/// between the blocks of \p first. Steps tried: the common divisor of all strides, and each stride.
template <class First, class Second>
bool interleave(First const& first, Second const& second, std::size_t shift) {
  auto const lies_between = [&](std::size_t step) {
    return step > 0 && shift % step >= block_of(first, step) &&
           shift % step + block_of(second, step) <= step;
  };
  std::size_t divisor = 0;
  bool is_apart = false;
  auto const look = [&](std::size_t stride, std::size_t) {
    divisor = std::gcd(divisor, stride);
    is_apart = is_apart || lies_between(stride);
  };
  for_each_stride(first, look);
  for_each_stride(second, look);
  return is_apart || lies_between(divisor);
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
  if (x.first < y.first ? interleave(a, b, y.first - x.first) : interleave(b, a, x.first - y.first))
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
