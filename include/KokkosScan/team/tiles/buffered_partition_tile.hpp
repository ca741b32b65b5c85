// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/class_counts.hpp>
#include <KokkosScan/detail/stream_copy.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/team/detail/combine_before.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::team::detail {

/// A tile of a partition that is sorted into one buffer per class. The buffers stay in a CPU's
/// cache and are copied out when the tile's prefix is known.
///
/// No branch depends on the data: an item is stored at the end of every class's buffer, and only
/// the end of the class it belongs to advances. CPUs with an instruction that packs the selected
/// items of a register do that instead. Every item is loaded and classified once, and the input of
/// a tile has been read when its counts are published, so the output may be the input.
template <ScanPolicy P, class Member, class Source, class Sink, class Op>
class BufferedPartitionTile {
 public:
  using T = typename Op::value_type;
  using Given = typename Source::Given;
  using Element = typename Source::Element;
  using Extra = typename Source::Extra;
  static constexpr int classes = Source::classes;
  using Wide = KokkosScan::detail::ClassCounts<std::size_t, classes - 1>;

  struct Scratch {
    T thread_total[P.threads];
  };
  static constexpr bool reads_before_write = true;
  /// One per class; a selection drops the last class.
  static constexpr int buffers = Sink::keeps_all ? classes : classes - 1;
  static constexpr std::size_t alignment = alignof(Given);
  static constexpr std::size_t buffer_bytes = buffers * sizeof(Given) * P.tile();

  KOKKOS_FUNCTION BufferedPartitionTile(Member const& member, Scratch& scratch, void* buffer)
      : m_member(member), m_scratch(scratch) {
    constexpr std::size_t piece = P.tile() / P.threads;
    for (int c = 0; c < buffers; ++c)
      m_buffer[c] = static_cast<Given*>(buffer) + c * P.tile() + m_member.team_rank() * piece;
  }

  /// Sorts items [first, first + tile) below n into the buffers; returns their counts on all
  /// threads.
  KOKKOS_FUNCTION T read(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    constexpr std::size_t piece = P.tile() / P.threads;
    m_first = first + piece * m_member.team_rank();
    m_last = m_first + piece < n ? m_first + piece : n;
    if (m_first > n) m_first = m_last = n;
    m_counts = sort_piece(source);
    source.order_before_counts();
    T const own = m_counts;
    if constexpr (P.threads == 1) {
      m_before = op.identity();
      m_total = own;
    } else {
      m_scratch.thread_total[m_member.team_rank()] = own;
      m_member.team_barrier();
      m_before = detail::combine_before(m_scratch.thread_total, m_member.team_rank(), P.threads, op,
                                        m_total);
    }
    return m_total;
  }

  /// Copies the items last read to their places; \p prefix has the counts before the tile.
  KOKKOS_FUNCTION void write(Source const&, Sink const& sink, Op const& op, std::size_t,
                             std::size_t n, T const& prefix) {
    bool const is_streamed = tuning::goes_around_caches(n * (sizeof(Element) + sizeof(Given)));
    copy_class<0>(sink, n, op(prefix, m_before), op(prefix, m_total), is_streamed);
    if (is_streamed) arch::order_streaming_stores();
  }

 private:
  static constexpr std::size_t block = 16;
  /// Whether blocks are packed by vector instructions; there are no vectors of indices of bool.
  static constexpr bool packs = arch::compress_lanes<Given> > 0 &&
                                (Source::gives_element || !std::is_same_v<Given, bool>);
  /// As wide as an element, so that g++ classifies a block in whole vectors.
  using ClassNumber =
      std::conditional_t<sizeof(Element) == 1, std::uint8_t,
                         std::conditional_t<sizeof(Element) == 2, std::uint16_t, std::uint32_t>>;

  /// By value: the compiler knows then that no store changes the source.
  KOKKOS_FUNCTION Wide sort_piece(Source const source) {
    Wide counts{};
    std::size_t i = m_first;
    // In a full block every item must have a predecessor, so the first item goes alone.
    if (Source::needs_previous && i == 0 && i < m_last) sort_block<1>(source, i++, counts);
    // A block is loaded and classified as a whole first: the compiler vectorizes these loops.
    for (; i + block <= m_last; i += block) sort_block<block>(source, i, counts);
    for (; i < m_last; ++i) sort_block<1>(source, i, counts);
    return counts;
  }
  template <std::size_t Block>
  KOKKOS_FUNCTION void sort_block(Source const& source, std::size_t first, Wide& counts) const {
    constexpr bool has_mask = Block == block && arch::has_mask<Extra>;
    Element x[Block], previous[Block];
    Extra extra[Block];
    [[maybe_unused]] ClassNumber c[Block];
    [[maybe_unused]] unsigned flagged = 0;  // the items of class 0, if there is a mask
    if constexpr (Block == block) source.template prefetch<static_cast<int>(block)>(first);
    for (std::size_t j = 0; j < Block; ++j) source.load(first + j, x[j], extra[j]);
    if constexpr (Source::needs_previous)
      for (std::size_t j = 0; j < Block; ++j)
        previous[j] = Block == 1 ? source.load_previous(first) : source.load_before(first + j);
    if constexpr (has_mask) {
      flagged = arch::where_set(Source::has_flags ? source.flags(first) : extra);
    } else {
      auto const classify = [&](std::size_t j) {
        c[j] = static_cast<ClassNumber>(
            source.class_of(Block == 1 && first == 0, x[j], extra[j], previous[j]));
      };
      if constexpr (sizeof(Element) == 1) {
        KOKKOSSCAN_NO_UNROLL
        for (std::size_t j = 0; j < Block; ++j) classify(j);
      } else {
        for (std::size_t j = 0; j < Block; ++j) classify(j);
      }
    }
    if constexpr (Block == block && packs) {
      Given given[Block];
      if constexpr (Source::gives_element) {
        for (std::size_t j = 0; j < Block; ++j) given[j] = source.give(first + j, x[j]);
      } else {
        constexpr int lanes = arch::compress_lanes<Given>;
        KOKKOSSCAN_UNROLL
        for (int j = 0; j < static_cast<int>(Block); j += lanes)
          arch::store_numbers<lanes>(given + j,
                                     source.give(first + static_cast<unsigned>(j), x[j]));
      }
      Wide const before = counts;
      pack_class<0>(first - m_first, before, counts, given, [&](unsigned wanted) {
        if constexpr (has_mask)
          return wanted == 0 ? flagged : flagged ^ 0xffffu;
        else
          return arch::where_equal(c, static_cast<ClassNumber>(wanted));
      });
    } else {
      KOKKOSSCAN_UNROLL
      for (std::size_t j = 0; j < Block; ++j) {
        store_at_each_end<0>(first + j - m_first, counts, source.give(first + j, x[j]));
        if constexpr (has_mask)
          count(counts, ~flagged >> j & 1u);
        else
          count(counts, c[j]);
      }
    }
  }
  /// Appends the items of a block that are of class C or a later one to their buffers.
  /// \param where  callable class → mask of the items in it
  template <int C, class Where>
  KOKKOS_FUNCTION void pack_class(std::size_t i, Wide const& before, Wide& counts,
                                  Given const (&given)[block], Where const& where) const {
    if constexpr (C < buffers) {
      constexpr int lanes = arch::compress_lanes<Given>;
      unsigned const here = where(C);
      Given* to = m_buffer[C] + KokkosScan::detail::rank_in_class<C>(i, before);
      KOKKOSSCAN_UNROLL
      for (int first = 0; first < static_cast<int>(block); first += lanes)
        to += arch::compress(to, given + first, here >> first & ((1u << lanes) - 1));
      if constexpr (C + 1 < classes) counts.of[C] += arch::count_lanes(here);
      pack_class<C + 1>(i, before, counts, given, where);
    }
  }
  template <int C>
  KOKKOS_FUNCTION void store_at_each_end(std::size_t i, Wide const& counts, Given const& x) const {
    if constexpr (C < buffers) {
      m_buffer[C][KokkosScan::detail::rank_in_class<C>(i, counts)] = x;
      store_at_each_end<C + 1>(i, counts, x);
    }
  }
  /// Arithmetic on purpose: compilers would turn a conditional into a branch.
  KOKKOS_FUNCTION static void count(Wide& counts, unsigned c) {
    if constexpr (classes == 2) {
      counts.of[0] += 1u - c;
    } else {
      counts.of[0] += 1u - (c + 1u) / 2u;
      counts.of[1] += c & 1u;
    }
  }

  template <int C>
  KOKKOS_FUNCTION void copy_class(Sink const& sink, std::size_t n, Wide const& before,
                                  Wide const& totals, bool is_streamed) const {
    if constexpr (C < classes) {
      if constexpr (Sink::template keeps<C>) {
        std::size_t const count = KokkosScan::detail::rank_in_class<C>(m_last - m_first, m_counts);
        auto const to = sink.template places<C>(
            n, totals, KokkosScan::detail::rank_in_class<C>(m_first, before));
        copy(m_buffer[C], count, to, is_streamed);
      }
      copy_class<C + 1>(sink, n, before, totals, is_streamed);
    }
  }
  template <class Places>
  KOKKOS_FUNCTION static void copy(Given const* from, std::size_t count, Places const& to,
                                   bool is_streamed) {
    auto const room = static_cast<std::size_t>(to.room > 0 ? to.room : 0);
    int const most = static_cast<int>(count < room ? count : room);
    using Target = std::remove_reference_t<decltype(*to.data)>;
    if constexpr (Places::is_contiguous && std::is_same_v<Target, Given>) {
      if (is_streamed)
        KokkosScan::detail::stream_copy(to.data, from, static_cast<std::size_t>(most));
      else if (most > 0)
        arch::copy_bytes(to.data, from, most * sizeof(Given));
    } else if constexpr (Places::is_reversed && std::is_same_v<Target, Given>) {
      if (most > 0)
        KokkosScan::detail::copy_reversed(to.data - (most - 1), from,
                                          static_cast<std::size_t>(most), is_streamed);
    } else {
      for (int i = 0; i < most; ++i) to.store(i, from[i]);
    }
  }

  Member const& m_member;
  Scratch& m_scratch;
  Given* m_buffer[buffers];
  std::size_t m_first = 0, m_last = 0;
  Wide m_counts{};
  T m_before, m_total;
};

}  // namespace KokkosScan::team::detail
