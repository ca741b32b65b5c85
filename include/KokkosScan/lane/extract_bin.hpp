// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/binning/concepts.hpp>
#include <KokkosScan/concepts.hpp>
#include <KokkosScan/lane/partition.hpp>

#include <cstddef>

/// \file
/// \brief Packing the elements of one bin, of one element per lane or of a range. In registers: no
/// scratch, no barrier. All lanes of the thread must call.

namespace KokkosScan::lane {

/// \brief The elements that are in \p bin in the first lanes, the others in the lanes after them,
/// both in lane order.
///
/// \param x        one element per lane
/// \param binning  any callable element → bin
/// \param bin      the wanted bin, the same on all lanes; a bin that does not exist is empty
/// \param[out] total  the number of elements in it, on every lane
template <LaneGroup G, class V, class B>
KOKKOS_FUNCTION V extract_bin(G const& lanes, V const& x, B const& binning, int bin, int& total) {
  return lane::partition(lanes, x, KokkosScan::detail::InBin<B const&>(binning, bin), total);
}

/// \brief Packs the elements of \p in that are in \p bin to the front of \p out, in their order;
/// otherwise as `select` of a range.
///
/// \param binning  any callable element → bin
/// \param bin      the wanted bin, the same on all lanes; a bin that does not exist is empty
/// \return the number of elements packed, on every lane
template <LaneGroup G, View1D In, class B, View1D Out>
KOKKOS_FUNCTION std::size_t extract_bin(G const& lanes, In const& in, B const& binning, int bin,
                                        Out const& out) {
  return lane::select(lanes, in, out, KokkosScan::detail::InBin<B const&>(binning, bin));
}

}  // namespace KokkosScan::lane
