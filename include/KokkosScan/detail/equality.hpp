// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>

#include <Kokkos_Core.hpp>

/// \file
/// \brief How neighboring keys are compared: by ==, or by a callable of the user's.

namespace KokkosScan::detail {

/// Compares by ==.
struct Equals {
  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& before, Key const& key) const {
    return static_cast<bool>(before == key);
  }
};

/// At compile time: \p Equal can compare two keys, where == is \p Equal by default.
/// \tparam IsKeys  whether the text calls them keys, or the input
template <class Equal, class Key, bool IsKeys>
constexpr bool check_equality() {
  constexpr bool can_compare = requires(Equal const& equal, Key const& key) {
    static_cast<bool>(key == key);
  } || !std::is_same_v<Equal, Equals>;
  static_assert(can_compare || !IsKeys, "keys must have ==, or equal must be named");
  static_assert(can_compare || IsKeys, "in must hold what has ==, or equal must be named");
  return can_compare;
}

/// Calls f(equal, what...), where `equal` is the first of \p what if it can compare keys, else ==.
template <class Key, class F>
void with_equality(F const& f) {
  f(Equals{});
}
template <class Key, class F, class First, class... More>
void with_equality(F const& f, First const& first, More const&... more) {
  if constexpr (KeyEquality<First, Key>)
    f(first, more...);
  else
    f(Equals{}, first, more...);
}

}  // namespace KokkosScan::detail
