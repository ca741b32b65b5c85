// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/lane/partition.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/operators.hpp>

#include <cstdint>

/// \file
/// \brief Histogram of one element per lane. Called by all lanes of the thread.

namespace KokkosScan::lane {

namespace detail {

/// For every bin that any lane is in: adds to its count what `amount(is_in, same)` says of the
/// lanes in it, given whether each lane is, and a bit for each that is.
template <LaneGroup G, class V, class B, class Counts, class Amount>
KOKKOS_FUNCTION void add_by_bin(G const& lanes, V const& x, B const& binning, Counts const& counts,
                                Amount const& amount) {
  auto const bins = static_cast<int>(counts.extent(0));
  auto const bin = lanes.map(
      x, [&](auto const& element) { return KokkosScan::detail::bin_of(binning, element, bins); });
  // Every lane knows which are left, so all go round together.
  std::uint64_t left = lanes.ballot(lanes.map(bin, [](int own) { return own != no_bin; }));
  while (left != 0) {
    int const b = lanes.get(bin, detail::place_of_bit(left, 0));
    auto const is_in = lanes.map(bin, [=](int own) { return own == b; });
    std::uint64_t const same = lanes.ballot(is_in);
    auto const sum = amount(is_in, same);
    if (lanes.is_first()) Kokkos::atomic_add(&counts(b), sum);
    left &= ~same;
  }
}

}  // namespace detail

/// \brief Adds to counts(b) how many lanes have an element in bin b: counts are not set to zero
/// first, as the team's and the device's histograms do.
///
/// \param x        one element per lane
/// \param binning  as for the device-level `histogram`; its bins, and a callable's, are as many as
///                 counts has entries (not checked)
/// \param[in,out] counts  rank-1 View of a number type, global or scratch memory; other threads may
///                 add to it at the same time
///
/// Lanes in the same bin are counted by a ballot and added as one: an atomic addition, and a ballot
/// and a shuffle, for each bin that any lane is in.
template <LaneGroup G, class V, class B, View1D Counts>
KOKKOS_FUNCTION void histogram(G const& lanes, V const& x, B const& binning, Counts const& counts) {
  using Count = typename Counts::non_const_value_type;
  detail::add_by_bin(lanes, x, binning, counts, [](auto const&, std::uint64_t same) {
    return static_cast<Count>(Kokkos::Experimental::popcount_builtin(same));
  });
}

/// \brief Adds to counts(b) the sum of the weights of the lanes that have an element in bin b;
/// otherwise as above.
///
/// \param weight  one number per lane; real ones need real counts
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

}  // namespace KokkosScan::lane
