// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/edge_bins.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/by_value.hpp>
#include <KokkosScan/detail/move_to_last.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/team/bins/edge_places.hpp>
#include <KokkosScan/team/bins/edge_table_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::team::detail {

/// The bins of EdgeBins by one load, for most numbers.
///
/// The places in the range of the edges are cut into buckets. The entry of a bucket without an edge
/// says how many edges lie before it; of one with a single edge also where in the bucket that is,
/// rounded, such that the sum of the entry and the place of x is the bin. Only where x is at the
/// rounded place of an edge, or several share its bucket, are edges searched.
///
/// The place of a number is a monotone function of it. So an edge whose place is before that of x
/// is less than x, one whose place is behind is greater, and the bins are exact.
///
/// \tparam X  numbers whose bins are asked for
/// \tparam is_in_scratch  where the table is; else in memory, for all teams
template <class Edges, class X, bool is_in_scratch>
class EdgeTable {
  using Binning = EdgeBins<Edges>;
  using Edge = typename Binning::value_type;
  using Places = EdgePlaces<Edge, X>;
  static constexpr bool are_integers = std::is_integral_v<decltype(Edge() + X())>;
  /// In the entry of a bucket with several edges, beside how many, and how many lie before it.
  static constexpr std::int32_t is_shared = 1 << 30;
  static constexpr int count_shift = EdgeTableShape::edge_bits, most_counted = 31;

 public:
  using find_of = EdgeTable;
  static constexpr bool unswitches = true;

  /// A table in memory.
  /// \param entries  as many as the shape says, filled before any number is asked for
  /// \param scale  what scale_of says
  KOKKOS_FUNCTION EdgeTable(Binning const& binning, EdgeTableShape const& shape,
                            std::int32_t* entries, EdgeScale scale)
      : m_edges(binning.edges()),
        m_stride(binning.stride()),
        m_entries(entries),
        m_shift(shape.bits_in_bucket),
        m_bins(static_cast<int>(binning.bins())),
        m_most(edge(m_bins)),
        m_clamps(binning.out_of_range() == OutOfRange::clamp),
        m_places(scale, [&](int i) { return edge(i); }, m_bins, shape) {}

  /// A table in scratch, by all threads of a team.
  /// \param scratch  shape.bytes() of it, aligned to 16 bytes
  template <class Member>
  KOKKOS_FUNCTION static EdgeTable in_scratch(Member const& member, Binning const& binning,
                                              EdgeTableShape const& shape, std::byte* scratch) {
    auto* const entries = reinterpret_cast<std::int32_t*>(scratch + shape.edge_bytes);
    auto* const own = reinterpret_cast<Edge*>(scratch);
    bool const has_edges = shape.edge_bytes > 0;
    int const rank = member.team_rank(), threads = member.team_size();
    // One thread finds it while others wait: all would take longer.
    std::int32_t& scale = entries[shape.buckets];
    if (rank == 0) scale = static_cast<std::int32_t>(scale_of(binning, shape));
    if (has_edges)
      for (int i = rank; i <= static_cast<int>(binning.bins()); i += threads)
        own[i] = binning.edges()[i * binning.stride()];
    member.team_barrier();
    EdgeTable table(binning, shape, entries, static_cast<EdgeScale>(scale));
    if (has_edges) {
      table.m_edges = own;
      table.m_stride = 1;
    }
    // An odd number of buckets for each thread, so that they are stored in different banks.
    int const each = KokkosScan::detail::ceil_div(shape.buckets, threads) | 1;
    int const behind = (rank + 1) * each;
    table.fill(rank * each, behind < shape.buckets ? behind : shape.buckets);
    member.team_barrier();
    return table;
  }

  /// The scale for such a table.
  KOKKOS_FUNCTION static EdgeScale scale_of(Binning const& binning, EdgeTableShape const& shape) {
    return scale_of_edges<X>([&](int i) { return binning.edges()[i * binning.stride()]; },
                             static_cast<int>(binning.bins()), shape);
  }
  /// The entries of buckets [first, behind).
  KOKKOS_FUNCTION void fill(int first, int behind) const {
    if (first >= behind) return;
    int last = first_edge() - 1;
    KokkosScan::detail::move_to_last(last, end_edge() - last,
                                     [&](int i) { return bucket_of(i) < first; });
    for (int b = first; b < behind; ++b) {
      int const before = last;
      last = last_in(b, before);
      m_entries[b] = entry(b, before, last);
    }
  }

  /// The bin of x, or `no_bin`.
  KOKKOS_FUNCTION int operator()(X const& x) const {
    int bin;
    return find(x, bin) ? bin : no_bin;
  }
  /// Whether x is in a bin, and in which.
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const { return find_at(m_places(x), x, bin); }
  /// f(the same table, on the scale that it has).
  template <class F>
  KOKKOS_FUNCTION void unswitch(F const& f) const {
    m_places.unswitch(
        [&]<class PlaceOf>(PlaceOf const& place_of) { f(OnScale<PlaceOf>{*this, place_of}); });
  }

 private:
  template <class PlaceOf>
  struct OnScale {
    using find_of = OnScale;
    EdgeTable const& table;
    PlaceOf const& place_of;

    KOKKOS_FUNCTION int operator()(X const& x) const {
      int bin;
      return find(x, bin) ? bin : no_bin;
    }
    KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
      return table.find_at(place_of(x), x, bin);
    }
  };

  KOKKOS_FUNCTION bool find_at(std::int32_t place_of_x, X const& x, int& bin) const {
    std::int32_t const* const entries = is_in_scratch ? arch::in_scratch(m_entries) : m_entries;
    std::int32_t const sum = entries[place_of_x >> m_shift] + place_of_x;
    bin = sum >> m_shift;
    // The sum of an edge's entry and place; that of a bucket without an edge is odd.
    bool const is_at_edge = (sum & ((1 << m_shift) - 1)) == 0;
    bool const shares = sum >= is_shared;
    if (is_at_edge | shares)
      bin = shares ? search(x, sum - place_of_x) : has_reached(x, bin) ? bin : bin - 1;
    return static_cast<unsigned>(bin) < static_cast<unsigned>(m_bins) && x == x;
  }
  KOKKOS_FUNCTION int bucket_of(int i) const { return m_places(edge(i)) >> m_shift; }
  /// The last edge in bucket b, behind edge \p before.
  KOKKOS_FUNCTION int last_in(int b, int before) const {
    auto const is_here = [&](int i) { return i < end_edge() && bucket_of(i) == b; };
    int last = before;
    if (is_here(before + most_counted)) {
      last = before + most_counted;
      KokkosScan::detail::move_to_last(last, end_edge() - last, is_here);
    } else {
      while (is_here(last + 1)) ++last;
    }
    return last;
  }
  /// The entry of bucket b, where edges before + 1 to last are.
  KOKKOS_FUNCTION std::int32_t entry(int b, int before, int last) const {
    int const one = 1 << m_shift;
    // Of integers it may be that all in the bucket have reached its edges.
    if constexpr (are_integers)
      if (last > before && last < m_bins && place_before(last) >> m_shift < b) before = last;
    int const count = last - before;
    if (count > 1 || (count > 0 && last == m_bins))
      return is_shared + ((count < most_counted ? count : most_counted) << count_shift) +
             (before + 1);
    if (count == 0) return before * one - b * one;
    int const place = m_places(edge(last));
    // Or all at the place of an edge.
    int is_first = 0;
    if constexpr (are_integers) is_first = place_before(last) < place;
    return before * one + one - place + is_first;
  }
  /// The place of the integer before an edge.
  KOKKOS_FUNCTION std::int32_t place_before(int i) const {
    return edge(i) > KokkosScan::detail::bottom<Edge> ? m_places(static_cast<Edge>(edge(i) - 1))
                                                      : m_places(edge(i));
  }
  /// The edges that are searched: the last one that x has reached, if any, says the bin. Where
  /// numbers outside are clamped the first and the last are none.
  KOKKOS_FUNCTION int first_edge() const { return m_clamps ? 1 : 0; }
  KOKKOS_FUNCTION int end_edge() const { return m_clamps ? m_bins : m_bins + 1; }
  KOKKOS_FUNCTION Edge edge(int i) const {
    return KokkosScan::detail::is_contiguous<Edges> ? m_edges[i] : m_edges[i * m_stride];
  }
  KOKKOS_FUNCTION bool has_reached(X const& x, int i) const {
    return KokkosScan::detail::is_at_most(edge(i), x);
  }
  /// The last edge that x has reached, by the entry of a shared bucket.
  KOKKOS_FUNCTION int search(X const& x, std::int32_t entry) const {
    int const first = entry & ((1 << count_shift) - 1);
    int last = has_reached(x, first) ? first : first - 1;
    if (last == first) {
      int const count = (entry - is_shared) >> count_shift;
      KokkosScan::detail::move_to_last(last, count < most_counted ? count : end_edge() - first,
                                       [&](int i) { return has_reached(x, i); });
    }
    // The last bin is closed.
    return last == m_bins && KokkosScan::detail::is_at_most(x, m_most) ? m_bins - 1 : last;
  }

  Edge const* m_edges;  // in scratch or in memory
  std::ptrdiff_t m_stride;
  std::int32_t* m_entries;
  int m_shift;
  int m_bins;
  Edge m_most;
  bool m_clamps;
  Places m_places;
};

}  // namespace KokkosScan::team::detail
