// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/lane/partition.hpp>

/// \file
/// \brief Packing the elements of one bin, of one element per lane. In registers: no scratch, no
/// barrier. All lanes of the thread must call.

namespace KokkosScan::lane {

/// \brief The elements that are in \p bin in the first lanes, the others in the lanes after them,
/// both in lane order.
///
/// \param x        one element per lane
/// \param binning  any callable element → bin
/// \param bin      the wanted bin, the same on all lanes; nothing is in one that there is not
/// \param[out] total  the number of elements in it, on every lane
template <LaneGroup G, class V, class B>
KOKKOS_FUNCTION V extract_bin(G const& lanes, V const& x, B const& binning, int bin, int& total) {
  return lane::partition(lanes, x, KokkosScan::detail::InBin<B const&>(binning, bin), total);
}

}  // namespace KokkosScan::lane
