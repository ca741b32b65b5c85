// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/checks.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief What partitions and selections check before they launch anything.

namespace KokkosScan::detail {

/// At compile time: all Views are accessible and of the right kind.
template <class Exec, class In, class Out, class Count>
constexpr bool check_partition_types() {
  using Element = typename view_type_of<In>::non_const_value_type;
  constexpr bool is_const = std::is_const_v<typename Count::value_type>;
  static_assert(is_plain<Element>,
                "in must hold a trivially copyable type that can be made without arguments, and "
                "assigned");
  static_assert(is_accessible<Exec, Count>, "count must be accessible from the execution space");
  static_assert(!is_const, "count must not be const");
  return check_space<Exec, view_type_of<In>, Out>() && is_plain<Element> &&
         is_accessible<Exec, Count> && !is_const;
}

/// Whether flags and out seem to have changed places: out holds bool, which in does not.
template <class In, class Out, class Predicate>
inline constexpr bool has_flags_for_out =
    Kokkos::is_view_v<Predicate> && std::is_same_v<typename Out::value_type, bool> &&
    !std::is_same_v<typename view_type_of<In>::non_const_value_type, bool>;

/// count must have \p places entries of a type that holds the extent of in. It is written while the
/// call runs, so it must overlap neither in nor the count of a counted in.
template <class Exec, class In, class Count>
void check_count(char const* function, char const* argument, Count const& count, std::size_t places,
                 In const& in) {
  if (count.size() != places)
    refuse(function, argument, " has ", count.size(), " entries, needs ", places);
  detail::check_holds(function, argument, count, detail::view_of(in).extent(0), " (extent of in)");
  detail::check_disjoint(function, "in", detail::view_of(in), argument, count);
  detail::check_size<Exec>(function, in, argument, count);
}

/// An output must overlap neither the count nor the size of the input (`counted`).
template <class Exec, class In, class Out, class Count>
void check_output(char const* function, In const& in, char const* out_name, Out const& out,
                  char const* count_name, Count const& count) {
  detail::check_disjoint(function, count_name, count, out_name, out);
  detail::check_size<Exec>(function, in, out_name, out);
}

template <class In, class Predicate>
constexpr void check_callable() {
  using Element = typename In::non_const_value_type;
  static_assert(Gives<Predicate, bool, Element const&>,
                "pred must take an element of in and give a bool, called like a function; a kernel "
                "cannot hold a function by its name");
}

/// A callable must take elements; a View of flags must have one for every element and must not
/// overlap an output.
template <class Exec, class In, class Out, class Predicate, class Count>
void check_predicate(char const* function, In const& in, char const* out_name, Out const& out,
                     Predicate const& pred, Count const& count) {
  if constexpr (Kokkos::is_view_v<Predicate>) {
    static_assert(Predicate::rank() == 1, "flags must be a View of rank 1");
    static_assert(std::is_convertible_v<typename Predicate::value_type, bool> &&
                      is_plain<typename Predicate::non_const_value_type>,
                  "flags must hold a type that converts to bool, is trivially copyable, and can be "
                  "made without arguments, and assigned");
    static_assert(is_accessible<Exec, Predicate>,
                  "flags must be accessible from the execution space");
    check_extent(function, "flags", pred.extent(0), in.extent(0));
    detail::check_disjoint(function, "flags", pred, out_name, out);
    detail::check_disjoint(function, "flags", pred, "count", count);
  } else {
    detail::check_callable<In, Predicate>();
  }
}

}  // namespace KokkosScan::detail
