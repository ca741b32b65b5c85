// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/lane/partition.hpp>

#include <cstdint>

/// \file
/// \brief Histogram of one element per lane. Called by all lanes of the thread.

namespace KokkosScan::lane {

/// \brief Adds to counts(b) how many lanes have an element in bin b.
///
/// \param x        one element per lane
/// \param binning  as for the device-level `histogram`; its bins, and a callable's, are as many as
///                 counts has entries (not checked)
/// \param[in,out] counts  rank-1 View of a number type, global or scratch memory; other threads may
///                 add to it at the same time
///
/// Lanes in the same bin are counted by a ballot and added as one: an atomic addition, and a ballot
/// and a shuffle, for each bin that any lane is in.
template <class G, class V, class B, View1D Counts>
KOKKOS_FUNCTION void histogram(G const& lanes, V const& x, B const& binning, Counts const& counts) {
  using Count = typename Counts::non_const_value_type;
  auto const bins = static_cast<int>(counts.extent(0));
  auto const bin = lanes.map(
      x, [&](auto const& element) { return KokkosScan::detail::bin_of(binning, element, bins); });
  auto const lanes_in = [&](int b) {
    return lanes.ballot(lanes.map(bin, [=](int own) { return own == b; }));
  };
  // Every lane knows which are left, so all go round together.
  std::uint64_t left = lanes.ballot(lanes.map(bin, [](int own) { return own != no_bin; }));
  while (left != 0) {
    int const b = lanes.get(bin, detail::place_of_bit(left, 0));
    std::uint64_t const same = lanes_in(b);
    if (lanes.is_first())
      Kokkos::atomic_add(&counts(b),
                         static_cast<Count>(Kokkos::Experimental::popcount_builtin(same)));
    left &= ~same;
  }
}

}  // namespace KokkosScan::lane
