// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/segmented_monoid.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief A segmented scan as a plain scan of pairs (value, whether a segment starts here).

namespace KokkosScan::detail {

/// Items of a source, each with the head flag of its position; the flag is also the payload that
/// the sink receives.
template <class Source, class Heads>
struct SegmentedSource {
  using T = typename Source::value_type;
  using value_type = Flagged<T>;
  using payload_type = std::uint32_t;
  using stage_type = typename Source::stage_type;
  using heads_type = Heads;
  static constexpr bool is_rereadable = Source::is_rereadable;
  static constexpr bool has_vectors = false;

  Source source;
  Heads starts;

  KOKKOS_FUNCTION value_type load(std::size_t i, std::uint32_t& head) const {
    typename Source::payload_type none;
    head = starts(i) ? 1u : 0u;
    return {source.load(i, none), head};
  }

  /// An item of [first, last) from which on the items have the same total: what precedes the last
  /// head is dropped from it.
  KOKKOS_FUNCTION std::size_t first_of_total(std::size_t first, std::size_t last) const
    requires is_rereadable
  {
    return detail::late_head(starts, first, last);
  }

  KOKKOS_FUNCTION stage_type stage(std::size_t i) const { return source.stage(i); }
  KOKKOS_FUNCTION value_type item(stage_type const& x, bool is_head) const {
    return {source.item(x, is_head), is_head ? 1u : 0u};
  }
  KOKKOS_FUNCTION Heads const& heads() const { return starts; }
  static constexpr bool has_addresses = Source::has_addresses;
  KOKKOS_FUNCTION bool is_chunked(std::size_t i) const { return source.is_chunked(i); }
  KOKKOS_FUNCTION auto address(std::size_t i) const { return source.address(i); }
};

/// Stores the value of the pair. Exclusive: combined with init in front; at a head init alone.
/// \tparam HasInit  false: init is the identity, which an inclusive scan need not combine
template <ScanMode Mode, bool HasInit, class Sink, class Op>
struct SegmentedSink {
  using T = typename Op::value_type;
  using element_type = typename Sink::element_type;
  static constexpr bool has_vectors = false;

  Sink sink;
  Op op;
  T init;

  KOKKOS_FUNCTION T result(Flagged<T> const& x, bool is_head) const {
    if constexpr (Mode == ScanMode::exclusive) {
      // With a constant, an operation on integers folds away, and no registers spill (H200, 2^26
      // int32 by key: 244 -> 195 us). Doubles without the operation spill more (336 -> 370 us).
      T const start = HasInit || !std::is_integral_v<T> ? init : T(op.identity());
      return is_head ? start : T(op(start, x.value));
    } else if constexpr (HasInit) {
      return T(op(init, x.value));
    } else {
      return x.value;
    }
  }
  KOKKOS_FUNCTION void store(std::size_t i, Flagged<T> const& x, std::uint32_t head) const {
    sink.store(i, result(x, head != 0), head);
  }
  KOKKOS_FUNCTION void store_total(Flagged<T> const&) const {}
  KOKKOS_FUNCTION bool wants_total() const { return false; }

  KOKKOS_FUNCTION element_type element(Flagged<T> const& x, bool is_head) const {
    return sink.element(result(x, is_head), is_head);
  }
  KOKKOS_FUNCTION void put(std::size_t i, element_type const& x) const { sink.put(i, x); }
  static constexpr bool has_addresses = Sink::has_addresses;
  KOKKOS_FUNCTION bool is_chunked(std::size_t i) const { return sink.is_chunked(i); }
  KOKKOS_FUNCTION auto address(std::size_t i) const { return sink.address(i); }
};

/// The problem of scanning \p source to \p sink, starting anew at every head.
template <ScanMode Mode, bool HasInit, class Size, class Source, class Heads, class Sink, class Op>
auto segmented_problem(Size const& size, Source const& source, Heads const& heads, Sink const& sink,
                       Op const& op, typename Op::value_type const& init) {
  using Monoid_ = SegmentedMonoid<Op>;
  return ScanProblem<Mode, SegmentedSource<Source, Heads>, SegmentedSink<Mode, HasInit, Sink, Op>,
                     Monoid_, Size>{
      {source, heads}, {sink, op, init}, {op}, Monoid_{op}.identity(), size};
}

}  // namespace KokkosScan::detail
