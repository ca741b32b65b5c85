// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/size.hpp>
#include <KokkosScan/points.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Sizes that live on the device: counts as outputs, and as the size of the next input.

namespace KokkosScan {

/// \brief A View of one integer: rank 0, or rank 1 with extent 1.
template <class View>
concept CountView = Kokkos::is_view_v<View> && (View::rank() <= 1) &&
                    std::is_integral_v<typename View::non_const_value_type>;

/// \brief The first `count` elements of a View, rows of a table, or `points`, where only the device
/// knows the count.
template <class View, CountView Count>
  requires View1D<View> || View2D<View> || detail::is_points<View>
struct Counted {
  using value_type = typename View::value_type;
  using non_const_value_type = typename View::non_const_value_type;
  View view;
  Count count;
};

/// \brief An input that consists of the first `count` elements of \p view, rows of a table of
/// points, or `points`; accepted wherever a function takes an `Input1D` or a `BinnedInput`. A count
/// written by one call can thus be the size of the next call's input, without a copy to the host.
/// \param count  read while the call runs, so it must not be an output of that call; a value above
///               the extent of \p view counts as that extent, a negative one as 0
template <class View, CountView Count>
Counted<View, Count> counted(View const& view, Count const& count) {
  return {view, count};
}

/// \brief The first `count` of at most `most` items, where only the device knows the count: the
/// size of a `scan` from functor to functor, whose items are in no View.
template <std::integral Size, CountView Count>
struct CountedItems {
  Size most;
  Count count;
};

/// \brief \p count items, at most \p most; otherwise as for a View.
template <std::integral Size, CountView Count>
CountedItems<Size, Count> counted(Size most, Count const& count) {
  return {most, count};
}

namespace detail {

template <class T>
inline constexpr bool is_counted = false;
template <class View, class Count>
inline constexpr bool is_counted<Counted<View, Count>> = true;

/// The View of an input, and its size.
template <class View>
KOKKOS_FUNCTION View const& view_of(View const& in) {
  return in;
}
template <class View, class Count>
KOKKOS_FUNCTION View const& view_of(Counted<View, Count> const& in) {
  return in.view;
}
template <class View>
KOKKOS_FUNCTION HostSize size_of(View const& in) {
  return HostSize{in.extent(0)};
}
template <class View, class Count>
KOKKOS_FUNCTION DeviceSize<typename Count::non_const_value_type> size_of(
    Counted<View, Count> const& in) {
  return DeviceSize<typename Count::non_const_value_type>{in.view.extent(0), in.count.data()};
}

/// Refuses a count with more or less than one entry.
template <class Exec, class Count>
void check_count_of_input(char const* function, Count const& count) {
  static_assert(is_accessible<Exec, Count>,
                "the count of an input must be accessible from the execution space");
  if (count.size() != 1)
    refuse(function, "the count of the input has ", count.size(), " entries, needs 1");
}

/// Refuses a count with more or less than one entry, or one that overlaps \p out.
template <class Exec, class In, class Out>
void check_size(char const* function, In const& in, char const* out_name, Out const& out) {
  if constexpr (is_counted<In>) {
    detail::check_count_of_input<Exec>(function, in.count);
    detail::check_disjoint(function, "the count of the input", in.count, out_name, out);
  }
}

/// The size of a scan of functors: a number, or `counted`.
template <class Exec, class Size>
auto checked_items(char const* function, Size const& size) {
  if constexpr (std::is_convertible_v<Size const&, std::size_t>) {
    if constexpr (std::is_enum_v<Size> || std::is_signed_v<Size>) {
      auto const n = static_cast<std::int64_t>(size);
      if (n < 0) refuse(function, "n is ", n, ", needs to be at least 0");
    }
    return HostSize{static_cast<std::size_t>(size)};
  } else {
    auto const most = detail::checked_items<Exec>(function, size.most)();
    detail::check_count_of_input<Exec>(function, size.count);
    using Integer = typename decltype(size.count)::non_const_value_type;
    return DeviceSize<Integer>{most, size.count.data()};
  }
}

template <class T>
inline constexpr bool is_counted_items = false;
template <class Size, class Count>
inline constexpr bool is_counted_items<CountedItems<Size, Count>> = true;

template <class In>
using view_type_of = std::decay_t<decltype(detail::view_of(std::declval<In const&>()))>;

}  // namespace detail

/// \brief How many items a scan of functors has: a number, or one on the device (`counted`).
template <class Size>
concept ItemCount = std::convertible_to<Size, std::size_t> || detail::is_counted_items<Size>;

/// \brief An input: a View of rank 1, or its first elements (`counted`).
template <class In>
concept Input1D = View1D<detail::view_type_of<In>>;

/// \brief What is binned: a rank-1 View of elements, a rank-2 View of points, one a row, or
/// `points`.
template <class View>
concept BinnedView = View1D<View> || View2D<View> || detail::is_points<View>;

/// \brief A `BinnedView`, or its first elements or points (`counted`).
template <class In>
concept BinnedInput = BinnedView<detail::view_type_of<In>>;

}  // namespace KokkosScan
