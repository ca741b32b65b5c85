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

/// Whether \p Equal can compare two keys. That `Equals` can be called with them says nothing.
template <class Equal, class Key>
inline constexpr bool can_compare = true;
template <class Key>
inline constexpr bool can_compare<Equals, Key> =
    requires(Key const& key) { static_cast<bool>(key == key); };

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
