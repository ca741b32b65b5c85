// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/variants/single_pass.hpp>
#include <KokkosScan/lane/scan.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosScan::detail {

/// The total of all tiles before \p tile (> 0). The lanes read a window of predecessors, one each,
/// and wait until none after the nearest complete one is empty. They combine the values from that
/// tile on; if no tile of the window is complete, all of them, and continue with the previous
/// window.
template <class Lanes, class T, class Op>
KOKKOS_FUNCTION T look_back(Lanes const& lanes, TileState<T> const& state, std::size_t tile,
                            Op const& op) {
  T before = op.identity();
  for (auto end = static_cast<std::ptrdiff_t>(tile);; end -= Lanes::size) {
    std::ptrdiff_t const t = lanes.generate([&](int lane) { return end - Lanes::size + lane; });
    T value = op.identity();
    TileStatus status = t < 0 ? TileStatus::partial : TileStatus::empty;
    int complete;
    int paused = 0;
    while (true) {
      if (status == TileStatus::empty) status = state.get(static_cast<std::size_t>(t), value);
      complete = lanes.last_where(status == TileStatus::complete);
      if (lanes.last_where(status == TileStatus::empty) <= complete) break;
      arch::relax(paused, tuning::pauses_before_yield);
    }
    bool const is_needed = lanes.generate([&](int lane) { return lane >= complete; });
    before = op(lane::reduce(lanes, is_needed ? value : T(op.identity()), op), before);
    if (complete >= 0) return before;
  }
}

/// The protocol: a tile publishes its own total at once, and the total up to its end once it knows
/// its prefix.
struct LookBackExchange : ExchangeOfPrefixes {
  template <class Lanes, class T, class Op>
  KOKKOS_FUNCTION static T find(Lanes const& lanes, TileState<T> const& state, std::uint32_t tile,
                                std::uint32_t tiles, T const& total, Op const& op) {
    if (lanes.is_first() && tile + 1 < tiles) state.set_partial(tile, total);
    return detail::look_back(lanes, state, tile, op);
  }
};

/// The single-pass scan with decoupled look-back. 2n traffic, one launch; needs forward progress of
/// started teams. Float results depend on timing, which decides how far a tile looks back.
///
/// Merrill and Garland, Single-pass parallel prefix scan with decoupled look-back, NVR-2016-002.
template <class Exec, ScanPolicy Wanted, class Problem>
struct LookBack : SinglePass<Exec, policy_for<Exec, Wanted, Problem>(DeviceScan::look_back),
                             Problem, LookBackExchange> {};

}  // namespace KokkosScan::detail
