// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosScan::detail {

/// A table in memory with an entry for each (piece, bin).
template <class Out>
struct CountTable {
  Out* data;
  std::size_t piece_stride, bin_stride;

  /// The entries of one piece, from bin `first_bin` on. A team stores its final counts here. Bins
  /// too narrow for their counts (`HalfBins`) spill here while counting, and add the rest.
  struct PieceBins {
    CountTable const& table;
    std::size_t piece;
    int first_bin;

    template <class A>
    KOKKOS_FUNCTION void store(int bin, A const& count) const {
      table(piece, first_bin + bin) = static_cast<Out>(count);
    }
    template <class A>
    KOKKOS_FUNCTION void add(int bin, A const& count) const {
      Kokkos::atomic_add(&table(piece, first_bin + bin), static_cast<Out>(count));
    }
  };

  /// Whether \p counts are the entries of the piece themselves: then nothing is to be stored.
  template <class A>
  KOKKOS_FUNCTION bool is_in_place(std::size_t piece, void const* counts) const {
    return std::is_same_v<A, Out> && static_cast<void const*>(&(*this)(piece, 0)) == counts;
  }
  KOKKOS_FUNCTION Out& operator()(std::size_t piece, int bin) const {
    return data[piece * piece_stride + bin * bin_stride];
  }
};

}  // namespace KokkosScan::detail
