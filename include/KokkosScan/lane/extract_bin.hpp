// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/lane/partition.hpp>

/// \file
/// \brief The elements of one bin packed, of one element per lane. In registers: no scratch, no
/// barrier. Called by all lanes of the thread.

namespace KokkosScan::lane {

/// \brief The elements that are in \p bin in the first lanes, the others behind, both in lane
/// order.
///
/// \param x        one element per lane
/// \param binning  any callable element → bin
/// \param bin      the wanted bin
/// \param[out] total  how many are in it, on every lane
template <LaneGroup G, class V, class B>
KOKKOS_FUNCTION V extract_bin(G const& lanes, V const& x, B const& binning, int bin, int& total) {
  return lane::partition(
      lanes, x,
      [&](auto const& element) {
        return KokkosScan::detail::bin_of(binning, element, KokkosScan::detail::any_bins) == bin;
      },
      total);
}

}  // namespace KokkosScan::lane
