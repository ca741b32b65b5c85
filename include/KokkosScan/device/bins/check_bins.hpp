// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning.hpp>
#include <KokkosScan/counted.hpp>
#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/detail/checks.hpp>

#include <cstddef>
#include <string>
#include <utility>

/// \file
/// \brief The checks of histograms and extractions, before anything is launched.

namespace KokkosScan::detail {

/// How many columns of a table make a point, by the binning or the type of the View; 0 for a rank-1
/// View.
template <class In, class B>
constexpr int point_columns() {
  if constexpr (In::rank() == 1)
    return 0;
  else if constexpr (requires { B::dimensions; })
    return B::dimensions;
  else {
    static_assert(In::static_extent(1) > 0,
                  "in must be a View of a fixed number of columns, or binning GridBins");
    return static_cast<int>(In::static_extent(1));
  }
}

/// What is binned, as kernels need it: the items of a View, of `points`, or of their first ones.
template <class B, class In>
auto binned_items(In const& in) {
  using View = view_type_of<In>;
  if constexpr (is_points<View>)
    return detail::items_of_points(in);
  else
    return detail::items_of<point_columns<View, B>()>(in);
}

/// Checks that a table of points has as many columns as the binning has dimensions, and that Views
/// of coordinates have one extent.
template <class In, class B>
void check_points(char const* function, In const& in) {
  if constexpr (is_points<In>) {
    detail::check_coordinates(function, in);
  } else if constexpr (In::rank() == 2) {
    constexpr int columns = point_columns<In, B>();
    if (in.extent(1) != static_cast<std::size_t>(columns))
      refuse(function, "in has ", in.extent(1), " columns, needs ", columns,
             " (dimensions of binning)");
  }
}

/// Checks at compile time that the binning takes the elements or points of In and returns a bin.
template <class In, class B>
constexpr bool check_binning_of() {
  using View = view_type_of<In>;
  if constexpr (is_points<View> && requires { B::dimensions; }) {
    constexpr bool fits = View::dimensions == B::dimensions;
    static_assert(fits, "points must have as many coordinates as binning has dimensions");
    if (!fits) return false;
  }
  using Items = decltype(detail::binned_items<B>(std::declval<In>()));
  return check_callable_binning<B, typename Items::element_type>();
}

/// Checks the binning itself, and that it has bins: cutting zero bins into windows or digits would
/// divide by 0.
/// \param name  of the binning in the message, where a call has several
template <class Exec, class B>
void check_binning(char const* function, B const& binning, std::string const& name = "binning") {
  if constexpr (requires { typename B::memory_space; })
    static_assert(is_accessible<Exec, B>, "edges must be accessible from the execution space");
  detail::check_itself(function, binning, name);
  if constexpr (SizedBinning<B>) check_bins(function, name, binning.bins(), "bins() is 0");
}

/// Checks that an output does not alias the edges, to which a binning keeps a pointer.
template <class B, class Out>
void check_apart_from_edges(char const* function, B const& binning, char const* name,
                            Out const& out) {
  if constexpr (requires { binning.edge_view(); })
    detail::check_disjoint(function, "edges of binning", binning.edge_view(), name, out);
  else if constexpr (requires { binning.inner(); })
    detail::check_apart_from_edges(function, binning.inner(), name, out);
}

/// Checks the binning, and that argument \p name has an entry for each bin and \p extra more.
/// \param outputs  entries of the argument
/// \return the number of bins
template <class Exec, class B>
int checked_bins(char const* function, B const& binning, char const* name, std::size_t outputs,
                 std::size_t extra) {
  detail::check_binning<Exec>(function, binning);
  if constexpr (SizedBinning<B>) {
    std::size_t const bins = binning.bins();
    if (outputs != bins + extra)
      refuse(function, name, " has extent ", outputs, ", needs ", bins + extra,
             extra == 0 ? " (bins of binning)" : " (bins of binning, and one more)");
  } else if (outputs < 1 + extra) {
    refuse(function, name, " has extent ", outputs, ", needs at least ", 1 + extra,
           extra == 0 ? " (its extent is the number of bins)"
                      : " (its extent is the number of bins, and one more)");
  }
  std::size_t const bins = outputs - extra;
  check_number_of_bins(function, name, bins);
  return static_cast<int>(bins);
}

}  // namespace KokkosScan::detail
