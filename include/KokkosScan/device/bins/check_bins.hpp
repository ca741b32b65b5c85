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
/// \brief What the functions that bin check before they launch anything.

namespace KokkosScan::detail {

/// How many columns of a table make a point: what the binning or the type of the View says.
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

/// A table of points has as many columns as the binning has dimensions.
template <class In, class B>
void check_columns(char const* function, In const& in) {
  if constexpr (In::rank() == 2) {
    constexpr int columns = point_columns<In, B>();
    if (in.extent(1) != static_cast<std::size_t>(columns))
      refuse(function, "in has ", in.extent(1), " columns, needs ", columns,
             " (dimensions of binning)");
  }
}

/// At compile time: the binning takes the elements or points of In and tells a bin.
template <class In, class B>
constexpr bool check_binning_of() {
  using Items =
      decltype(detail::items_of<point_columns<view_type_of<In>, B>()>(std::declval<In>()));
  return check_callable_binning<B, typename Items::element_type>();
}

/// The binning itself, one of several by its name, and that it has bins: to cut none into windows
/// or digits would divide by 0.
template <class Exec, class B>
void check_binning(char const* function, B const& binning, std::string const& name = "binning") {
  if constexpr (requires { typename B::memory_space; })
    static_assert(is_accessible<Exec, B>, "edges must be accessible from the execution space");
  check_itself(function, binning, name);
  if constexpr (SizedBinning<B>) check_bins(function, name, binning.bins(), "bins() is 0");
}

/// The binning, and that there are as many bins as outputs: \p outputs entries of argument
/// \p name, \p extra of them not for bins. Returns the number of bins.
template <class Exec, class B>
int checked_bins(char const* function, B const& binning, char const* name, std::size_t outputs,
                 std::size_t extra) {
  check_binning<Exec>(function, binning);
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
