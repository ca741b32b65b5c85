// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/by_value.hpp>
#include <KokkosScan/detail/checks.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/search.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosScan {

/// \brief Bin b is [edges(b), edges(b + 1)), the last one closed; one bin fewer than edges.
///
/// \param edges  rank-1 View of 2 to 2^30 + 1 finite numbers in ascending order, readable where
///               the elements are binned. Two equal edges make an empty bin; if they are the last
///               two, a bin of that number alone. Kept by address: the View must live until the
///               kernels have run. If the host can read the edges, every call checks them serially
///               before the launch, in O(bins), so they must be complete by then. Otherwise only
///               `check_edges` checks them.
///
/// A bin is found by a binary search without branches: ⌈log2 bins⌉ loads from the cache, and one of
/// each end. For most edges, histograms and extractions of all bins use a table
/// (docs/bins_internals.md).
template <View1D Edges>
class EdgeBins {
 public:
  using value_type = typename Edges::non_const_value_type;
  using memory_space = typename Edges::memory_space;
  static constexpr bool is_expensive = true;  ///< worth finding once per element and storing
  using find_of = EdgeBins;
  static_assert(std::is_arithmetic_v<value_type>, "EdgeBins: edges must be numbers");

  KOKKOS_FUNCTION explicit EdgeBins(Edges const& edges, OutOfRange policy = OutOfRange::discard)
      : m_edges(edges.data()),
        m_stride(detail::stride_of(edges)),
        m_bins(edges.extent(0) > 0 ? edges.extent(0) - 1 : 0),
        m_clamps(policy == OutOfRange::clamp) {}

  /// \brief Number of bins: one fewer than edges.
  KOKKOS_FUNCTION std::size_t bins() const { return m_bins; }
  /// \brief Address of the first edge, and stride from one edge to the next.
  KOKKOS_FUNCTION value_type const* edges() const { return m_edges; }
  KOKKOS_FUNCTION std::ptrdiff_t stride() const { return m_stride; }
  /// \brief The edges as a View.
  auto edge_view() const {
    return Kokkos::View<value_type const*, Kokkos::LayoutStride, memory_space,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        m_edges, Kokkos::LayoutStride(m_bins + 1, static_cast<std::size_t>(m_stride)));
  }
  /// \brief What happens to numbers outside all bins.
  KOKKOS_FUNCTION OutOfRange out_of_range() const {
    return m_clamps ? OutOfRange::clamp : OutOfRange::discard;
  }

  /// \brief The bin of x, or `no_bin`.
  template <class X>
    requires std::is_arithmetic_v<detail::computed_t<X>>
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
    detail::advance_to_last(bin, bins, [&](int b) { return detail::is_at_most(edge(b), x); });
    bool const is_inside = detail::is_at_most(edge(0), x) && detail::is_at_most(x, edge(bins));
    return is_inside || (m_clamps && x == x);  // NaN is in no bin
  }

  /// \brief Whether x is in a bin, without a search; not in one that does not exist.
  template <class X>
    requires std::is_arithmetic_v<X>
  KOKKOS_FUNCTION bool has(int bin, X const& x) const {
    // Without branches that depend on the bin: a loop over elements is vector code then.
    auto const bins = static_cast<int>(m_bins);
    if (bins == 0) return false;
    bool const exists = (bin >= 0) & (bin < bins);
    int const b = exists ? bin : 0;
    // As `find` has it: outermost edges do not matter to a number that is clamped.
    value_type const end = edge(b + 1);
    bool const has_begun = detail::is_at_most(edge(b), x) | ((b == 0) & m_clamps);
    bool const is_before_end = !detail::is_at_most(end, x);
    bool const may_be_end = (b == bins - 1) & (m_clamps | detail::is_at_most(x, end));
    return exists & has_begun & (is_before_end | may_be_end) & (x == x);
  }

  /// \brief For kernels of this library: see detail::FindsBatches.
  template <int N, class X>
    requires std::is_arithmetic_v<X>
  KOKKOS_FORCEINLINE_FUNCTION void find_batch(X const (&x)[N], int none, int (&bin)[N]) const {
    auto const bins = static_cast<int>(m_bins);
    value_type const least = edge(0), most = edge(bins);
    int count[N];
    for (int k = 0; k < N; ++k) bin[k] = 0;
    for (int k = 0; k < N; ++k) count[k] = bins;
    detail::advance_all_to_last(bin, count,
                                [&](int k, int b) { return detail::is_at_most(edge(b), x[k]); });
    for (int k = 0; k < N; ++k) {
      bool const is_above = detail::is_at_most(least, x[k]);
      bool const is_below = detail::is_at_most(x[k], most), is_number = x[k] == x[k];
      bin[k] = detail::arch::bin_or((is_above & is_below) | (m_clamps & is_number), bin[k], none);
    }
  }

  /// \brief `find` for Kokkos' half_t and bhalf_t, as floats.
  template <detail::Half X>
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    return find(static_cast<float>(x), bin);
  }

  /// \brief Throws std::invalid_argument unless there are 2 to 2^30 + 1 edges and, if the host can
  /// read them, all are finite and ascending. Serial, O(bins).
  /// \param name  of the binning, in the text
  void check(char const* function, std::string const& name = "binning") const {
    detail::check_bins(function, name, m_bins, "fewer than 2 edges");
    if (m_bins > std::size_t(1) << 30)
      detail::refuse(function, name, " has ", m_bins, " bins, needs at most ", 1 << 30,
                     " with edges");
    if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                             typename Edges::memory_space>::accessible) {
      for (std::size_t i = 0; i <= m_bins; ++i) {
        if constexpr (std::is_floating_point_v<value_type>)
          if (!std::isfinite(edge(i)))
            detail::refuse(function, name, " has edge ", i, " at ", edge(i), ", needs finite ones");
        if (i > 0 && edge(i) < edge(i - 1))
          detail::refuse(function, name, " has edge ", i, " at ", +edge(i), " after ", +edge(i - 1),
                         ", needs them ascending");
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

/// \brief Throws std::invalid_argument unless there are 2 to 2^30 + 1 edges, all finite and
/// ascending. For edges that the host cannot read, which no other function checks: call it once.
///
/// \param edges  contiguous rank-1 View in any memory. The host waits for all running kernels and
///               copies it
template <View1D Edges>
void check_edges(Edges const& edges) {
  EdgeBins(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, edges))
      .check("check_edges", "edges");
}

}  // namespace KokkosScan
