// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/class_counts.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/detail/partition_source.hpp>
#include <KokkosScan/lane/group.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Stable partition and selection of a range in scratch or global memory by the lanes of one
/// thread. No scratch of its own, no team barrier. All lanes of the thread must call.
///
/// Chunks of one element per lane: a ballot for each class tells a lane where its element goes.
/// Afterwards all lanes of the thread see the results; other threads do only after a barrier of the
/// caller's. What lanes have written to the input needs a `sync()` of theirs before the call.

namespace KokkosScan::lane {

namespace detail {

template <class Lanes, class Source>
class RangePartition {
  static constexpr int classes = Source::classes;

 public:
  using Total = KokkosScan::detail::ClassCounts<std::size_t, classes - 1>;
  using Places = KokkosScan::detail::ClassCounts<std::size_t, classes>;

  KOKKOS_FUNCTION RangePartition(Source const& source, std::size_t n) : m_source(source), m_n(n) {}

  /// The number of elements of each class except the last, on every lane.
  KOKKOS_FUNCTION Total count() const {
    Total own{};
    for (std::size_t i = m_lanes.rank(); i < m_n; i += Lanes::size)
      own += Total::one(load(i).class_number);
    return lane::reduce(m_lanes, own, Sum<Total>{});
  }

  /// Writes the elements of the first Kept classes.
  /// \param next  where the first element of each class goes
  /// \return where another element of each class would go
  template <int Kept, class Out>
  KOKKOS_FUNCTION Places write(Out const& out, Places next) const {
    std::uint64_t const lower = (std::uint64_t(1) << m_lanes.rank()) - 1;
    for (std::size_t base = 0; base < m_n; base += Lanes::size) {
      Item const item = load(base + m_lanes.rank());
      m_lanes.sync();  // out may be in: nothing is written before the whole chunk is read
      std::size_t place = 0;
      KOKKOSSCAN_UNROLL
      for (int c = 0; c < Kept; ++c) {
        bool const is_mine = item.class_number == c;
        std::uint64_t const mask = m_lanes.ballot(is_mine);
        if (is_mine) place = next.of[c] + static_cast<unsigned>(arch::count_bits(mask & lower));
        next.of[c] += static_cast<unsigned>(arch::count_bits(mask));
      }
      if (item.class_number < Kept)
        out(place) = static_cast<typename Out::non_const_value_type>(item.item);
    }
    m_lanes.sync();
    return next;
  }

 private:
  using Item = typename Source::payload_type;

  /// Element i and its class; of no class if there is no such element.
  KOKKOS_FUNCTION Item load(std::size_t i) const {
    Item item{};
    item.class_number = classes;
    if (i < m_n) m_source.load(i, item);
    return item;
  }

  Source const& m_source;
  std::size_t m_n;
  Lanes m_lanes{};
};

/// Writes one class after the other; the last class only if KeepsLast. Returns the number of
/// elements of each class that is written, except the last class.
template <bool KeepsLast, LaneGroup G, class In, class Out, class Rule>
KOKKOS_FUNCTION auto partition_range(G const&, In const& in, Out const& out, Rule const& rule) {
  namespace common = KokkosScan::detail;
  auto const source = common::partition_source<common::GiveElement>(in, rule);
  using Source = std::decay_t<decltype(source)>;
  using Partition = RangePartition<RangeLanes<G>, Source>;
  Partition const range(source, in.extent(0));
  typename Partition::Places first{};
  if constexpr (KeepsLast) {
    auto const total = range.count();
    for (int c = 0; c + 1 < Source::classes; ++c) first.of[c + 1] = first.of[c] + total.of[c];
    range.template write<Source::classes>(out, first);
    return total;
  } else {
    return range.template write<Source::classes - 1>(out, first);
  }
}

}  // namespace detail

/// \brief Writes the selected elements first and the others after them, each in their order:
/// [3,7,1,8,2,9,4,6] by `LessThan{5}` → [3,1,2,4,7,8,9,6].
///
/// \param lanes   the thread's lanes; every lane must call, with the same arguments
/// \param in,out  rank-1 Views of any length, global or scratch memory; out must have at least the
///                extent of in (not checked) and must not overlap it
/// \param pred    callable element → bool, or a rank-1 View with one flag per element
/// \return the number of selected elements, which is where the others start; on every lane
///
/// Each element is read and classified twice: the selected ones are counted first.
template <LaneGroup G, View1D In, View1D Out, class Predicate>
KOKKOS_FUNCTION std::size_t partition(G const& lanes, In const& in, Out const& out,
                                      Predicate const& pred) {
  return detail::partition_range<true>(lanes, in, out, KokkosScan::detail::rule_of(pred)).of[0];
}

/// \brief Writes three classes one after the other, each in its order: the elements with
/// pred_first(x); of the others those with pred_second(x); the rest. Otherwise as `partition`.
///
/// \param pred_first,pred_second  callables element → bool; both are called for every element
/// \return the numbers of elements of the first and of the second class, on every lane
template <LaneGroup G, View1D In, View1D Out, class First, class Second>
KOKKOS_FUNCTION Kokkos::Array<std::size_t, 2> three_way_partition(G const& lanes, In const& in,
                                                                  Out const& out,
                                                                  First const& pred_first,
                                                                  Second const& pred_second) {
  using Rule = KokkosScan::detail::ByTwoPredicates<First, Second>;
  auto const totals =
      detail::partition_range<true>(lanes, in, out, Rule{{}, pred_first, pred_second});
  return {totals.of[0], totals.of[1]};
}

/// \brief Writes the selected elements in their order; otherwise as `partition`. Each element is
/// read and classified once.
///
/// \param out  must have room for the selected elements (not checked); may be in
/// \return the number of selected elements, on every lane
template <LaneGroup G, View1D In, View1D Out, class Predicate>
KOKKOS_FUNCTION std::size_t select(G const& lanes, In const& in, Out const& out,
                                   Predicate const& pred) {
  return detail::partition_range<false>(lanes, in, out, KokkosScan::detail::rule_of(pred)).of[0];
}

/// \brief Writes the first element of every run of equal ones; otherwise as `select`, but out may
/// be in only if it holds the same type.
/// \param equal  compares an element with its predecessor (`KeyEquality`); default: ==
/// \return the number of runs, on every lane
template <LaneGroup G, View1D In, View1D Out,
          KeyEquality<typename In::non_const_value_type> Equal = KokkosScan::detail::Equals>
KOKKOS_FUNCTION std::size_t select_unique(G const& lanes, In const& in, Out const& out,
                                          Equal const& equal = {}) {
  using Rule = KokkosScan::detail::ByChange<Equal>;
  return detail::partition_range<false>(lanes, in, out, Rule{{}, equal}).of[0];
}

}  // namespace KokkosScan::lane
