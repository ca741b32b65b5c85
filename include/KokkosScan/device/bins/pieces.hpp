// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/detail/size.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/tuning/histogram_policy.hpp>
#include <KokkosScan/tuning/scan_policy.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

/// \file
/// \brief The array cut into contiguous pieces, one for each team of a league.

namespace KokkosScan::detail {

/// Items in `count` pieces of `each` items, which are whole tiles; the last pieces may be shorter,
/// or empty.
template <class Size = HostSize>
struct Pieces {
  Size items{};
  std::size_t tile = 1, each = 1, count = 1;

  KOKKOS_FUNCTION std::size_t first(std::size_t piece) const
    requires(!Size::is_on_device)
  {
    return cut_off(piece * each);
  }
  KOKKOS_FUNCTION std::size_t last(std::size_t piece) const
    requires(!Size::is_on_device)
  {
    return cut_off((piece + 1) * each);
  }

  /// The pieces as a kernel uses them; each thread calls this once. Where only the device knows the
  /// number of items, they are cut anew: otherwise the first teams might have all of them.
  KOKKOS_FUNCTION Pieces<HostSize> found() const {
    if constexpr (Size::is_on_device) {
      std::size_t const n = items(), tiles = (n + tile - 1) / tile;
      std::size_t const per_piece = (tiles + count - 1) / count;
      return {{n}, tile, (per_piece > 0 ? per_piece : 1) * tile, count};
    } else {
      return *this;
    }
  }

 private:
  KOKKOS_FUNCTION std::size_t cut_off(std::size_t i) const { return i < items() ? i : items(); }
};

/// About \p wanted pieces of whole tiles, none so large that its counts overflow 32 bits. Their
/// number is monotone in the number of items, for which the last ones may be empty: so a workspace
/// that is large enough for n items is large enough for fewer.
template <class Exec, class Size>
Pieces<Size> cut(Size const& items, std::size_t tile, std::size_t wanted) {
  if (are_few<Exec>(items.most)) wanted = 1;
  constexpr std::size_t most = std::size_t(1) << 31;
  std::size_t const tiles = ceil_div(items.most, tile);
  std::size_t const per_piece = std::max<std::size_t>(ceil_div(tiles, wanted), 1);
  std::size_t const each = std::min(per_piece, most / tile) * tile;
  std::size_t const needed = std::max<std::size_t>(ceil_div(items.most, each), 1);
  return {items, tile, each, std::max(needed, std::min(tiles, wanted))};
}

/// Launches of teams of a fixed size, with one lane per thread.
template <class Exec, int Threads, int TeamsPerMultiprocessor>
struct PieceLaunch {
  using Policy =
      Kokkos::TeamPolicy<Exec, tuning::LaunchBounds<Exec, Threads, TeamsPerMultiprocessor>>;
  using Member = typename Policy::member_type;

  /// The number of teams that run at once.
  static std::size_t teams(Exec const& exec) {
    return static_cast<std::size_t>(TeamsPerMultiprocessor) * tuning::multiprocessors(exec);
  }
  static auto league(Exec const& exec, std::size_t teams, std::size_t scratch) {
    Policy policy(exec, static_cast<int>(teams), Threads, 1);
    policy.set_scratch_size(0, Kokkos::PerTeam(scratch));
    return light(policy);
  }
  /// See `for_each_team`.
  template <class Kernel>
  static void run(std::string const& label, Exec const& exec, std::size_t items, std::size_t teams,
                  std::size_t scratch, Kernel const& kernel) {
    for_each_team<Threads>(label, exec, teams, TeamNeeds{items, scratch}, kernel,
                           [&] { return league(exec, teams, scratch); });
  }
};

}  // namespace KokkosScan::detail
