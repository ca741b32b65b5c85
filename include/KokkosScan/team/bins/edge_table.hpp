// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/edge_bins.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/by_value.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/search.hpp>
#include <KokkosScan/team/bins/edge_quantizer.hpp>
#include <KokkosScan/team/bins/edge_table_shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::team::detail {

/// Finds the bins of EdgeBins by one load, for most numbers.
///
/// Let k(x) be the level of x, s = bits_in_bucket, and k(x) >> s the bucket of x. With `before` the
/// index of the last edge in lower buckets, the entry of a bucket is, if it has
///
/// - no edge:  (before << s) - (bucket << s), so that (entry + k(x)) >> s = before;
/// - one edge e:  ((before + 1) << s) - k(e), so that (entry + k(x)) >> s = before + 1 where
///   k(x) >= k(e), and before otherwise. Where k(x) = k(e) the low bits of the sum are 0: only then
///   x and e are compared. Levels are odd, so no sum without an edge has low bits of 0;
/// - several edges:  `is_shared`, their number and the index of the first: they are searched.
///
/// The level is a monotone function of x: an edge of a lower level is less than x, one of a higher
/// level is greater. So the bins are exact.
///
/// \tparam X  the type of the numbers that are looked up
/// \tparam is_in_scratch  the table is in team scratch; otherwise in memory, shared by all teams
template <class Edges, class X, bool is_in_scratch>
class EdgeTable {
  using Binning = EdgeBins<Edges>;
  using Edge = typename Binning::value_type;
  using Quantizer = EdgeQuantizer<Edge, X>;
  static constexpr bool are_integers = std::is_integral_v<decltype(Edge() + X())>;
  /// Marks the entry of a bucket with several edges.
  static constexpr std::int32_t is_shared = 1 << 30;
  static constexpr int count_shift = EdgeTableShape::edge_bits;
  static constexpr int max_counted = 31;  // stands for any larger number of edges

 public:
  using find_of = EdgeTable;
  static constexpr bool unswitches = true;

  /// A table in memory.
  /// \param entries  shape.buckets of them, to be filled before the first lookup
  /// \param scale    the result of `scale_of`
  KOKKOS_FUNCTION EdgeTable(Binning const& binning, EdgeTableShape const& shape,
                            std::int32_t* entries, EdgeScale scale)
      : m_edges(binning.edges()),
        m_stride(binning.stride()),
        m_entries(entries),
        m_shift(shape.bits_in_bucket),
        m_bins(static_cast<int>(binning.bins())),
        m_most(edge(m_bins)),
        m_clamps(binning.out_of_range() == OutOfRange::clamp),
        m_level_of(scale, [&](int i) { return edge(i); }, m_bins, shape) {}

  /// A table in scratch, made by all threads of a team.
  /// \param scratch  shape.bytes() of it, aligned to 16 bytes
  template <class Member>
  KOKKOS_FUNCTION static EdgeTable in_scratch(Member const& member, Binning const& binning,
                                              EdgeTableShape const& shape, std::byte* scratch) {
    auto* const entries = reinterpret_cast<std::int32_t*>(scratch + shape.edge_bytes);
    auto* const own = reinterpret_cast<Edge*>(scratch);
    bool const has_edges = shape.edge_bytes > 0;
    int const rank = member.team_rank(), threads = member.team_size();
    // By one thread while the others wait: by all it would take longer.
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
    // An odd number of buckets per thread: stores of a warp go to different banks.
    int const each = KokkosScan::detail::ceil_div(shape.buckets, threads) | 1;
    int const end = (rank + 1) * each;
    table.fill(rank * each, end < shape.buckets ? end : shape.buckets);
    member.team_barrier();
    return table;
  }

  /// The better scale for a table of this shape.
  KOKKOS_FUNCTION static EdgeScale scale_of(Binning const& binning, EdgeTableShape const& shape) {
    return scale_of_edges<X>([&](int i) { return binning.edges()[i * binning.stride()]; },
                             static_cast<int>(binning.bins()), shape);
  }
  /// Fills the entries of buckets [first, end).
  KOKKOS_FUNCTION void fill(int first, int end) const {
    if (first >= end) return;
    int last = first_edge() - 1;
    KokkosScan::detail::advance_to_last(last, end_edge() - last,
                                        [&](int i) { return bucket_of(i) < first; });
    for (int b = first; b < end; ++b) {
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
  KOKKOS_FUNCTION bool find(X const& x, int& bin) const { return find_at(m_level_of(x), x, bin); }
  /// f(this table without the branch on its scale).
  template <class F>
  KOKKOS_FUNCTION void unswitch(F const& f) const {
    m_level_of.unswitch(
        [&]<class LevelOf>(LevelOf const& level_of) { f(OnScale<LevelOf>{*this, level_of}); });
  }

 private:
  template <class LevelOf>
  struct OnScale {
    using find_of = OnScale;
    EdgeTable const& table;
    LevelOf const& level_of;

    KOKKOS_FUNCTION int operator()(X const& x) const {
      int bin;
      return find(x, bin) ? bin : no_bin;
    }
    KOKKOS_FUNCTION bool find(X const& x, int& bin) const {
      return table.find_at(level_of(x), x, bin);
    }
    template <int N>
    KOKKOS_FORCEINLINE_FUNCTION void find_batch(X const (&x)[N], int none, int (&bin)[N]) const {
      table.find_batch_by(level_of, x, none, bin);
    }
  };

  KOKKOS_FUNCTION bool find_at(std::int32_t level, X const& x, int& bin) const {
    std::int32_t const* const entries = is_in_scratch ? arch::in_scratch(m_entries) : m_entries;
    std::int32_t const sum = entries[level >> m_shift] + level;
    bin = sum >> m_shift;
    bool const shares = sum >= is_shared;
    if (is_at_edge(sum) | shares)
      bin = shares ? search(x, sum - level) : has_reached(x, bin) ? bin : bin - 1;
    return static_cast<unsigned>(bin) < static_cast<unsigned>(m_bins) && x == x;
  }
  /// The bins of a batch: those of most numbers by one load each, without a branch. Only if others
  /// are among them, all take the steps of the longest search.
  template <int N, class LevelOf>
  KOKKOS_FORCEINLINE_FUNCTION void find_batch_by(LevelOf const& level_of, X const (&x)[N], int none,
                                                 int (&bin)[N]) const {
    std::int32_t level[N], sum[N];
    int unsure = 0;
    for (int k = 0; k < N; ++k) {
      level[k] = level_of(x[k]);
      sum[k] = m_entries[level[k] >> m_shift] + level[k];
      unsure |= is_at_edge(sum[k]) | (sum[k] >= is_shared);
      bin[k] = sum[k] >> m_shift;
    }
    if (unsure != 0) search_batch(x, level, sum, bin);
    for (int k = 0; k < N; ++k) {
      bool const is_found = (bin[k] >= 0) & (bin[k] < m_bins) & (x[k] == x[k]);
      bin[k] = arch::bin_or(is_found, bin[k], none);
    }
  }
  template <int N>
  KOKKOS_FORCEINLINE_FUNCTION void search_batch(X const (&x)[N], std::int32_t const (&level)[N],
                                                std::int32_t const (&sum)[N], int (&bin)[N]) const {
    // The edge before the first one that x may not have reached, and how many follow, plus one.
    int count[N];
    int const end = end_edge();
    for (int k = 0; k < N; ++k) {
      std::int32_t const entry = sum[k] - level[k];
      int const stored = (entry & (is_shared - 1)) >> count_shift;
      int const before = (entry & ((1 << count_shift) - 1)) - 1;
      int const all = stored < max_counted ? stored + 1 : end - before;
      int const precedes = is_at_edge(sum[k]) ? 1 : 0;
      bin[k] = sum[k] >= is_shared ? before : bin[k] - precedes;
      count[k] = sum[k] >= is_shared ? all : 1 + precedes;
    }
    KokkosScan::detail::advance_all_to_last(
        bin, count, [&](int k, int i) { return has_reached(x[k], i > 0 ? i : 0); });
    // The last bin is closed.
    for (int k = 0; k < N; ++k)
      bin[k] -= (bin[k] == m_bins) & KokkosScan::detail::is_at_most(x[k], m_most);
  }
  KOKKOS_FUNCTION bool is_at_edge(std::int32_t sum) const {
    return (sum & ((1 << m_shift) - 1)) == 0;
  }
  KOKKOS_FUNCTION int bucket_of(int i) const { return m_level_of(edge(i)) >> m_shift; }
  /// The last edge in bucket b, \p before if there is none; edges up to \p before are in lower
  /// ones.
  KOKKOS_FUNCTION int last_in(int b, int before) const {
    auto const is_here = [&](int i) { return i < end_edge() && bucket_of(i) == b; };
    int last = before;
    if (is_here(before + max_counted)) {
      last = before + max_counted;
      KokkosScan::detail::advance_to_last(last, end_edge() - last, is_here);
    } else {
      while (is_here(last + 1)) ++last;
    }
    return last;
  }
  /// The entry of bucket b, where edges before + 1 to last are.
  KOKKOS_FUNCTION std::int32_t entry(int b, int before, int last) const {
    int const one = 1 << m_shift;
    // If integer e - 1 lies in a lower bucket, every x here has reached e: nothing to compare.
    if constexpr (are_integers)
      if (last > before && last < m_bins && level_below(last) >> m_shift < b) before = last;
    int const count = last - before;
    if (count > 1 || (count > 0 && last == m_bins))
      return is_shared + ((count < max_counted ? count : max_counted) << count_shift) +
             (before + 1);
    if (count == 0) return before * one - b * one;
    int const level = m_level_of(edge(last));
    // If e - 1 has a lower level, every x at the level of e has reached it: a larger entry makes
    // the low bits of their sum differ from 0.
    int is_reached = 0;
    if constexpr (are_integers) is_reached = level_below(last) < level;
    return before * one + one - level + is_reached;
  }
  /// The level of the largest integer below an edge.
  KOKKOS_FUNCTION std::int32_t level_below(int i) const {
    return edge(i) > KokkosScan::detail::bottom<Edge> ? m_level_of(static_cast<Edge>(edge(i) - 1))
                                                      : m_level_of(edge(i));
  }
  /// Edges [first_edge(), end_edge()) matter: the last one that x has reached gives its bin. Where
  /// numbers outside are clamped, the outermost edges do not.
  KOKKOS_FUNCTION int first_edge() const { return m_clamps ? 1 : 0; }
  KOKKOS_FUNCTION int end_edge() const { return m_clamps ? m_bins : m_bins + 1; }
  KOKKOS_FUNCTION Edge edge(int i) const {
    return KokkosScan::detail::is_contiguous<Edges> ? m_edges[i] : m_edges[i * m_stride];
  }
  KOKKOS_FUNCTION bool has_reached(X const& x, int i) const {
    return KokkosScan::detail::is_at_most(edge(i), x);
  }
  /// The bin of x by the entry of a bucket with several edges.
  KOKKOS_FUNCTION int search(X const& x, std::int32_t entry) const {
    int const first = entry & ((1 << count_shift) - 1);
    int last = has_reached(x, first) ? first : first - 1;
    if (last == first) {
      int const count = (entry - is_shared) >> count_shift;
      KokkosScan::detail::advance_to_last(last, count < max_counted ? count : end_edge() - first,
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
  Quantizer m_level_of;
};

}  // namespace KokkosScan::team::detail
