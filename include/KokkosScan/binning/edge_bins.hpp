// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/by_value.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/move_to_last.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosScan {

/// \brief Bin b is [edges(b), edges(b + 1)), the last one closed; one bin fewer than edges.
///
/// \param edges  rank-1 View of at least 2 finite numbers, ascending (equal ones make an empty
///               bin, the last two a bin of that number alone), readable where the elements are
///               binned. Kept by reference: it must live until the kernels have run. Where the host
///               can read them they are checked at the call, before the launch, so they must be
///               complete by then; else by nobody but `check_edges`.
///
/// A search without branches, ⌈log2 bins⌉ loads from the cache and two of the ends. Histograms, and
/// extractions of all bins, find most edges by a table (docs/bins.md).
template <View1D Edges>
class EdgeBins {
 public:
  using value_type = typename Edges::non_const_value_type;
  using memory_space = typename Edges::memory_space;
  static constexpr bool is_dear = true;  ///< worth a key that is found once and kept
  using find_of = EdgeBins;
  static_assert(std::is_arithmetic_v<value_type>, "EdgeBins: edges must be numbers");

  KOKKOS_FUNCTION explicit EdgeBins(Edges const& edges, OutOfRange policy = OutOfRange::discard)
      : m_edges(edges.data()),
        m_stride(detail::stride_of(edges)),
        m_bins(edges.extent(0) > 0 ? edges.extent(0) - 1 : 0),
        m_clamps(policy == OutOfRange::clamp) {}

  /// \brief Number of bins: one fewer than edges.
  KOKKOS_FUNCTION std::size_t bins() const { return m_bins; }
  /// \brief The first edge, and how far apart they are.
  KOKKOS_FUNCTION value_type const* edges() const { return m_edges; }
  KOKKOS_FUNCTION std::ptrdiff_t stride() const { return m_stride; }
  /// \brief What becomes of numbers outside all bins.
  KOKKOS_FUNCTION OutOfRange out_of_range() const {
    return m_clamps ? OutOfRange::clamp : OutOfRange::discard;
  }

  /// \brief The bin of x, or `no_bin`.
  template <class X>
    requires std::is_arithmetic_v<X>
  KOKKOS_FUNCTION int operator()(X const& x) const {
    int bin;
    return find(x, bin) ? bin : no_bin;
  }
  /// \brief Whether x is in a bin, and in which.
  template <class X>
    requires std::is_arithmetic_v<X>
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    auto const bins = static_cast<int>(m_bins);
    bin = 0;
    detail::move_to_last(bin, bins, [&](int b) { return detail::is_at_most(edge(b), x); });
    bool const is_inside = detail::is_at_most(edge(0), x) && detail::is_at_most(x, edge(bins));
    return is_inside || (m_clamps && x == x);  // NaN is nowhere
  }

  /// \brief Throws std::invalid_argument unless there are two edges and those that the host can
  /// read ascend.
  /// \param name  of the binning, in the text
  void check(char const* function, std::string const& name = "binning") const {
    detail::check_bins(function, name, m_bins, "fewer than 2 edges");
    if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                             typename Edges::memory_space>::accessible) {
      for (std::size_t i = 0; i <= m_bins; ++i) {
        if constexpr (std::is_floating_point_v<value_type>)
          if (!std::isfinite(edge(i)))
            detail::refuse(function, name, " has edge ", i, " at ", edge(i), ", needs finite ones");
        if (i > 0 && edge(i) < edge(i - 1))
          detail::refuse(function, name, " has edge ", i, " at ", +edge(i), " behind ",
                         +edge(i - 1), ", needs them ascending");
      }
    }
  }

 private:
  KOKKOS_FUNCTION value_type edge(std::ptrdiff_t i) const {
    return detail::is_contiguous<Edges> ? m_edges[i] : m_edges[i * m_stride];
  }

  value_type const* m_edges;
  std::ptrdiff_t m_stride;
  std::size_t m_bins;
  bool m_clamps;
};

template <View1D Edges>
KOKKOS_FUNCTION EdgeBins(Edges const&) -> EdgeBins<Edges>;
template <View1D Edges>
KOKKOS_FUNCTION EdgeBins(Edges const&, OutOfRange) -> EdgeBins<Edges>;

/// \brief Throws std::invalid_argument unless there are two edges, finite and ascending: once, for
/// edges that the host cannot read, which no call checks.
///
/// \param edges  contiguous rank-1 View in any memory. The host waits for all that runs, and copies
///               it
template <View1D Edges>
void check_edges(Edges const& edges) {
  EdgeBins(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, edges))
      .check("check_edges", "edges");
}

}  // namespace KokkosScan
