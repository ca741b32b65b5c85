// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/checks.hpp>

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

/// \file
/// \brief Points whose coordinates are in separate Views.

namespace KokkosScan {

/// \brief Points with one View for each coordinate, as `points` makes them.
template <View1D First, View1D... More>
struct Points {
  using non_const_value_type = typename First::non_const_value_type;
  using value_type = typename First::value_type;
  static constexpr int dimensions = 1 + sizeof...(More);
  static_assert((std::is_same_v<non_const_value_type, typename More::non_const_value_type> && ...),
                "the coordinates of points must have one type");

  std::tuple<First, More...> coordinates;
  std::size_t count;

  /// \brief How many points there are.
  KOKKOS_FUNCTION std::size_t extent(int) const { return count; }
};

/// \brief The n points (x(i), y(i), …) of rank-1 Views of n coordinates each; accepted wherever a
/// function takes a `BinnedInput`, like a rank-2 View of n points.
///
/// A binning receives a point as a Kokkos::Array of its coordinates, which all have one type.
/// \code
/// bin_permutation(exec, points(x, y, z), cells, permutation, offsets);
/// \endcode
template <View1D First, View1D... More>
Points<First, More...> points(First const& x, More const&... more) {
  return {{x, more...}, x.extent(0)};
}

namespace detail {

template <class T>
inline constexpr bool is_points = false;
template <class... Coordinates>
inline constexpr bool is_points<Points<Coordinates...>> = true;

template <class Exec, class... Coordinates>
inline constexpr bool is_accessible<Exec, Points<Coordinates...>> =
    (is_accessible<Exec, Coordinates> && ...);

/// Calls f(coordinate, its name in texts) for every coordinate of \p in.
template <class... Coordinates, class F>
void for_each_coordinate(char const* in_name, Points<Coordinates...> const& in, F const& f) {
  std::apply(
      [&](Coordinates const&... each) {
        int d = 0;
        (f(each, "coordinate " + std::to_string(d++) + " of " + in_name), ...);
      },
      in.coordinates);
}

/// Refuses coordinates of different extents.
template <class... Coordinates>
void check_coordinates(char const* function, Points<Coordinates...> const& in) {
  detail::for_each_coordinate("in", in, [&](auto const& coordinate, std::string const& name) {
    if (coordinate.extent(0) != in.extent(0))
      refuse(function, name, " has extent ", coordinate.extent(0), ", needs ", in.extent(0),
             " (extent of coordinate 0)");
  });
}

/// Refuses points that have a coordinate in common with \p b.
template <class... Coordinates, class B>
void check_disjoint(char const* function, char const* a_name, Points<Coordinates...> const& a,
                    char const* b_name, B const& b) {
  detail::for_each_coordinate(a_name, a, [&](auto const& coordinate, std::string const& name) {
    detail::check_disjoint(function, name.c_str(), coordinate, b_name, b);
  });
}

}  // namespace detail
}  // namespace KokkosScan
