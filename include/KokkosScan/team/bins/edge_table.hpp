// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/edge_bins.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/by_value.hpp>
#include <KokkosScan/detail/numbers.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::team::detail {

/// The entries of a table in memory, for all teams.
struct EdgeEntries {
  std::uint32_t* data;
  int buckets;
};

/// What a team keeps of edges in its scratch.
struct EdgeTableShape {
  int buckets = 1;             ///< 1: all edges are searched
  std::size_t edge_bytes = 0;  ///< 0: the edges stay in memory

  KOKKOS_FUNCTION std::size_t bytes() const {
    return edge_bytes + entry_bytes(static_cast<std::size_t>(buckets));
  }
  KOKKOS_FUNCTION static constexpr std::size_t entry_bytes(std::size_t buckets) {
    return whole_words((buckets + 1) * sizeof(std::uint16_t));
  }
  KOKKOS_FUNCTION static constexpr std::size_t whole_words(std::size_t bytes) {
    return KokkosScan::detail::ceil_div(bytes, 16) * 16;
  }
};

/// The bins of EdgeBins, with a table of where to begin: the range of the edges is cut into equal
/// buckets, and the table counts the edges before each. A search goes through the edges in the
/// bucket of x only; where all are in one bucket it takes as many steps as without.
///
/// The bucket of a number is a monotone function of it, rounded as it is. So an edge in a bucket
/// before is less than x, one in a bucket behind is greater, and the bins are exact.
///
/// \tparam X  numbers whose bins are asked for
/// \tparam Entry  of 2 bytes in scratch, of 4 in memory
template <class Edges, class X, class Entry>
class EdgeTable {
  using Binning = EdgeBins<Edges>;
  using Edge = typename Binning::value_type;
  using Common = decltype(Edge() + X());
  static constexpr bool compares_reals = std::is_floating_point_v<Common>;
  static constexpr bool is_wide = compares_reals ? sizeof(Common) > 4
                                                 : sizeof(Edge) >= 4 || sizeof(X) >= 4;
  using Position = std::conditional_t<is_wide, double, float>;
  static constexpr bool is_in_scratch = sizeof(Entry) == 2;
  static constexpr std::size_t most_bins = 1 << 16;
  /// Fewer are sooner found without a table.
  static constexpr std::size_t least_items = 4096;

 public:
  using find_of = EdgeTable;

  /// What edges and entries take where there is room for all, and so many items to find.
  static std::size_t most_bytes(Binning const& binning, std::size_t items) {
    if (!has_entries(binning, items)) return EdgeTableShape{}.bytes();
    return edge_bytes(binning) + EdgeTableShape::entry_bytes(most_buckets(binning));
  }
  /// The shape for so many bytes of scratch. Entries are found by searches through all edges: many
  /// are made only for many items.
  static EdgeTableShape shape(Binning const& binning, std::size_t room, std::size_t items) {
    if (!has_entries(binning, items)) return {};
    std::size_t const wanted = std::min(most_buckets(binning), std::bit_floor(items / 8));
    auto const buckets_beside = [&](std::size_t bytes) {
      std::size_t buckets = wanted;
      while (buckets > 1 && bytes + EdgeTableShape::entry_bytes(buckets) > room) buckets /= 2;
      return static_cast<int>(buckets);
    };
    // Edges in memory are better than few buckets.
    std::size_t const edges = edge_bytes(binning);
    int const beside_edges = buckets_beside(edges), alone = buckets_beside(0);
    if (4 * beside_edges >= alone && edges < room) return {beside_edges, edges};
    return {alone, 0};
  }

  /// A table in memory: buckets + 1 entries that are there, or will be by `fill`.
  KOKKOS_FUNCTION EdgeTable(Binning const& binning, int buckets, Entry* entries)
      : m_edges(binning.edges()),
        m_stride(binning.stride()),
        m_entries(entries),
        m_bins(static_cast<int>(binning.bins())),
        m_extra(buckets > 1 ? 1 : m_bins),
        m_low(position(edge(0))),
        m_last_bucket(static_cast<Position>(buckets - 1)),
        m_least(edge(0)),
        m_most(edge(m_bins)),
        m_clamps(binning.out_of_range() == OutOfRange::clamp) {
    Position const scale = static_cast<Position>(buckets) / (position(m_most) - m_low);
    m_scale = scale > 0 && scale < KokkosScan::detail::top<Position> ? scale : 0;
  }
  /// A table in scratch, by all threads of a team.
  /// \param scratch  shape.bytes() of it, aligned to 16 bytes
  template <class Member>
  KOKKOS_FUNCTION static EdgeTable in_scratch(Member const& member, Binning const& binning,
                                              EdgeTableShape const& shape, std::byte* scratch) {
    EdgeTable table(binning, shape.buckets, reinterpret_cast<Entry*>(scratch + shape.edge_bytes));
    int const rank = member.team_rank(), threads = member.team_size();
    if (shape.edge_bytes > 0) {
      auto* const own = reinterpret_cast<Edge*>(scratch);
      for (int i = rank; i <= table.m_bins; i += threads) own[i] = table.edge(i);
      member.team_barrier();
      table.m_edges = own;
      table.m_stride = 1;
    }
    for (int b = rank; b <= shape.buckets; b += threads) table.fill(b);
    member.team_barrier();
    return table;
  }
  /// Entry b: how many edges lie in the buckets before, but for the first one.
  KOKKOS_FUNCTION void fill(int b) const {
    int before = 0;
    KokkosScan::detail::move_to_last(before, m_extra > 1 ? 1 : m_bins,
                                     [&](int i) { return bucket(edge(i)) < b; });
    m_entries[b] = static_cast<Entry>(before);
  }

  /// The bin of x, or `no_bin`.
  KOKKOS_FUNCTION int operator()(X const& x) const {
    int bin;
    return find(x, bin) ? bin : no_bin;
  }
  /// Whether x is in a bin, and in which.
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
    Entry const* const entries = is_in_scratch ? arch::in_scratch(m_entries) : m_entries;
    int const b = bucket(x);
    bin = static_cast<int>(entries[b]);
    int const last = static_cast<int>(entries[b + 1]);
    KokkosScan::detail::move_to_last(bin, last - bin + m_extra, [&](int i) {
      return KokkosScan::detail::is_at_most(edge(i), x);
    });
    // Without branches: && would be one.
    bool const is_above = KokkosScan::detail::is_at_most(m_least, x);
    bool const is_below = KokkosScan::detail::is_at_most(x, m_most);
    bool const is_number = x == x;
    return (is_above & is_below) | (m_clamps & is_number);
  }

 private:
  static bool has_entries(Binning const& binning, std::size_t items) {
    return binning.bins() <= most_bins && items >= least_items;
  }
  /// At least twice the bins: few buckets have two edges then.
  static std::size_t most_buckets(Binning const& binning) {
    return std::min(std::bit_ceil(2 * binning.bins()), std::size_t(1) << 14);
  }
  static std::size_t edge_bytes(Binning const& binning) {
    return EdgeTableShape::whole_words((binning.bins() + 1) * sizeof(Edge));
  }
  KOKKOS_FUNCTION Edge edge(int i) const {
    return KokkosScan::detail::is_contiguous<Edges> ? m_edges[i] : m_edges[i * m_stride];
  }
  /// Of a number, as it is compared.
  template <class T>
  KOKKOS_FUNCTION static Position position(T const& x) {
    if constexpr (compares_reals)
      return static_cast<Position>(static_cast<Common>(x));
    else
      return static_cast<Position>(x);
  }
  template <class T>
  KOKKOS_FUNCTION int bucket(T const& x) const {
    Position const at = (position(x) - m_low) * m_scale;
    return static_cast<int>(Kokkos::fmin(at > 0 ? at : 0, m_last_bucket));  // of NaN 0
  }

  Edge const* m_edges;  // in scratch or in memory
  std::ptrdiff_t m_stride;
  Entry* m_entries;
  int m_bins;
  int m_extra;  // bins to search beyond the edges in a bucket: 1; all where one bucket counts none
  Position m_low, m_last_bucket, m_scale;
  Edge m_least, m_most;
  bool m_clamps;
};

}  // namespace KokkosScan::team::detail
