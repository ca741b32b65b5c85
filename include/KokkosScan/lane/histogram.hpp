// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/lane/detail/masks.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

/// \file
/// \brief Histograms of one element per lane, and of a range by the lanes of one thread. No
/// scratch, no barrier. All lanes of the thread must call.

namespace KokkosScan::lane {

namespace detail {

/// For every bin that has an element of any lane: adds `amount(is_in, same)` to its count, where
/// is_in says for each lane whether its element is in this bin, and same has a bit for each such
/// lane.
template <LaneGroup G, class V, class B, class Counts, class Amount>
KOKKOS_FUNCTION void add_by_bin(G const& lanes, V const& x, B const& binning, Counts const& counts,
                                Amount const& amount) {
  auto const bins = static_cast<int>(counts.extent(0));
  auto const bin = lanes.map(
      x, [&](auto const& element) { return KokkosScan::detail::bin_of(binning, element, bins); });
  // Every lane knows which lanes are left, so all run the same iterations.
  std::uint64_t left = lanes.ballot(lanes.map(bin, [](int own) { return own != no_bin; }));
  while (left != 0) {
    int const b = lanes.get(bin, detail::place_of_bit(left, 0));
    auto const is_in = lanes.map(bin, [=](int own) { return own == b; });
    std::uint64_t const same = lanes.ballot(is_in);
    auto const sum = amount(is_in, same);
    if (lanes.is_first()) Kokkos::atomic_add(KokkosScan::detail::address_in(counts, b), sum);
    left &= ~same;
  }
}

/// Adds `weight_of(i)` to the count of element i's bin. One atomic addition per element: of many
/// bins, lanes rarely have the same one, and each bin would take a ballot.
template <LaneGroup G, class In, class B, class Counts, class WeightOf>
KOKKOS_FUNCTION void add_range(G const&, In const& in, B const& binning, Counts const& counts,
                               WeightOf const& weight_of) {
  auto const bins = static_cast<int>(counts.extent(0));
  RangeLanes<G> const lanes{};
  for (std::size_t i = lanes.rank(); i < in.extent(0); i += RangeLanes<G>::size) {
    int const bin = KokkosScan::detail::bin_of(binning, in(i), bins);
    if (bin != no_bin)
      Kokkos::atomic_add(KokkosScan::detail::address_in(counts, bin), weight_of(i));
  }
  lanes.sync();
}

}  // namespace detail

/// \brief Adds to counts(b) the number of lanes whose element is in bin b. Unlike the histograms of
/// teams and devices, it does not set the counts to zero first.
///
/// \param x        one element per lane
/// \param binning  as for the device-level `histogram`. If it knows its number of bins, counts must
///                 have as many entries (not checked); for any other callable the extent of counts
///                 is the number of bins
/// \param[in,out] counts  rank-1 View of a number type, global or scratch memory; other threads may
///                 add to it at the same time. Read it after a barrier of the caller's
///
/// Lanes in the same bin are counted by a ballot and added as one: each bin that has an element of
/// any lane takes an atomic addition, a ballot and a shuffle.
template <LaneGroup G, class V, class B, View1D Counts>
KOKKOS_FUNCTION void histogram(G const& lanes, V const& x, B const& binning, Counts const& counts) {
  using Count = typename Counts::non_const_value_type;
  detail::add_by_bin(lanes, x, binning, counts, [](auto const&, std::uint64_t same) {
    return static_cast<Count>(arch::count_bits(same));
  });
}

/// \brief Adds to counts(b) the sum of the weights of the lanes whose element is in bin b;
/// otherwise as above.
///
/// \param weight  one number per lane; floating-point weights need floating-point counts
///
/// Weights of the same bin are summed in lane order, in the type of the counts.
template <LaneGroup G, class V, class B, View1D Counts, class Weights>
KOKKOS_FUNCTION void histogram(G const& lanes, V const& x, B const& binning, Counts const& counts,
                               Weights const& weight) {
  using Count = typename Counts::non_const_value_type;
  static_assert(KokkosScan::detail::can_sum<Count, std::decay_t<decltype(lanes.get(weight, 0))>>,
                "counts must hold floating-point numbers where weights do");
  detail::add_by_bin(lanes, x, binning, counts, [&](auto const& is_in, std::uint64_t) {
    auto const part = lanes.map(is_in, weight, [](bool in, auto const& w) {
      return in ? static_cast<Count>(w) : Count(0);
    });
    return lane::reduce(lanes, part, Sum<Count>{});
  });
}

/// \brief Adds to counts(b) the number of elements of \p in in bin b. Unlike the histograms of
/// teams and devices, it does not set the counts to zero first.
///
/// \param in       rank-1 View of any length, global or scratch memory
/// \param binning,counts  as above
///
/// Reads each element once, with one atomic addition per element. The lanes of the thread see what
/// it added; what other threads add, only after a barrier of the caller's.
template <LaneGroup G, View1D In, class B, View1D Counts>
KOKKOS_FUNCTION void histogram(G const& lanes, In const& in, B const& binning,
                               Counts const& counts) {
  using Count = typename Counts::non_const_value_type;
  detail::add_range(lanes, in, binning, counts, [](std::size_t) { return Count(1); });
}

/// \brief Adds to counts(b) the sum of the weights of the elements in bin b, in the type of the
/// counts and in no fixed order; otherwise as above.
///
/// \param weights  rank-1 View of numbers, of the extent of \p in (not checked); floating-point
///                 weights need floating-point counts
template <LaneGroup G, View1D In, class B, View1D Counts, View1D Weights>
KOKKOS_FUNCTION void histogram(G const& lanes, In const& in, B const& binning, Counts const& counts,
                               Weights const& weights) {
  using Count = typename Counts::non_const_value_type;
  static_assert(KokkosScan::detail::can_sum<Count, typename Weights::non_const_value_type>,
                "counts must hold floating-point numbers where weights do");
  detail::add_range(lanes, in, binning, counts,
                    [&](std::size_t i) { return static_cast<Count>(weights(i)); });
}

}  // namespace KokkosScan::lane
