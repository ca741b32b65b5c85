// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/layout.hpp>
#include <KokkosScan/device/detail/chain_rows.hpp>
#include <KokkosScan/device/detail/run_scan.hpp>
#include <KokkosScan/device/detail/scan_chains.hpp>
#include <KokkosScan/device/detail/scan_row_pieces.hpp>
#include <KokkosScan/device/detail/scan_rows.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>
#include <KokkosScan/tuning/capabilities.hpp>

#include <cstddef>
#include <string>
#include <type_traits>

/// \file
/// \brief Scans along an axis where lanes are SIMD lanes: in tiles of a row, in pieces of rows, or
/// whole chains by each thread.

namespace KokkosScan::detail {

/// Fewer than `many_chains` of at least `long_chain` elements are scanned by all threads together
/// even if they do not interleave. If they are contiguous, and equally far apart in both tables,
/// `ScanRows` scans them, as it does any number of rows of vectors; else one is scanned after the
/// other: as segments of one scan they would cost divisions for every element (2^22 x 4 doubles on
/// two cores: 36 ms, as segments 188).
inline constexpr std::size_t long_chain = std::size_t(1) << 16, many_chains = 64;

/// Whether chains that interleave in memory are scanned in pieces of rows, not whole by each
/// thread: where threads would have few chains each, and there are many rows. 16 threads of a Xeon,
/// floats, µs, whole / in pieces:
///
///     columns          16             64            300          1000         4096
///     2^26 in all      -    54600 / 8900   27800 / 7500  11300 / 8600  6800 / 9400
///     2^20             -       550 / 110      260 / 120       92 / 96     96 / 127
///     2^18             -        138 / 37        71 / 46       28 / 49      23 / 75
///     2^15       13 / 29         13 / 27        18 / 29       10 / 34            -
inline bool suits_pieces(std::size_t length, std::size_t chains) {
  return chains < 4096 && length >= 2 * chains &&
         (length >= std::size_t(1) << 14 || length * chains >= std::size_t(1) << 17);
}

/// Rows in tiles, pieces of rows, or whole chains by each thread. The choice is independent of the
/// number of threads, so that sums of floats are too.
/// \return whether the chains were scanned: not a short or strided single one, or a few long ones
///         that neither interleave nor are rows equally far apart
template <ScanMode Mode, int Axis, class Exec, class In, class Out, class Arguments>
bool scan_by_threads(char const* function, std::string const& label, Exec const& exec, In const& in,
                     Out const& out, Arguments const& with) {
  using From = typename In::non_const_value_type;
  using To = typename Out::value_type;
  using Op = typename Arguments::Operator;
  using Table = ChainRows<Mode, From, To, Op>;
  std::size_t const length = in.extent(Axis), chains = in.extent(1 - Axis);
  Table const table{.in = in.data(),
                    .out = out.data(),
                    .in_step = detail::stride_of(in, Axis),
                    .in_across = detail::stride_of(in, 1 - Axis),
                    .out_step = detail::stride_of(out, Axis),
                    .out_across = detail::stride_of(out, 1 - Axis),
                    .rows = length,
                    .chains = chains,
                    .op = with.op};
  bool const are_few_and_long = length >= long_chain && chains < many_chains;
  if constexpr (tuning::capabilities<Exec>.forward_progress) {
    using Rows = ScanRows<Mode, Exec, From, To, Op>;
    if (table.in_step == 1 && table.out_step == 1 &&
        (chains == 1 || table.in_across == table.out_across) &&
        (are_few_and_long || (Rows::has_vectors && length >= Rows::least))) {
      auto const pitch = static_cast<std::size_t>(chains == 1 ? 0 : table.out_across);
      Rows::run(function, label, exec, in.data(), out.data(),
                RowsSize{.count = chains, .length = length, .pitch = pitch}, with);
      return true;
    }
  }
  if (chains == 1) return false;
  bool const by_pieces = table.interleaves() && detail::suits_pieces(length, chains);
  if (are_few_and_long && !by_pieces) return false;
  check_operator<Op>();
  check_options_suit(function, exec, with.options);
  if (!by_pieces) {
    detail::scan_chains<Mode, Arguments::has_init>(label, exec, table, with.init);
    return true;
  }
  using Pieces = RowPieces<Mode, From, To, Op>;
  // Few chains are stored around the caches by some rows at a time, gaps included.
  bool const is_gapless = table.out_step == static_cast<std::ptrdiff_t>(chains);
  bool const is_streamed = is_gapless               ? table.suits_streaming(length * chains)
                           : chains >= Pieces::wide ? table.suits_streaming(chains)
                                                    : false;
  Pieces const pieces{
      .whole = table, .rows = Pieces::rows_for(length, chains), .is_streamed = is_streamed};
  detail::with_workspace(exec, with.options, [&](Workspace<Exec>& workspace) {
    detail::scan_row_pieces(label, exec, workspace, pieces, with.init);
  });
  return true;
}

}  // namespace KokkosScan::detail
