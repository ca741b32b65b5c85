// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/chain_rows.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/variants.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

/// \file
/// \brief Scans along an axis where lanes are SIMD lanes: a thread scans some chains from end to
/// end, side by side, so no element is tested for being the first of its chain.

namespace KokkosScan::detail {

/// Scans a few neighboring chains in each iteration; their sums stay in registers.
/// \tparam HasInit  false: init is the identity, which an inclusive scan need not combine
template <ScanMode Mode, bool HasInit, class In, class Out, class Op>
struct ScanFewChains {
  using T = typename Op::value_type;
  static constexpr std::size_t most = 4;

  ChainRows<Mode, In, Out, Op> table;
  std::size_t block;  ///< chains of an iteration
  T init;

  KOKKOS_FUNCTION void operator()(std::size_t b) const {
    // Not by `chains_from`: of short chains, copies of the whole struct would take half the time.
    std::size_t const first = b * block, left = table.chains - first;
    In const* const from = table.in + static_cast<std::ptrdiff_t>(first) * table.in_across;
    Out* const to = table.out + static_cast<std::ptrdiff_t>(first) * table.out_across;
    auto const here = static_cast<int>(left < block ? left : block);
    if (table.in_across == 1 && table.out_across == 1)
      scan_block(from, to, here, 1, 1);
    else
      scan_block(from, to, here, table.in_across, table.out_across);
  }

 private:
  KOKKOS_INLINE_FUNCTION void scan_block(In const* from, Out* to, int here,
                                         std::ptrdiff_t from_across,
                                         std::ptrdiff_t to_across) const {
    switch (here) {
      case 1:
        return scan<1>(from, to, from_across, to_across);
      case 2:
        return scan<2>(from, to, from_across, to_across);
      case 3:
        return scan<3>(from, to, from_across, to_across);
      default:
        return scan<4>(from, to, from_across, to_across);
    }
  }
  template <int Count>
  KOKKOS_INLINE_FUNCTION void scan(In const* from, Out* to, std::ptrdiff_t from_across,
                                   std::ptrdiff_t to_across) const {
    T sum[Count];
    // Where in and out are the same array, each entry is read before it is written.
    std::size_t i = 0;
    if constexpr (Mode == ScanMode::inclusive && !HasInit) {
      KOKKOSSCAN_IVDEP
      for (int c = 0; c < Count; ++c) {
        sum[c] = static_cast<T>(from[c * from_across]);
        to[c * to_across] = static_cast<Out>(sum[c]);
      }
      i = 1, from += table.in_step, to += table.out_step;
    } else {
      for (int c = 0; c < Count; ++c) sum[c] = init;
    }
    for (; i < table.rows; ++i, from += table.in_step, to += table.out_step) {
      KOKKOSSCAN_IVDEP
      for (int c = 0; c < Count; ++c) {
        T const x = static_cast<T>(from[c * from_across]);
        if constexpr (Mode == ScanMode::exclusive) to[c * to_across] = static_cast<Out>(sum[c]);
        sum[c] = static_cast<T>(table.op(sum[c], x));
        if constexpr (Mode == ScanMode::inclusive) to[c * to_across] = static_cast<Out>(sum[c]);
      }
    }
  }
};

/// Scans a block of chains that interleave in the output, row by row, in each iteration.
template <ScanMode Mode, bool HasInit, class In, class Out, class Op>
struct ScanManyChains {
  using T = typename Op::value_type;
  /// The most chains of a block: their sums should stay in the L1 cache beside the elements. Narrow
  /// blocks where the input does not interleave, since each chain has a page of its own then; and
  /// in place and in a cache, where threads are in each other's way at the ends of wide ones (two
  /// threads, 2^18 floats in 1024 columns: blocks of 512 bytes 20 µs, of 2048 141).
  static constexpr std::size_t most = 4096 / sizeof(T) > 4 ? 4096 / sizeof(T) : 4,
                               most_narrow = 512 / sizeof(T) > 4 ? 512 / sizeof(T) : 4;

  ChainRows<Mode, In, Out, Op> table;
  std::size_t block;
  bool is_streamed;  ///< the output is stored around the caches
  T init;

  KOKKOS_FUNCTION void operator()(std::size_t b) const {
    auto rows = table.chains_from(b * block, block);
    T sum[most];
    if constexpr (Mode == ScanMode::inclusive && !HasInit)
      rows.start(sum);
    else
      for (std::size_t c = 0; c < rows.chains; ++c) sum[c] = init;
    rows.write(sum, is_streamed);
    if (is_streamed) arch::order_streaming_stores();
  }
};

/// Chains of a block that interleave, at most \p most: whole cache lines, so that no two threads
/// write to the same one, and as many blocks for each thread. In a cache, two at least: a processor
/// prefetches beyond the end of a row's share, and neighboring shares should not be in work at the
/// same time.
inline std::size_t chains_of_block(std::size_t chains, std::size_t threads, bool is_in_cache,
                                   std::size_t element_bytes, std::size_t most) {
  std::size_t const line = std::max<std::size_t>(64 / element_bytes, 1);
  std::size_t const blocks = align_up(ceil_div(chains, most), (is_in_cache ? 2 : 1) * threads);
  return std::clamp<std::size_t>(align_up(ceil_div(chains, blocks), line), 1, most);
}

/// Scans all chains of a table, each from end to end by one thread.
template <ScanMode Mode, bool HasInit, class Exec, class In, class Out, class Op>
void scan_chains(std::string const& label, Exec const& exec,
                 ChainRows<Mode, In, Out, Op> const& table, typename Op::value_type const& init) {
  using Few = ScanFewChains<Mode, HasInit, In, Out, Op>;
  using Many = ScanManyChains<Mode, HasInit, In, Out, Op>;
  auto const threads = static_cast<std::size_t>(exec.concurrency());
  auto const run = [&](std::size_t block, auto const& scan) {
    detail::for_each_item(label, exec, ceil_div(table.chains, block), scan, block * table.rows);
  };
  bool const share_lines = table.out_across < table.out_step;
  if (share_lines && table.chains > Few::most) {
    bool const is_large = table.is_large();
    bool const is_narrow = !table.interleaves() || (table.is_in_place() && !is_large);
    std::size_t const block = chains_of_block(table.chains, threads, !is_large, sizeof(Out),
                                              is_narrow ? Many::most_narrow : Many::most);
    run(block, Many{table, block, table.suits_streaming(block), init});
  } else {
    // By fours, if that leaves some for all threads: a single chain would be bound by the latency
    // of its own sums. A few whose elements are in the same cache lines are left to one thread.
    std::size_t const each = share_lines ? table.chains : table.chains / threads;
    std::size_t const block = std::clamp<std::size_t>(each, 1, Few::most);
    run(block, Few{table, block, init});
  }
}

}  // namespace KokkosScan::detail
