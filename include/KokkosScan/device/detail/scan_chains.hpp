// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/chain_rows.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>

/// \file
/// \brief Scans along an axis where lanes are SIMD lanes: a thread scans some chains from end to
/// end, side by side, so no element is tested for being the first of its chain.

namespace KokkosScan::detail {

/// The chains of a table; each iteration scans a block of neighboring chains.
/// \tparam HasInit  false: init is the identity, which an inclusive scan need not combine
template <ScanMode Mode, bool HasInit, class In, class Out, class Op>
struct ScanChains {
  using T = typename Op::value_type;
  using Rows = ChainRows<Mode, In, Out, Op>;
  /// The most chains of a block: their sums should stay in the L1 cache beside the elements. In
  /// place and in a cache, threads are in each other's way at the ends of wide blocks (two threads,
  /// 2^18 floats in 1024 columns: blocks of 512 bytes 20 µs, of 2048 141).
  static constexpr std::size_t most = 4096 / sizeof(T) > 4 ? 4096 / sizeof(T) : 4,
                               most_in_place = 512 / sizeof(T) > 4 ? 512 / sizeof(T) : 4;

  Rows table;
  std::size_t block;  ///< chains of a block, at most `most`
  bool is_streamed;   ///< the output is stored around the caches
  T init;

  KOKKOS_FUNCTION void operator()(std::size_t b) const {
    Rows const rows = table.chains_from(b * block, block);
    switch (rows.chains) {
      case 1:
        return scan<1>(rows);
      case 2:
        return scan<2>(rows);
      case 3:
        return scan<3>(rows);
      case 4:
        return scan<4>(rows);
      default:
        return scan_rows(rows);
    }
  }

 private:
  static constexpr bool starts_with_first = Mode == ScanMode::inclusive && !HasInit;

  KOKKOS_FUNCTION void scan_rows(Rows rows) const {
    T sum[most];
    if constexpr (starts_with_first)
      rows.start(sum);
    else
      for (std::size_t c = 0; c < rows.chains; ++c) sum[c] = init;
    rows.write(sum, is_streamed);
    if (is_streamed) arch::order_streaming_stores();
  }
  /// The sums of so few chains stay in registers.
  template <int Count>
  KOKKOS_FUNCTION void scan(Rows const& rows) const {
    T sum[Count];
    In const* from = rows.in;
    Out* to = rows.out;
    std::ptrdiff_t const from_across = rows.in_across, to_across = rows.out_across;
    // Where in and out are the same array, each entry is read before it is written.
    std::size_t i = 0;
    if constexpr (starts_with_first) {
      for (int c = 0; c < Count; ++c) {
        sum[c] = static_cast<T>(from[c * from_across]);
        to[c * to_across] = static_cast<Out>(sum[c]);
      }
      i = 1, from += rows.in_step, to += rows.out_step;
    } else {
      for (int c = 0; c < Count; ++c) sum[c] = init;
    }
    for (; i < rows.rows; ++i, from += rows.in_step, to += rows.out_step) {
      KOKKOSSCAN_IVDEP
      for (int c = 0; c < Count; ++c) {
        T const x = static_cast<T>(from[c * from_across]);
        if constexpr (Mode == ScanMode::exclusive) to[c * to_across] = static_cast<Out>(sum[c]);
        sum[c] = static_cast<T>(rows.op(sum[c], x));
        if constexpr (Mode == ScanMode::inclusive) to[c * to_across] = static_cast<Out>(sum[c]);
      }
    }
  }
};

/// Chains of a block, at most \p most. Where chains interleave in memory, a block is whole cache
/// lines wide, so that no two threads write to the same line, and there are as many blocks for each
/// thread. In a cache, two at least: a processor prefetches beyond the end of a row's share, and
/// neighboring shares should not be in work at the same time. Chains that do not interleave are
/// taken by fours, if that leaves some for all threads: a single chain would be bound by the
/// latency of its own sums.
inline std::size_t chains_of_block(std::size_t chains, std::size_t threads, bool interleaves,
                                   bool is_in_cache, std::size_t element_bytes, std::size_t most) {
  if (!interleaves) return std::clamp<std::size_t>(chains / threads, 1, 4);
  std::size_t const line = std::max<std::size_t>(64 / element_bytes, 1);
  std::size_t const blocks = align_up(ceil_div(chains, most), (is_in_cache ? 2 : 1) * threads);
  return std::clamp<std::size_t>(align_up(ceil_div(chains, blocks), line), 1, most);
}

}  // namespace KokkosScan::detail
