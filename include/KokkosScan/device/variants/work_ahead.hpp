// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/device/detail/scan_problem.hpp>
#include <KokkosScan/device/protocol/tile_state.hpp>
#include <KokkosScan/device/variants/ring.hpp>
#include <KokkosScan/device/variants/single_pass.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosScan::detail {

/// The protocol without a ring: each tile waits for the prefix from its predecessor, and passes the
/// sum up to its own end on to the next tile.
///
/// Yan, Long, Zhang, StreamScan: fast scan algorithms for GPUs without global barrier
/// synchronization, PPoPP 2013. On a CPU the tile stays in the cache, so no ring is needed.
struct ChainExchange : ExchangeOfPrefixes {
  template <class Lanes, class T, class Op>
  KOKKOS_FUNCTION static T find(Lanes const&, TileState<T> const& state, std::uint32_t tile,
                                std::uint32_t, T const&, Op const&) {
    return state.wait(tile - 1);
  }
};

template <class Exec, ScanPolicy Wanted, class Problem>
struct RingOrChain {
  static constexpr ScanPolicy policy = policy_for<Exec, Wanted, Problem>(DeviceScan::work_ahead);
  static constexpr bool has_ring = policy.slots > 0;
  using type = std::conditional_t<has_ring, Ring<Exec, policy, Problem>,
                                  SinglePass<Exec, policy, Problem, ChainExchange>>;
};

/// The single-pass scan that does not look back: a ring, or a chain where the policy has no slots.
/// 2n traffic, one launch; needs forward progress of started teams. The prefix of a tile is a fixed
/// expression, so float results are bitwise the same in every run, on a CPU for any number of
/// threads.
template <class Exec, ScanPolicy Wanted, class Problem>
struct WorkAhead : RingOrChain<Exec, Wanted, Problem>::type {};

}  // namespace KokkosScan::detail
