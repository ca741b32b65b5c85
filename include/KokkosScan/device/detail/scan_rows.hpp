// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/view_source.hpp>
#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/detail/with_workspace.hpp>
#include <KokkosScan/device/protocol/protocol_memory.hpp>
#include <KokkosScan/device/protocol/tile_state.hpp>
#include <KokkosScan/device/variants/single_pass.hpp>
#include <KokkosScan/device/variants/work_ahead.hpp>
#include <KokkosScan/device/workspace.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

/// \file
/// \brief Scans of rows that are contiguous in memory, where lanes are SIMD lanes.

namespace KokkosScan::detail {

/// One launch for all rows. No tile has items of two rows, and only tiles of the same row wait for
/// each other. A row is added up as by a scan of it alone, with any number of threads.
template <ScanMode Mode, class Exec, class In, class Out, class Op>
struct ScanRows {
  using T = typename Op::value_type;
  using Source = ViewSource<T, In, true>;
  using Sink = ViewSink<T, Out, true>;
  using Problem = ScanProblem<Mode, Source, Sink, Op, RowsSize>;
  static constexpr ScanPolicy policy =
      policy_for<Exec, ScanPolicy{}, Problem>(DeviceScan::work_ahead);
  using Scan = SinglePassScan<Exec, policy, Problem, ChainExchange>;
  static_assert(tuning::capabilities<Exec>.forward_progress, "tiles wait for each other");
  /// The least items of a row that is worth tiles of its own.
  static constexpr std::size_t least = std::size_t(1) << 14;
  /// Whether a row is scanned by vectors.
  static constexpr bool has_vectors =
      (Source::has_vectors && Sink::has_vectors) && policy.lanes > 1;

  template <class Arguments>
  static void run(char const* function, std::string const& label, Exec const& exec, In const* in,
                  Out* out, RowsSize const& rows, Arguments const& with) {
    check_operator<Op>();
    check_options_suit(function, exec, with.options);
    std::size_t const tiles = rows.count * tiles_of(rows.length, policy);
    // Fewer items never have more tiles than this: a workspace that has served n items in such rows
    // serves any smaller number without growing.
    std::size_t const most = 2 * ceil_div(rows.most, std::min<std::size_t>(policy.tile(), least));
    WorkspaceNeed const need{.words = ProtocolMemory::words + TileState<T>::words_for(most)};
    detail::with_workspace(exec, with.options, need, [&](Workspace<Exec> const& workspace) {
      ProtocolMemory const memory(workspace);
      Problem const problem{Source{in, 1}, Sink{out, 1, nullptr}, with.op, with.init, rows};
      std::size_t const teams = std::min(tiles, Scan::Team::concurrent_teams(exec));
      Kokkos::parallel_for(
          label, Scan::Team::template league<typename Scan::Scratch>(exec, teams),
          Scan{problem, memory.counter, memory.states, static_cast<std::uint32_t>(tiles)});
    });
  }
};

}  // namespace KokkosScan::detail
