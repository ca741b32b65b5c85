// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/offset_heads.hpp>
#include <KokkosScan/lane/detail/masks.hpp>
#include <KokkosScan/lane/group.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>
#include <cstdint>

/// \file
/// \brief Scans that start over at the heads of segments: of one element per lane, and of a range
/// by the lanes of one thread. In registers: no scratch, no barrier of the team. All lanes of the
/// thread must call.
///
/// On GPUs a ballot tells every lane where its segment begins, so that no flags move between lanes:
/// a step over a distance d leaves out the lanes whose head is nearer than d. A CPU thread takes
/// its elements one after the other.

namespace KokkosScan::lane {

namespace detail {

/// \param reach  the distance from this lane down to where its segment begins
template <int D, LaneGroup G, class Op, class T>
KOKKOS_FUNCTION void combine_up_within(G const& lanes, int reach, Op const& op, T& x) {
  if constexpr (D < G::size) {
    lanes.template combine_up_if<D>(reach >= D, op, x);
    detail::combine_up_within<2 * D>(lanes, reach, op, x);
  }
}

/// \param heads  bit i says whether a segment starts at lane i; at lane 0 one starts in any case
template <LaneGroup G, class V, class Op>
KOKKOS_FUNCTION V scan_between(G const& lanes, V x, std::uint64_t heads, Op const& op) {
  using T = typename Op::value_type;
  if constexpr (G::lanes_are_threads) {
    detail::combine_up_within<1>(lanes, distance_to_bit(heads | 1, lanes.rank()), op, x);
    return x;
  } else {
    T sum = op.identity();
    return lanes.generate([&](int lane) {  // in the order of lanes
      T const own = lanes.get(x, lane);
      sum = lane == 0 || (heads >> lane & 1) != 0 ? own : T(op(sum, own));
      return sum;
    });
  }
}

/// From the inclusive scan to the exclusive one.
template <LaneGroup G, class V, class Flags, class Op>
KOKKOS_FUNCTION V shift_within_segments(G const& lanes, V const& inclusive, Flags const& is_head,
                                        Op const& op) {
  using T = typename Op::value_type;
  return lanes.map(lanes.template shift_up<1>(inclusive, T(op.identity())), is_head,
                   [&](T const& before, bool head) { return head ? T(op.identity()) : before; });
}

template <ScanMode Mode, LaneGroup G, class V, class Flags, class Op>
KOKKOS_FUNCTION V segmented_scan_values(G const& lanes, V const& x, Flags const& is_head,
                                        Op const& op, typename Op::value_type& last_total) {
  static_assert(detail::holds_values_of<V, Op>,
                "x must hold op's value_type on each lane; lanes.map converts it");
  V const inclusive = detail::scan_between(lanes, x, lanes.ballot(is_head), op);
  last_total = lanes.get(inclusive, G::size - 1);
  if constexpr (Mode == ScanMode::inclusive)
    return inclusive;
  else
    return detail::shift_within_segments(lanes, inclusive, is_head, op);
}

/// Chunks of one element per lane, the carry in a register.
template <ScanMode Mode, LaneGroup G, class In, class Heads, class Out, class Op>
KOKKOS_FUNCTION void segmented_scan_chunks(G const& lanes, In const& in, Heads heads,
                                           Out const& out, Op const& op) {
  using T = typename Op::value_type;
  auto const n = static_cast<std::ptrdiff_t>(in.extent(0));
  T carry = op.identity();
  for (std::ptrdiff_t i = lanes.rank(); i - lanes.rank() < n; i += G::size) {
    bool const is_head = i < n && heads(static_cast<std::size_t>(i));
    T const x = i < n ? static_cast<T>(in(i)) : T(op.identity());
    T last;
    T const y = detail::segmented_scan_values<Mode>(lanes, x, is_head, op, last);
    std::uint64_t const all_heads = lanes.ballot(is_head);
    bool const is_carried = (all_heads << (63 - lanes.rank())) == 0;
    if (i < n)
      out(i) = static_cast<typename Out::non_const_value_type>(is_carried ? T(op(carry, y)) : y);
    carry = all_heads == 0 ? T(op(carry, last)) : last;
  }
}

template <ScanMode Mode, class In, class Heads, class Out, class Op>
KOKKOS_FUNCTION void segmented_scan_serially(In const& in, Heads heads, Out const& out,
                                             Op const& op) {
  using T = typename Op::value_type;
  using To = typename Out::non_const_value_type;
  auto const n = static_cast<std::ptrdiff_t>(in.extent(0));
  T sum = op.identity();
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    T const x = static_cast<T>(in(i));
    bool const is_head = heads(static_cast<std::size_t>(i));
    if (Mode == ScanMode::exclusive) out(i) = static_cast<To>(is_head ? T(op.identity()) : sum);
    sum = is_head ? x : T(op(sum, x));
    if (Mode == ScanMode::inclusive) out(i) = static_cast<To>(sum);
  }
}

/// \param heads  whether a segment starts at an index; each lane asks a copy of it, in ascending
///               order
template <ScanMode Mode, LaneGroup G, class In, class Heads, class Out, class Op>
KOKKOS_FUNCTION void segmented_scan_range(G const& lanes, In const& in, Heads const& heads,
                                          Out const& out, Op const& op) {
  KokkosScan::detail::check_identity<typename In::non_const_value_type, Op>();
  if constexpr (G::lanes_are_threads)
    detail::segmented_scan_chunks<Mode>(lanes, in, heads, out, op);
  else
    detail::segmented_scan_serially<Mode>(in, heads, out, op);
  lanes.sync();
}

}  // namespace detail

/// \brief Lane i gets x(h) op … op x(i), where h is the last head among the lanes 0 … i. log2(W)
/// steps on GPUs, W on CPUs.
/// \param lanes    the thread's lanes, W = G::size of them
/// \param x        one element of op's value_type per lane (see `Group`)
/// \param is_head  one bool per lane: whether a segment starts there; at lane 0 one starts in any
///                 case
/// \param op       a monoid; the order of its operands is kept, and elements of different segments
///                 are never combined
/// \param[out] last_total  optional: op over all elements of the last segment, on every lane: what
///                         the first segment of the next W elements goes on from
///
/// Hillis and Steele, Data parallel algorithms, CACM 29 (1986), with the distance to the head.
template <LaneGroup G, class V, class Flags, Monoid Op>
KOKKOS_FUNCTION V segmented_inclusive_scan(G const& lanes, V const& x, Flags const& is_head,
                                           Op const& op, typename Op::value_type& last_total) {
  return detail::segmented_scan_values<ScanMode::inclusive>(lanes, x, is_head, op, last_total);
}
template <LaneGroup G, class V, class Flags, Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION V segmented_inclusive_scan(G const& lanes, V const& x,
                                                         Flags const& is_head, Op const& op) {
  typename Op::value_type last_total;
  return detail::segmented_scan_values<ScanMode::inclusive>(lanes, x, is_head, op, last_total);
}

/// \brief Lane i gets x(h) op … op x(i-1), where h is the last head among the lanes 0 … i; the
/// identity at a head. One step more. Otherwise as `segmented_inclusive_scan` of one element per
/// lane.
template <LaneGroup G, class V, class Flags, Monoid Op>
KOKKOS_FUNCTION V segmented_exclusive_scan(G const& lanes, V const& x, Flags const& is_head,
                                           Op const& op, typename Op::value_type& last_total) {
  return detail::segmented_scan_values<ScanMode::exclusive>(lanes, x, is_head, op, last_total);
}
template <LaneGroup G, class V, class Flags, Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION V segmented_exclusive_scan(G const& lanes, V const& x,
                                                         Flags const& is_head, Op const& op) {
  typename Op::value_type last_total;
  return detail::segmented_scan_values<ScanMode::exclusive>(lanes, x, is_head, op, last_total);
}

/// \brief In segment s, the elements [segment_offsets(s), segment_offsets(s+1)):
/// out(i) = in(segment_offsets(s)) op … op in(i); by the lanes of one thread.
///
/// \param lanes   the thread's lanes, W = G::size of them; every lane must call
/// \param in,out  rank-1 Views of equal extent n (not checked); out may be in
/// \param segment_offsets  rank-1 View of integers, ascending and not negative (not checked); not
///                in out. Equal ones, which are empty segments, are allowed. Elements before the
///                first offset and those from the last one on are one more segment each; offsets
///                from n on have no effect
/// \param op      a monoid; the order of its operands is kept, and elements of different segments
///                are never combined
///
/// Each element is read and written once. Each lane searches the offsets for its elements, in a
/// step that doubles: O(1 + log d) reads for each, d being the number of offsets among W elements
/// (CPUs: between neighbors). All lanes of the thread see the results; other threads only after the
/// caller's own barrier. What lanes have written to the inputs needs a `sync()` of theirs before
/// the call.
template <LaneGroup G, View1D In, View1D Offsets, View1D Out, Monoid Op>
KOKKOS_FUNCTION void segmented_inclusive_scan(G const& lanes, In const& in,
                                              Offsets const& segment_offsets, Out const& out,
                                              Op const& op) {
  detail::segmented_scan_range<ScanMode::inclusive>(
      lanes, in, KokkosScan::detail::OffsetHeads<Offsets>(segment_offsets), out, op);
}

/// \brief In segment s, out(i) = in(segment_offsets(s)) op … op in(i-1); the first entry of every
/// segment is the identity. Otherwise as `segmented_inclusive_scan` of a range.
template <LaneGroup G, View1D In, View1D Offsets, View1D Out, Monoid Op>
KOKKOS_FUNCTION void segmented_exclusive_scan(G const& lanes, In const& in,
                                              Offsets const& segment_offsets, Out const& out,
                                              Op const& op) {
  detail::segmented_scan_range<ScanMode::exclusive>(
      lanes, in, KokkosScan::detail::OffsetHeads<Offsets>(segment_offsets), out, op);
}

}  // namespace KokkosScan::lane
