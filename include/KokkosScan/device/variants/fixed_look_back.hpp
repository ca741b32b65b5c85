// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/protocol/tile_state.hpp>
#include <KokkosScan/device/variants/single_pass.hpp>
#include <KokkosScan/device/variants/work_ahead.hpp>
#include <KokkosScan/lane/scan.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosScan::detail {

/// The protocol: W consecutive tiles form a group, W being the number of lanes of a thread. A tile
/// publishes its total, and the last tile of a group the sum of the group. The prefix of a tile is
/// the sums of all groups before its own, read W at a time, combined with the totals of its group
/// before it: a fixed expression. A tile waits for totals, and for sums that wait for totals, never
/// for a prefix.
struct FixedLookBackExchange {
  static constexpr bool publishes_prefixes = false;

  template <int Lanes>
  static constexpr std::size_t states(std::size_t tiles) {
    static_assert(Lanes > 1, "the first tile never looks back, so it cannot be a group");
    return tiles + tiles / Lanes;
  }

  template <class Lanes, class T, class Op>
  KOKKOS_FUNCTION static T find(Lanes const& lanes, TileState<T> const& state, std::uint32_t tile,
                                std::uint32_t tiles, T const& total, Op const& op) {
    constexpr std::uint32_t size = Lanes::size;
    std::uint32_t const group = tile / size;
    std::uint32_t const place = tile % size;
    auto const lane = static_cast<std::uint32_t>(lanes.rank());
    if (lanes.is_first() && tile + 1 < tiles) state.set_partial(tile, total);

    // Load both rows at once: the latency of these loads exceeds everything else.
    Row<Lanes, T> const own(lanes, state, group * size + lane, lane < place);
    Row<Lanes, T> const first(lanes, state, tiles + lane, lane < group);
    T const within = lane::reduce(lanes, own.wait(op), op);
    if (lanes.is_first() && place + 1 == size && tile + 1 < tiles)
      state.set_partial(tiles + group, op(within, total));
    if (group == 0) return within;
    T before = lane::reduce(lanes, first.wait(op), op);
    for (std::uint32_t g = size; g < group; g += size) {
      Row<Lanes, T> const next(lanes, state, tiles + g + lane, g + lane < group);
      before = op(before, lane::reduce(lanes, next.wait(op), op));
    }
    return op(before, within);
  }

 private:
  /// States that the lanes have loaded, one each.
  template <class Lanes, class T>
  class Row {
   public:
    KOKKOS_FUNCTION Row(Lanes const& lanes, TileState<T> const& state, std::size_t at,
                        bool is_wanted)
        : m_lanes(lanes), m_state(state), m_at(is_wanted ? at : 0), m_is_wanted(is_wanted) {
      m_found = state.look(m_at);
    }
    /// This lane's value, or the identity if none is wanted. Waits for the values of all lanes.
    template <class Op>
    KOKKOS_FUNCTION T wait(Op const& op) const {
      T value = op.identity();
      bool is_missing = m_is_wanted && m_state.read(m_found, value) == TileStatus::empty;
      for (int paused = 0; m_lanes.first_where(is_missing) >= 0;) {
        arch::relax(paused, tuning::pauses_before_yield);
        if (is_missing) is_missing = m_state.get(m_at, value) == TileStatus::empty;
      }
      return value;
    }

   private:
    Lanes const& m_lanes;
    TileState<T> const& m_state;
    std::size_t m_at;
    bool m_is_wanted;
    typename TileState<T>::Found m_found;
  };
};

template <class Exec, ScanPolicy Wanted, class Problem>
struct FixedLookBackOrWorkAhead {
  static constexpr ScanPolicy policy =
      policy_for<Exec, Wanted, Problem>(DeviceScan::fixed_look_back);
  static constexpr bool has_groups =
      tuning::capabilities<Exec>.lanes_are_threads && policy.lanes > 1;
  using type =
      std::conditional_t<has_groups, SinglePass<Exec, policy, Problem, FixedLookBackExchange>,
                         WorkAhead<Exec, Wanted, Problem>>;
};

/// The single-pass scan that looks back along a fixed tree of two levels: float results are bitwise
/// the same in every run. 2n traffic, one launch; needs forward progress of started teams. Meant
/// for as many tiles as fill a GPU, or some more: with W lanes per thread, t tiles read
/// t^2 / (2 W^2) rows of sums in all. Where a thread has one lane, as on CPUs, this is
/// `work_ahead`.
template <class Exec, ScanPolicy Wanted, class Problem>
struct FixedLookBack : FixedLookBackOrWorkAhead<Exec, Wanted, Problem>::type {};

}  // namespace KokkosScan::detail
