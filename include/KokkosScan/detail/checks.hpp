// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/overlap.hpp>
#include <KokkosScan/detail/refuse.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

/// \file
/// \brief What every public function checks before it launches anything.

namespace KokkosScan::detail {

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

/// Checks the same of the elements of in and out. Silent if `check_operator` fails already: one
/// message is enough.
template <class Value, class InElement, class OutElement>
constexpr bool check_elements() {
  constexpr bool are_plain =
      !std::is_trivially_copyable_v<Value> || (is_plain<InElement> && is_plain<OutElement>);
  static_assert(are_plain,
                "in and out must hold trivially copyable types that can be made without arguments, "
                "and assigned");
  return are_plain;
}

}  // namespace KokkosScan::detail
