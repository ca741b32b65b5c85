// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/edge_bins.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/by_value.hpp>
#include <KokkosScan/detail/move_to_last.hpp>
#include <KokkosScan/detail/numbers.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace KokkosScan::team::detail {

/// The size of a table of edges.
///
/// Numbers have a place in the range of the edges. Its upper bits say in which bucket it is, the
/// lower ones where in that.
struct EdgeTableShape {
  int buckets = 1;
  int bits_in_bucket = 0;
  std::size_t edge_bytes = 0;  ///< 0: the edges stay in memory

  KOKKOS_FUNCTION std::size_t bytes() const {
    return edge_bytes + static_cast<std::size_t>(buckets) * sizeof(std::int32_t);
  }
  /// With so many buckets, for so many bins.
  static EdgeTableShape of(std::size_t buckets, std::size_t bins, std::size_t edge_bytes) {
    // Places have 23 bits, of which at least one is in a bucket; 29 hold a bin and those, unless
    // there is but one bucket.
    int const bits = std::min(23 - static_cast<int>(std::bit_width(buckets - 1)),
                              28 - static_cast<int>(std::bit_width(bins)));
    return {static_cast<int>(buckets), std::max(bits, 1), edge_bytes};
  }
};

/// The bins of EdgeBins by one load, for most numbers.
///
/// The range of the edges is cut into equal buckets. The entry of a bucket without an edge says how
/// many edges lie before it; of one with a single edge also where in the bucket that is, rounded,
/// such that the sum of the entry and the place of x is the bin. Only where x is at the rounded
/// place of an edge, or several share its bucket, are edges searched.
///
/// The place of a number is a monotone function of it, rounded as it is. So an edge whose place is
/// before that of x is less than x, one whose place is behind is greater, and the bins are exact.
///
/// \tparam X  numbers whose bins are asked for
/// \tparam is_in_scratch  where the table is; else in memory, for all teams
template <class Edges, class X, bool is_in_scratch>
class EdgeTable {
  using Binning = EdgeBins<Edges>;
  using Edge = typename Binning::value_type;
  using Common = decltype(Edge() + X());
  using Difference = std::conditional_t<
      std::is_floating_point_v<Common>,
      std::conditional_t<(sizeof(Common) > sizeof(float)), double, float>,
      std::conditional_t<!KokkosScan::detail::differ_in_sign<Edge, X>, Common,
                         std::conditional_t<(sizeof(Common) < 8), std::int64_t, double>>>;
  using Scale = std::conditional_t<std::is_floating_point_v<Difference>, Difference, float>;
  /// In the entry of a bucket with several edges, beside how many, and how many lie before it.
  static constexpr std::int32_t is_shared = 1 << 30;
  static constexpr int count_shift = 24, most_counted = 31;
  /// With more, buckets of a table in scratch are crowded.
  static constexpr std::size_t most_bins = 1 << 16;
  /// For fewer, entries are not worth finding: all edges are searched.
  static constexpr std::size_t least_items = 4096;

 public:
  using find_of = EdgeTable;

  /// What a table and the edges take where there is room for all, and so many items to find.
  static std::size_t most_bytes(Binning const& binning, std::size_t items) {
    return edge_bytes(binning) + most_buckets(binning, items) * sizeof(std::int32_t);
  }
  /// The shape for so many bytes of scratch.
  static EdgeTableShape shape(Binning const& binning, std::size_t room, std::size_t items) {
    // Few elements ask for edges, so buckets come first. Few items are not worth many edges.
    std::size_t const most = most_buckets(binning, items), edges = edge_bytes(binning);
    std::size_t const buckets = std::clamp<std::size_t>(room / sizeof(std::int32_t), 1, most);
    bool const has_edges =
        edges + buckets * sizeof(std::int32_t) <= room && binning.bins() <= items;
    return EdgeTableShape::of(buckets, binning.bins(), has_edges ? edges : 0);
  }
  /// The shape in memory: a bucket for each bin and some, so that equal bins do not share them.
  static EdgeTableShape shape_in_memory(std::size_t bins) {
    return EdgeTableShape::of(std::min<std::size_t>(bins + bins / 4, 1 << 22), bins, 0);
  }

  /// A table in memory.
  /// \param entries  as many as the shape says, filled before any number is asked for
  KOKKOS_FUNCTION EdgeTable(Binning const& binning, EdgeTableShape const& shape,
                            std::int32_t* entries)
      : m_edges(binning.edges()),
        m_stride(binning.stride()),
        m_entries(entries),
        m_shift(shape.bits_in_bucket),
        m_bins(static_cast<int>(binning.bins())),
        m_most(edge(m_bins)),
        m_clamps(binning.out_of_range() == OutOfRange::clamp),
        m_low(static_cast<Difference>(edge(0))),
        m_places(static_cast<float>((shape.buckets << shape.bits_in_bucket) / 2 - 1)) {
    Scale const scale =
        static_cast<Scale>(1 - 2 * margin) / static_cast<Scale>(above_low(edge(m_bins)));
    // Neither 0 nor infinite: both times the other are no number.
    m_scale = Kokkos::fmin(Kokkos::fmax(scale, least_scale), most_scale);
  }

  /// A table in scratch, by all threads of a team.
  /// \param scratch  shape.bytes() of it, aligned to 16 bytes
  template <class Member>
  KOKKOS_FUNCTION static EdgeTable in_scratch(Member const& member, Binning const& binning,
                                              EdgeTableShape const& shape, std::byte* scratch) {
    EdgeTable table(binning, shape, reinterpret_cast<std::int32_t*>(scratch + shape.edge_bytes));
    int const rank = member.team_rank(), threads = member.team_size();
    if (shape.edge_bytes > 0) {
      auto* const own = reinterpret_cast<Edge*>(scratch);
      for (int i = rank; i <= table.m_bins; i += threads) own[i] = table.edge(i);
      member.team_barrier();
      table.m_edges = own;
      table.m_stride = 1;
    }
    for (int b = rank; b < shape.buckets; b += threads) table.fill(b);
    member.team_barrier();
    return table;
  }
  /// The entry of bucket b.
  KOKKOS_FUNCTION void fill(int b) const {
    int last = first_edge() - 1;  // before the bucket
    KokkosScan::detail::move_to_last(last, end_edge() - last,
                                     [&](int i) { return place(edge(i)) >> m_shift < b; });
    auto const is_here = [&](int i) { return i < end_edge() && place(edge(i)) >> m_shift == b; };
    int count = is_here(last + most_counted) ? most_counted : 0;
    while (count < most_counted && is_here(last + count + 1)) ++count;
    int const before = last * (1 << m_shift);
    if (count > 1 || (count > 0 && last + 1 == m_bins))
      m_entries[b] = is_shared + (count << count_shift) + (last + 1);
    else if (count > 0)
      m_entries[b] =
          before + (1 << m_shift) - place(edge(last + 1)) + (is_first_at_place(last + 1) ? 1 : 0);
    else
      m_entries[b] = before - b * (1 << m_shift);
  }

  /// The bin of x, or `no_bin`.
  KOKKOS_FUNCTION int operator()(X const& x) const {
    int bin;
    return find(x, bin) ? bin : no_bin;
  }
  /// Whether x is in a bin, and in which.
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    std::int32_t const* const entries = is_in_scratch ? arch::in_scratch(m_entries) : m_entries;
    std::int32_t const place_of_x = place(x);
    std::int32_t const sum = entries[place_of_x >> m_shift] + place_of_x;
    bin = sum >> m_shift;
    // The sum of an edge's entry and place; that of a bucket without an edge is odd.
    bool const is_at_edge = (sum & ((1 << m_shift) - 1)) == 0;
    bool const shares = sum >= is_shared;
    if (is_at_edge | shares)
      bin = shares ? search(x, sum - place_of_x) : has_reached(x, bin) ? bin : bin - 1;
    return static_cast<unsigned>(bin) < static_cast<unsigned>(m_bins) && x == x;
  }

 private:
  /// What lies beyond the edges, at both ends, of all places: numbers outside are found at once. Of
  /// a fraction that is no power of two, or numbers at regular distances might be found in entries
  /// of one bank.
  static constexpr float margin = 0.0382f;
  static constexpr Scale least_scale = std::numeric_limits<Scale>::min();
  static constexpr Scale most_scale = std::numeric_limits<Scale>::max();

  /// 8 for a bin: few have several edges by chance. Entries are found by searches through all
  /// edges: many are made only for many items.
  static std::size_t most_buckets(Binning const& binning, std::size_t items) {
    if (binning.bins() > most_bins || items < least_items) return 1;
    return std::min(items / 8, std::clamp<std::size_t>(8 * binning.bins(), 2048, 8192));
  }
  /// The edges that are searched: the last one that x has reached, if any, says the bin. Where
  /// numbers outside are clamped the first and the last are none.
  KOKKOS_FUNCTION int first_edge() const { return m_clamps ? 1 : 0; }
  KOKKOS_FUNCTION int end_edge() const { return m_clamps ? m_bins : m_bins + 1; }
  static std::size_t edge_bytes(Binning const& binning) {
    return KokkosScan::detail::ceil_div((binning.bins() + 1) * sizeof(Edge), 16) * 16;
  }
  KOKKOS_FUNCTION Edge edge(int i) const {
    return KokkosScan::detail::is_contiguous<Edges> ? m_edges[i] : m_edges[i * m_stride];
  }

  /// How far a number is above the first edge; negative below.
  template <class T>
  KOKKOS_FUNCTION Scale above_low(T const& x) const {
    if constexpr (std::is_integral_v<Difference>) {
      using Unsigned = std::make_unsigned_t<Difference>;  // holds any difference
      auto const at = static_cast<Difference>(x);
      auto const above =
          static_cast<Scale>(static_cast<Unsigned>(at) - static_cast<Unsigned>(m_low));
      return at < m_low ? -KokkosScan::detail::top<Scale> : above;
    } else {
      return static_cast<Difference>(static_cast<Compared<T>>(x)) - m_low;
    }
  }
  /// Reals are compared as Common, integers by value.
  template <class T>
  using Compared = std::conditional_t<std::is_floating_point_v<Common>, Common, T>;

  /// An odd number, in the order of what it is of.
  template <class T>
  KOKKOS_FUNCTION std::int32_t place(T const& x) const {
    // Not left to the compiler, which might round the places of edges and others differently.
    auto const at =
        static_cast<float>(Kokkos::fma(above_low(x), m_scale, static_cast<Scale>(margin)));
    float const clamped = Kokkos::fmin(Kokkos::fmax(at, 0.0f), 1.0f);  // of NaN 0
    // A float from 2^23 to 2^24 has a whole number in its low bits.
    constexpr float whole = 1 << 23;
    auto const number = Kokkos::bit_cast<std::uint32_t>(Kokkos::fma(clamped, m_places, whole));
    return static_cast<std::int32_t>(2 * (number - Kokkos::bit_cast<std::uint32_t>(whole)) + 1);
  }
  /// Whether all numbers at the place of an edge have reached it: of integers this is often so.
  KOKKOS_FUNCTION bool is_first_at_place(int i) const {
    if constexpr (std::is_integral_v<Common>)
      return edge(i) > KokkosScan::detail::bottom<Edge> &&
             place(static_cast<Edge>(edge(i) - 1)) != place(edge(i));
    else
      return false;
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
  Difference m_low;
  float m_places;
  Scale m_scale;
};

}  // namespace KokkosScan::team::detail
