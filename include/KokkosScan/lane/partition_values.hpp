// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/equality.hpp>
#include <KokkosScan/lane/detail/masks.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/operators.hpp>

#include <cstdint>

/// \file
/// \brief Partition and selection of one element per lane. In registers: no scratch, no barrier.
/// All lanes of the thread must call.
///
/// A ballot finds the lanes of each class. From these masks every lane computes, in log2(64) steps,
/// the lane whose element it gets, and fetches it by one shuffle.

namespace KokkosScan::lane {

namespace detail {

/// The elements of the lanes in mask \p first, then those of the lanes in \p second, then the
/// others; each in lane order. The masks must have no bit in common.
template <LaneGroup G, class V>
KOKKOS_FUNCTION V gather_classes(G const& lanes, V const& x, std::uint64_t first,
                                 std::uint64_t second) {
  constexpr std::uint64_t all =
      G::size == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << (G::size % 64)) - 1;
  int const firsts = arch::count_bits(first);
  int const both = firsts + arch::count_bits(second);
  return lanes.gather(x, lanes.generate([=](int lane) {
    if (lane < firsts) return place_of_bit(first, lane);
    if (lane < both) return place_of_bit(second, lane - firsts);
    return place_of_bit(~(first | second) & all, lane - both);
  }));
}

/// Bit i says whether pred selects lane i's element.
template <LaneGroup G, class V, class Predicate>
KOKKOS_FUNCTION std::uint64_t selected_lanes(G const& lanes, V const& x, Predicate const& pred) {
  return lanes.ballot(
      lanes.map(x, [&](auto const& element) { return static_cast<bool>(pred(element)); }));
}

}  // namespace detail

/// \brief Lane i gets the number r of selected lanes below it. So r is a selected lane's index
/// among the selected ones, and i − r an unselected lane's index among the others.
///
/// \param is_selected  one bool per lane
/// \param[out] total   the number of selected lanes, on every lane
///
/// An exclusive scan and a butterfly reduction: 2 log2(W) + 1 steps.
template <LaneGroup G, class Flags>
KOKKOS_FUNCTION auto rank(G const& lanes, Flags const& is_selected, int& total) {
  auto const ones = lanes.map(is_selected, [](bool flag) { return flag ? 1 : 0; });
  total = lane::reduce(lanes, ones, Sum<int>{});
  return lane::exclusive_scan(lanes, ones, Sum<int>{});
}

/// \brief The elements with pred(x) in the first lanes, the others in the lanes after them, both in
/// lane order: [3,7,1,8,2,9,4,6] by `LessThan{5}` → [3,1,2,4,7,8,9,6].
///
/// \param x     one element per lane
/// \param pred  callable element → bool, called once per lane
/// \param[out] total  optional: the number of selected elements, on every lane; the first \p total
///                    lanes hold the selection
template <LaneGroup G, class V, class Predicate>
KOKKOS_FUNCTION V partition(G const& lanes, V const& x, Predicate const& pred, int& total) {
  std::uint64_t const selected = detail::selected_lanes(lanes, x, pred);
  V const packed = detail::gather_classes(lanes, x, selected, 0);
  total = arch::count_bits(selected);  // which may be x
  return packed;
}
template <LaneGroup G, class V, class Predicate>
KOKKOS_FUNCTION V partition(G const& lanes, V const& x, Predicate const& pred) {
  int total;
  return lane::partition(lanes, x, pred, total);
}

/// \brief The elements with pred(x) in the first \p total lanes, in lane order: `partition`, whose
/// other lanes are not of interest.
template <LaneGroup G, class V, class Predicate>
KOKKOS_FUNCTION V select(G const& lanes, V const& x, Predicate const& pred, int& total) {
  return lane::partition(lanes, x, pred, total);
}

/// \brief Three classes in consecutive lanes, each in lane order: the elements with pred_first(x);
/// of the others those with pred_second(x); the rest.
///
/// \param x  one element per lane
/// \param pred_first,pred_second  callables element → bool; both are called for every element
/// \param[out] firsts,seconds  the numbers of elements of the first and of the second class, on
///                             every lane
template <LaneGroup G, class V, class First, class Second>
KOKKOS_FUNCTION V three_way_partition(G const& lanes, V const& x, First const& pred_first,
                                      Second const& pred_second, int& firsts, int& seconds) {
  std::uint64_t const first = detail::selected_lanes(lanes, x, pred_first);
  std::uint64_t const second = detail::selected_lanes(lanes, x, pred_second) & ~first;
  V const packed = detail::gather_classes(lanes, x, first, second);
  firsts = arch::count_bits(first);  // which may be x
  seconds = arch::count_bits(second);
  return packed;
}

/// \brief The first element of every run of equal ones, in the first lanes; the other elements in
/// the lanes after them. Both in lane order.
///
/// \param x      one element per lane
/// \param[out] total  the number of runs, on every lane
/// \param equal  compares an element with that of the lane below (`KeyEquality`); default: ==
template <LaneGroup G, class V, class Equal = KokkosScan::detail::Equals>
KOKKOS_FUNCTION V select_unique(G const& lanes, V const& x, int& total, Equal const& equal = {}) {
  std::uint64_t const differs = lanes.ballot(detail::differs_from_below(lanes, x, equal));
  std::uint64_t const heads = differs | 1;  // lane 0 always starts a run
  V const packed = detail::gather_classes(lanes, x, heads, 0);
  total = arch::count_bits(heads);  // which may be x
  return packed;
}

}  // namespace KokkosScan::lane
