// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>

/// \file
/// \brief Scans along an axis where lanes are SIMD lanes: a thread scans some chains from end to
/// end, side by side, so no element is tested for being the first of its chain.

namespace KokkosScan::detail {

/// The chains of a table; each iteration scans a block of neighboring chains. `step` is the stride
/// between elements of a chain, `across` the stride between neighboring chains.
/// \tparam HasInit  false: init is the identity, which an inclusive scan need not combine
template <ScanMode Mode, bool HasInit, class In, class Out, class Op>
struct ScanChains {
  using T = typename Op::value_type;
  /// The most chains of a block: their sums should stay in the L1 cache beside the elements.
  static constexpr int most = 512 / sizeof(T) > 4 ? 512 / static_cast<int>(sizeof(T)) : 4;

  In const* in;
  Out* out;
  std::ptrdiff_t in_step, in_across, out_step, out_across;
  std::size_t length, chains;
  int block;  // chains of a block, at most `most`
  Op op;
  T init;

  KOKKOS_FUNCTION void operator()(std::size_t b) const {
    std::size_t const first = b * static_cast<std::size_t>(block);
    int const here = static_cast<int>(chains - first < static_cast<std::size_t>(block)
                                          ? chains - first
                                          : static_cast<std::size_t>(block));
    In const* const from = in + static_cast<std::ptrdiff_t>(first) * in_across;
    Out* const to = out + static_cast<std::ptrdiff_t>(first) * out_across;
    if (in_across == 1 && out_across == 1)
      scan_block(from, to, here, 1, 1);
    else
      scan_block(from, to, here, in_across, out_across);
  }

 private:
  /// With a count known at compile time, up to four sums stay in registers.
  KOKKOS_INLINE_FUNCTION void scan_block(In const* from, Out* to, int here,
                                         std::ptrdiff_t from_across,
                                         std::ptrdiff_t to_across) const {
    switch (here) {
      case 1:
        return scan<1>(from, to, here, from_across, to_across);
      case 2:
        return scan<2>(from, to, here, from_across, to_across);
      case 3:
        return scan<3>(from, to, here, from_across, to_across);
      case 4:
        return scan<4>(from, to, here, from_across, to_across);
      default:
        return scan<0>(from, to, here, from_across, to_across);
    }
  }
  template <int Known>
  KOKKOS_INLINE_FUNCTION void scan(In const* from, Out* to, int here, std::ptrdiff_t from_across,
                                   std::ptrdiff_t to_across) const {
    T sum[Known > 0 ? Known : most];
    int const count = Known > 0 ? Known : here;
    // Where in and out are the same array, each entry is read before it is written.
    std::size_t i = 0;
    if constexpr (Mode == ScanMode::inclusive && !HasInit) {
      KOKKOSSCAN_IVDEP
      for (int c = 0; c < count; ++c) {
        sum[c] = static_cast<T>(from[c * from_across]);
        to[c * to_across] = static_cast<Out>(sum[c]);
      }
      i = 1, from += in_step, to += out_step;
    } else {
      for (int c = 0; c < count; ++c) sum[c] = init;
    }
    for (; i < length; ++i, from += in_step, to += out_step) {
      KOKKOSSCAN_IVDEP
      for (int c = 0; c < count; ++c) {
        T const x = static_cast<T>(from[c * from_across]);
        if constexpr (Mode == ScanMode::exclusive) to[c * to_across] = static_cast<Out>(sum[c]);
        sum[c] = static_cast<T>(op(sum[c], x));
        if constexpr (Mode == ScanMode::inclusive) to[c * to_across] = static_cast<Out>(sum[c]);
      }
    }
  }
};

/// Chains of a block. Where chains interleave in memory, a block is whole cache lines wide, so that
/// no two threads write to the same line. Else four, if that leaves some for all threads: a single
/// chain would be bound by the latency of its own sums.
inline std::size_t chains_of_block(std::size_t chains, std::size_t threads, bool interleaves,
                                   std::size_t element_bytes, std::size_t most) {
  if (!interleaves) return std::clamp<std::size_t>(chains / threads, 1, 4);
  std::size_t const line = std::max<std::size_t>(64 / element_bytes, 1);
  std::size_t const each = align_up(ceil_div(chains, threads), line);
  return std::clamp<std::size_t>(each, 1, most);
}

}  // namespace KokkosScan::detail
