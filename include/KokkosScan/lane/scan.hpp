// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/lane/detail/reducer_of.hpp>
#include <KokkosScan/lane/group.hpp>
#include <KokkosScan/operators.hpp>
#include <KokkosScan/variants.hpp>

#include <cstddef>
#include <type_traits>

/// \file
/// \brief Scans of one element per lane, and of a range by the lanes of one thread. In registers:
/// no scratch, no barrier of the team. All lanes of the thread must call.

namespace KokkosScan::lane {

namespace detail {

template <class V>
struct ElementOf {
  using type = V;
};
template <class T, int W>
struct ElementOf<Vector<T, W>> {
  using type = T;
};
/// Whether lanes hold what op combines. Other types would be combined in registers of op's type:
/// sums could carry from one lane into the next.
template <class V, class Op>
inline constexpr bool holds_values_of =
    std::is_same_v<typename ElementOf<V>::type, typename Op::value_type>;

template <int D, LaneGroup G, class Op, class V>
KOKKOS_FUNCTION void combine_up_from(G const& lanes, Op const& op, V& x) {
  if constexpr (D < G::size) {
    lanes.template combine_up<D>(op, x);
    detail::combine_up_from<2 * D>(lanes, op, x);
  }
}
template <int D, LaneGroup G, class Op, class V>
KOKKOS_FUNCTION void combine_across_from(G const& lanes, Op const& op, V& x) {
  if constexpr (D < G::size) {
    lanes.template combine_across<D>(op, x);
    detail::combine_across_from<2 * D>(lanes, op, x);
  }
}

}  // namespace detail

/// \brief Lane i gets x(0) op … op x(i). log2(W) steps.
/// \param lanes  the thread's lanes, W = G::size of them
/// \param x      one element of op's value_type per lane (see `Group`)
/// \param op     a monoid; the order of its operands is kept
/// \param[out] total  optional: x(0) op … op x(W-1), on every lane
///
/// Hillis and Steele, Data parallel algorithms, CACM 29 (1986).
template <LaneScan Variant = LaneScan::shuffle, LaneGroup G, class V, Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION V inclusive_scan(G const& lanes, V x, Op const& op) {
  static_assert(Variant == LaneScan::shuffle, "one value per lane: the variant must be shuffle");
  static_assert(detail::holds_values_of<V, Op>,
                "x must hold op's value_type on each lane; lanes.map converts it");
  detail::combine_up_from<1>(lanes, op, x);
  return x;
}
template <LaneScan Variant = LaneScan::shuffle, LaneGroup G, class V, Monoid Op>
KOKKOS_FUNCTION V inclusive_scan(G const& lanes, V const& x, Op const& op,
                                 typename Op::value_type& total) {
  V const y = lane::inclusive_scan<Variant>(lanes, x, op);
  total = lanes.get(y, G::size - 1);
  return y;
}

/// \brief Lane i gets x(0) op … op x(i-1), lane 0 the identity. log2(W) + 1 steps. Otherwise as
/// `inclusive_scan` of one element per lane.
/// \param[out] total  optional: x(0) op … op x(W-1), on every lane
template <LaneScan Variant = LaneScan::shuffle, LaneGroup G, class V, Monoid Op>
KOKKOS_FUNCTION V exclusive_scan(G const& lanes, V const& x, Op const& op,
                                 typename Op::value_type& total) {
  V const y = lane::inclusive_scan<Variant>(lanes, x, op, total);
  return lanes.template shift_up<1>(y, typename Op::value_type(op.identity()));
}
template <LaneScan Variant = LaneScan::shuffle, LaneGroup G, class V, Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION V exclusive_scan(G const& lanes, V const& x, Op const& op) {
  V const y = lane::inclusive_scan<Variant>(lanes, x, op);
  return lanes.template shift_up<1>(y, typename Op::value_type(op.identity()));
}

/// \brief x(0) op … op x(W-1) on every lane, by a butterfly in lane order: log2(W) steps. Sums of
/// 32-bit integers take one instruction where the machine has it.
template <LaneGroup G, class V, Monoid Op>
[[nodiscard]] KOKKOS_FUNCTION typename Op::value_type reduce(G const& lanes, V x, Op const& op) {
  static_assert(detail::holds_values_of<V, Op>,
                "x must hold op's value_type on each lane; lanes.map converts it");
  if constexpr (KokkosScan::detail::has_sum<G, Op>) {
    return lanes.sum(x);
  } else {
    detail::combine_across_from<1>(lanes, op, x);
    return lanes.get(x, 0);
  }
}

namespace detail {

/// Chunks of W elements, the carry in a register.
template <ScanMode Mode, LaneGroup G, class In, class Out, class Op>
KOKKOS_FUNCTION void scan_range(G const& lanes, In const& in, Out const& out, Op const& op,
                                typename Op::value_type& total) {
  using T = typename Op::value_type;
  auto const n = static_cast<std::ptrdiff_t>(in.extent(0));
  T carry = op.identity();
  for (std::ptrdiff_t base = 0; base < n; base += G::size) {
    auto const x = lanes.generate([&](int lane) {
      return base + lane < n ? static_cast<T>(in(base + lane)) : T(op.identity());
    });
    T chunk;
    auto const y = Mode == ScanMode::inclusive ? lane::inclusive_scan(lanes, x, op, chunk)
                                               : lane::exclusive_scan(lanes, x, op, chunk);
    lanes.for_each(y, [&](int lane, T const& element) {
      if (base + lane < n)
        out(base + lane) = static_cast<typename Out::non_const_value_type>(T(op(carry, element)));
    });
    carry = op(carry, chunk);
  }
  total = carry;
}

/// The functor of Kokkos' scan over the vector lanes; a named type, so that nvcc takes it anywhere.
template <ScanMode Mode, class In, class Out, class Op>
struct RangeStep {
  using T = typename Op::value_type;
  using To = typename Out::non_const_value_type;
  In const& in;
  Out const& out;
  Op const& op;
  T* total;
  KOKKOS_FUNCTION void operator()(std::ptrdiff_t i, T& update, bool final) const {
    T const x = static_cast<T>(in(i));
    if (Mode == ScanMode::exclusive && final) out(i) = static_cast<To>(update);
    update = op(update, x);
    if (Mode == ScanMode::inclusive && final) out(i) = static_cast<To>(update);
    if (final && i + 1 == static_cast<std::ptrdiff_t>(in.extent(0))) *total = update;
  }
};

template <ScanMode Mode, class Member, int W, class In, class Out, class Op>
KOKKOS_FUNCTION void scan_range_by_kokkos(Group<Member, W> const& lanes, In const& in,
                                          Out const& out, Op const& op,
                                          typename Op::value_type& total) {
  static_assert(
      Op::is_commutative ||
          tuning::capabilities<typename Member::execution_space>.parallel_scan_keeps_order,
      "op must be commutative for LaneScan::parallel_scan on this execution space");
  static_assert(!Group<Member, W>::lanes_are_threads || sizeof(typename Op::value_type) <= 4 ||
                    sizeof(typename Op::value_type) % 4 == 0,
                "op's value_type must have at most 4 bytes or whole words of 4 for "
                "LaneScan::parallel_scan: Kokkos moves no others between lanes");
  auto const n = static_cast<std::ptrdiff_t>(in.extent(0));
  typename Op::value_type scratch = op.identity();
  total = op.identity();
  Kokkos::parallel_scan(Kokkos::ThreadVectorRange(lanes.member(), n),
                        RangeStep<Mode, In, Out, Op>{in, out, op, arch::address_of(total)},
                        detail::ReducerOf<Op>{op, arch::address_of(scratch)});
  if constexpr (Group<Member, W>::lanes_are_threads)
    if (n > 0) total = lanes.get(total, static_cast<int>((n - 1) % W));
}

template <LaneScan Variant, ScanMode Mode, LaneGroup G, class In, class Out, class Op>
KOKKOS_FUNCTION void dispatch_range(G const& lanes, In const& in, Out const& out, Op const& op,
                                    typename Op::value_type& total) {
  KokkosScan::detail::check_identity<typename In::non_const_value_type, Op>();
  if constexpr (Variant == LaneScan::parallel_scan)
    detail::scan_range_by_kokkos<Mode>(lanes, in, out, op, total);
  else
    detail::scan_range<Mode>(lanes, in, out, op, total);
  lanes.sync();
}

}  // namespace detail

/// \brief out(i) = in(0) op … op in(i) for a range of any length, by the lanes of one thread.
///
/// \param lanes  the thread's lanes, W = G::size of them; every lane must call
/// \param in,out rank-1 Views of equal extent (not checked), global or scratch memory; out may be
///               in
/// \param op     a monoid; the order of its operands is kept
/// \param[out] total  optional: op over all elements, on every lane
///
/// Reads and writes each element once; ceil(n / W) · log2(W) steps. All lanes of the thread see the
/// results; other threads only after the caller's own barrier. What lanes have written to the input
/// needs a `sync()` of theirs before the call.
template <LaneScan Variant = LaneScan::shuffle, LaneGroup G, View1D In, View1D Out, Monoid Op>
KOKKOS_FUNCTION void inclusive_scan(G const& lanes, In const& in, Out const& out, Op const& op,
                                    typename Op::value_type& total) {
  detail::dispatch_range<Variant, ScanMode::inclusive>(lanes, in, out, op, total);
}
template <LaneScan Variant = LaneScan::shuffle, LaneGroup G, View1D In, View1D Out, Monoid Op>
KOKKOS_FUNCTION void inclusive_scan(G const& lanes, In const& in, Out const& out, Op const& op) {
  typename Op::value_type total;
  detail::dispatch_range<Variant, ScanMode::inclusive>(lanes, in, out, op, total);
}

/// \brief out(i) = in(0) op … op in(i-1), out(0) = identity; otherwise as `inclusive_scan` of a
/// range.
template <LaneScan Variant = LaneScan::shuffle, LaneGroup G, View1D In, View1D Out, Monoid Op>
KOKKOS_FUNCTION void exclusive_scan(G const& lanes, In const& in, Out const& out, Op const& op,
                                    typename Op::value_type& total) {
  detail::dispatch_range<Variant, ScanMode::exclusive>(lanes, in, out, op, total);
}
template <LaneScan Variant = LaneScan::shuffle, LaneGroup G, View1D In, View1D Out, Monoid Op>
KOKKOS_FUNCTION void exclusive_scan(G const& lanes, In const& in, Out const& out, Op const& op) {
  typename Op::value_type total;
  detail::dispatch_range<Variant, ScanMode::exclusive>(lanes, in, out, op, total);
}

}  // namespace KokkosScan::lane
