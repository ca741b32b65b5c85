// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/uniform_bins.hpp>
#include <KokkosScan/detail/checks.hpp>

#include <cstddef>
#include <string>

namespace KokkosScan {

/// \brief The cells of a regular grid in D dimensions, each axis cut like `UniformBins`.
///
/// An element is anything with coordinates `x[0]` … `x[D − 1]`: a `Kokkos::Array`, a struct with
/// operator[], or a row of a rank-2 View of D columns. The last axis runs fastest: cell (i, j, k)
/// is bin (i · n[1] + j) · n[2] + k. An element is discarded if one of its coordinates is: if it is
/// out of range under `OutOfRange::discard`, or NaN under either policy.
/// \tparam T  type of the bounds. With the default, double, points of float are binned in double;
///            `GridBins<D, float>` bins them in float
/// \code
/// GridBins<3>({0, 0, 0}, {1, 1, 1}, {64, 64, 64})
/// \endcode
template <int D, class T = double>
class GridBins {
  static_assert(D >= 1, "GridBins: D, the number of dimensions, must be at least 1");

 public:
  static constexpr int dimensions = D;
  using find_of = GridBins;

  GridBins() = default;
  /// \param lo,hi   the corners, lo[d] < hi[d]
  /// \param n       cells along each axis; fewer than 2^31 in all
  /// \param policy  what happens to a coordinate out of range; `clamp`: it counts as in the first
  ///                or last cell along its axis
  KOKKOS_FUNCTION GridBins(Kokkos::Array<T, D> const& lo, Kokkos::Array<T, D> const& hi,
                           Kokkos::Array<int, D> const& n,
                           OutOfRange policy = OutOfRange::discard) {
    for (int d = 0; d < D; ++d) m_axis[d] = UniformBins<T>(lo[d], hi[d], n[d], policy);
  }

  /// \brief How axis d is cut, 0 ≤ d < D.
  KOKKOS_FUNCTION UniformBins<T> const& axis(int d) const { return m_axis[d]; }
  /// \brief Number of cells.
  KOKKOS_FUNCTION std::size_t bins() const {
    std::size_t cells = 1;
    for (int d = 0; d < D; ++d) cells *= m_axis[d].bins();
    return cells;
  }

  /// \brief The bin of x, or `no_bin`.
  template <class Point>
    requires requires(Point const& x) { x[0]; }
  KOKKOS_FUNCTION int operator()(Point const& x) const {
    int cell;
    return find(x, cell) ? cell : no_bin;
  }
  /// \brief Whether x is in a cell, and in which.
  template <class Point>
    requires requires(Point const& x) { x[0]; }
  KOKKOS_FUNCTION bool find(Point const& x, int& cell) const {
    cell = 0;
    bool is_inside = true;
    KOKKOSSCAN_UNROLL
    for (int d = 0; d < D; ++d) {
      int bin;
      bool const is_along = m_axis[d].find(x[d], bin);
      is_inside = is_inside & is_along;  // not &&: see UniformBins
      cell = cell * static_cast<int>(m_axis[d].bins()) + bin;
    }
    return is_inside;
  }

  /// \brief Throws std::invalid_argument unless every axis has cells and lo < hi.
  /// \param name  of the binning, in the text
  void check(char const* function, std::string const& name = "binning") const {
    double cells = 1;
    for (int d = 0; d < D; ++d) {
      m_axis[d].check(function, "axis " + std::to_string(d) + " of " + name);
      cells *= static_cast<double>(m_axis[d].bins());
    }
    if (cells >= 2147483648.0)
      detail::refuse(function, name, " has ", cells, " cells, needs fewer than ", 1u << 31);
  }

 private:
  UniformBins<T> m_axis[D];
};

// Kokkos::Array counts in std::size_t, which no int parameter is deduced from.
template <class T, std::size_t D>
KOKKOS_FUNCTION GridBins(Kokkos::Array<T, D> const&, Kokkos::Array<T, D> const&,
                         Kokkos::Array<int, D> const&) -> GridBins<static_cast<int>(D), T>;
template <class T, std::size_t D>
KOKKOS_FUNCTION GridBins(Kokkos::Array<T, D> const&, Kokkos::Array<T, D> const&,
                         Kokkos::Array<int, D> const&, OutOfRange)
    -> GridBins<static_cast<int>(D), T>;

}  // namespace KokkosScan
