// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/pack.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/team/detail/combine_before.hpp>
#include <KokkosScan/team/tiles/vector_sums.hpp>
#include <KokkosScan/tuning/backends/host_limits.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::team::detail {

/// From functor to functor.
template <class Source, class Sink>
concept HaveBlocks = Source::has_blocks && Sink::has_blocks;

/// A tile that is read twice: from memory to find its total, from the cache to scan it.
///
/// A thread takes one contiguous piece, a SIMD vector at a time. Items of a source that may be
/// loaded only once are kept in a buffer of team scratch. The total is a fixed expression of the
/// items, so results do not depend on timing.
template <ScanPolicy P, ScanMode Mode, class Member, class Source, class Sink, class Op>
class CachedTile {
 public:
  using T = typename Op::value_type;
  using Payload = typename Source::payload_type;
  using Lanes = lane::Group<Member, P.lanes>;

  struct Scratch {
    T thread_total[P.threads];
  };
  static constexpr bool reads_before_write = !Source::is_rereadable || P.threads > 1;
  struct ItemWithPayload {
    T value;
    Payload payload;
  };
  static constexpr bool has_payload = !std::is_empty_v<Payload>;
  using Item = std::conditional_t<has_payload, ItemWithPayload, T>;
  static constexpr std::size_t alignment = alignof(Item);
  static constexpr std::size_t buffer_bytes =
      Source::is_rereadable ? 0 : sizeof(Item) * static_cast<std::size_t>(P.tile());
  /// Whether `skip` and `write` alone can scan a tile of a source whose items may be loaded only
  /// once: `write` loads each item once, and no total is wanted.
  static constexpr bool can_skip = HaveBlocks<Source, Sink>;

  KOKKOS_FUNCTION CachedTile(Member const& member, Scratch& scratch, void* buffer)
      : m_member(member),
        m_scratch(scratch),
        m_lanes(member),
        m_buffer(static_cast<Item*>(buffer)) {}

  /// Reduces items [first, first + tile) below n; returns their total on all threads.
  KOKKOS_FUNCTION T read(Source const& source, Op const& op, std::size_t first, std::size_t n) {
    take(first, n);
    m_is_unread = false;
    T const sum = reduce_piece(source, op);
    if constexpr (P.threads == 1) {
      m_before = op.identity();
      return sum;
    } else {
      if (m_lanes.is_first()) m_scratch.thread_total[m_member.team_rank()] = sum;
      m_member.team_barrier();
      T total;
      m_before = detail::combine_before(m_scratch.thread_total, m_member.team_rank(), P.threads, op,
                                        total);
      return total;
    }
  }

  /// Selects items [first, first + tile) for `write` without reading them. The sum of the items
  /// before this thread's is taken as the identity.
  KOKKOS_FUNCTION void skip(Op const& op, std::size_t first, std::size_t n) {
    take(first, n);
    m_is_unread = true;
    m_before = op.identity();
  }

  /// Announces that the next tile starts at \p first: `write` reduces as much of it as it can
  /// meanwhile, or prefetches it where the operator does not commute.
  KOKKOS_FUNCTION void expect(std::size_t first, std::size_t n) {
    constexpr std::size_t piece = P.tile() / P.threads;
    m_next = first + (m_first - m_tile);
    m_next_last = m_next + piece < n ? m_next + piece : n;
  }

  /// Writes the scan of the items last read or skipped to, with \p prefix in front.
  KOKKOS_FUNCTION void write(Source const& source, Sink const& sink, Op const& op, std::size_t,
                             [[maybe_unused]] std::size_t n, T const& prefix) {
    T carry = op(prefix, m_before);
    std::size_t i = m_first;
    auto const step = [&] {
      Payload payload;
      T const x = item(source, i, payload);
      T const next = op(carry, x);
      if (m_lanes.is_first()) sink.store(i, Mode == ScanMode::inclusive ? next : carry, payload);
      carry = next;
      ++i;
    };
    if constexpr (has_blocks) {
      scan_blocks(source, sink, op, i, carry);
    } else if constexpr (has_vectors) {
      // Streaming stores need aligned addresses. Scalar steps up to one add floats in another
      // order, so results would depend on the output's address: floats stream only if it is
      // aligned.
      auto const is_aligned = [&] {
        return KokkosScan::detail::is_pack_aligned<P.lanes>(sink.address(i));
      };
      if (arch::has_streaming_stores && is_streamed(source, sink, n) &&
          (KokkosScan::detail::adds_exactly<T> || is_aligned())) {
        while (i < m_last && !is_aligned()) step();
        scan_vectors<true>(source, sink, op, i, carry);
        arch::order_streaming_stores();
      } else {
        scan_vectors<false>(source, sink, op, i, carry);
      }
    }
    while (i < m_last) step();
  }

 private:
  static constexpr bool is_simd = [] {
    if constexpr (P.lanes > 1 && !Lanes::lanes_are_threads)
      return KokkosScan::detail::Vector<T, P.lanes>::is_native;
    else
      return false;
  }();
  static constexpr bool has_vectors = is_simd && Source::has_vectors && Sink::has_vectors;
  /// Results that would not stay in the caches bypass them, unless they overwrite the input.
  KOKKOS_FUNCTION static bool is_streamed(Source const& source, Sink const& sink, std::size_t n) {
    return static_cast<void const*>(source.address(0)) != sink.address(0) &&
           tuning::goes_around_caches(2 * n * sizeof(T));
  }
  /// Whether items are made and results taken a block of them at a time.
  static constexpr bool has_blocks = is_simd && HaveBlocks<Source, Sink>;

  struct NoSums {
    static constexpr int items = 1;
  };
  using Sums = std::conditional_t<has_vectors || has_blocks, VectorSums<T, P.lanes>, NoSums>;

  /// Number of items that a functor makes at a time, in a loop that the compiler may vectorize.
  static constexpr int block = 16 * Sums::items;

  KOKKOS_FUNCTION void take(std::size_t first, std::size_t n) {
    constexpr std::size_t piece = P.tile() / P.threads;
    m_tile = first;
    m_first = first + piece * m_member.team_rank();
    m_last = m_first + piece < n ? m_first + piece : n;
    if (m_first > n) m_first = m_last = n;
  }

  /// Prefetches ahead, when items [i, i + N) are about to be read.
  template <int N>
  KOKKOS_FUNCTION static void ask(Source const& source, std::size_t i) {
    if constexpr (requires { source.template prefetch<N>(i); }) source.template prefetch<N>(i);
  }

  static void add_items(Sums& sums, Source const& source, Op const& op, std::size_t i) {
    ask<Sums::items>(source, i);
    sums.add(op, [&](int j) { return source.template load_vector<P.lanes>(i + j); });
  }

  KOKKOS_FUNCTION T item(Source const& source, std::size_t i, Payload& payload) const {
    if (Source::is_rereadable || m_buffer == nullptr) return source.load(i, payload);
    if constexpr (has_payload) {
      payload = m_buffer[i - m_tile].payload;
      return m_buffer[i - m_tile].value;
    } else {
      return m_buffer[i - m_tile];
    }
  }

  KOKKOS_FUNCTION T reduce_piece(Source const& source, Op const& op) {
    T sum = op.identity();
    std::size_t i = m_first;
    if constexpr (requires { source.first_of_total(i, i); }) i = source.first_of_total(i, m_last);
    if constexpr ((has_vectors || has_blocks) && Op::is_commutative) {
      // Lanes are combined only at the end.
      Sums sums(op);
      if constexpr (has_vectors) {
        if (m_ahead_first == m_first && m_ahead > m_first) {
          sums = m_ahead_sums;
          i = m_ahead;
        }
        for (; i + Sums::items <= m_last; i += Sums::items) add_items(sums, source, op, i);
      } else {
        for (; i + block <= m_last; i += block) {
          T* const items = m_buffer + (i - m_tile);
          source.make(i, block, items);
          for (int k = 0; k < block; k += Sums::items)
            sums.add(op, [&](int j) {
              return KokkosScan::detail::Vector<T, P.lanes>::load(items + k + j);
            });
        }
      }
      for (auto const& part : sums.part) sum = op(sum, lane::reduce(m_lanes, part, op));
    }
    for (; i < m_last; ++i) {
      Payload payload;
      T const x = source.load(i, payload);
      if constexpr (!Source::is_rereadable) {
        if constexpr (has_payload)
          m_buffer[i - m_tile] = {x, payload};
        else
          m_buffer[i - m_tile] = x;
      }
      sum = op(sum, x);
    }
    return sum;
  }

  /// The scan of \p items with \p before, the sum of all vectors before it, in front.
  template <class Vector>
  Vector scan_vector(Vector const& items, Vector& before, Op const& op) const {
    Vector const x = lane::inclusive_scan(m_lanes, items, op);
    // The dependency from vector to vector is one operation: the scan of items is not part of it.
    Vector const next = Vector::map(op, before, x.template broadcast<P.lanes - 1>());
    Vector const y = Vector::map(
        op, before,
        Mode == ScanMode::inclusive ? x : x.template shifted_up<1>(Vector(op.identity())));
    before = next;
    return y;
  }

  /// From functor to functor. Results of items that `read` has buffered are stored a vector at a
  /// time: stores spread out in time are easier on memory (2^26 int32, two cores of an EPYC: 17 ms,
  /// by blocks 24). Without a buffer, items are made and stored in blocks that stay in cache (2^16:
  /// 10 µs, by vectors 67).
  void scan_blocks(Source const& source, Sink const& sink, Op const& op, std::size_t& i, T& carry) {
    using Vector = KokkosScan::detail::Vector<T, P.lanes>;
    Vector before(carry);
    if (m_buffer != nullptr) {
      for (; i + P.lanes <= m_last; i += P.lanes)
        sink.take(i, scan_vector(Vector::load(m_buffer + (i - m_tile)), before, op));
    } else {
      T made[block];
      for (; i + block <= m_last; i += block) {
        source.make(i, block, made);
        for (int j = 0; j < block; j += P.lanes)
          scan_vector(Vector::load(made + j), before, op).store(made + j);
        sink.take(i, block, made);
      }
    }
    carry = before[0];
  }

  /// Source and sink are passed by value: the kernel's might alias the output, for all the compiler
  /// knows, and it would reload their addresses after each store.
  template <bool IsStreamed>
  void scan_vectors(Source source, Sink sink, Op op, std::size_t& i, T& carry) {
    using Vector = KokkosScan::detail::Vector<T, P.lanes>;
    Vector before(carry);
    auto const advance = [&] {
      Vector const y = scan_vector(source.template load_vector<P.lanes>(i), before, op);
      if constexpr (IsStreamed)
        sink.template stream_vector<P.lanes>(i, y);
      else
        sink.template store_vector<P.lanes>(i, y);
      i += P.lanes;
    };
    if constexpr (IsStreamed && Op::is_commutative) {
      // Between streaming stores memory has time to read: the next tile is reduced meanwhile.
      Sums sums(op);
      std::size_t ahead = m_next;
      for (; i + Sums::items <= m_last && ahead + Sums::items <= m_next_last;
           ahead += Sums::items) {
        add_items(sums, source, op, ahead);
        KOKKOSSCAN_UNROLL
        for (int s = 0; s < Sums::streams; ++s) advance();
      }
      m_ahead_first = m_next;
      m_ahead = ahead;
      m_ahead_sums = sums;
    }
    while (i + P.lanes <= m_last) {
      if (IsStreamed && m_is_unread)
        ask<P.lanes>(source, i);
      else if (IsStreamed && !Op::is_commutative && m_next < m_next_last)
        ask<P.lanes>(source, m_next + (i - m_first));
      advance();
    }
    carry = before[0];
  }

  Member const& m_member;
  Scratch& m_scratch;
  Lanes m_lanes;
  Item* m_buffer;
  std::size_t m_tile = 0, m_first = 0, m_last = 0;
  bool m_is_unread = false;
  std::size_t m_next = 0, m_next_last = 0;  // this thread's part of the next tile
  // Items [m_ahead_first, m_ahead) of the next tile have already been reduced to m_ahead_sums.
  std::size_t m_ahead_first = 0, m_ahead = 0;
  Sums m_ahead_sums;
  T m_before;
};

}  // namespace KokkosScan::team::detail
