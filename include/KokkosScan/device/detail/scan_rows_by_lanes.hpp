// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosScan/detail/arch.hpp>
#include <KokkosScan/detail/numbers.hpp>
#include <KokkosScan/device/detail/launch.hpp>
#include <KokkosScan/lane/group.hpp>
#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <KokkosScan/variants.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

/// \file
/// \brief Scans of many rows that are contiguous in memory, where lanes are threads.

namespace KokkosScan::detail {

/// The lanes of a thread scan a row from end to end, some stripes of an element per lane at a time.
template <ScanMode Mode, class Exec, class In, class Out, class Op>
struct RowsByLanes {
  using T = typename Op::value_type;
  static constexpr int lanes = tuning::capabilities<Exec>.max_lanes;
  static constexpr int threads = 256 / lanes, teams_of_multiprocessor = 4;
  using Policy =
      Kokkos::TeamPolicy<Exec,
                         tuning::LaunchBounds<Exec, threads * lanes, teams_of_multiprocessor>>;
  using Member = typename Policy::member_type;
  /// Elements that a lane loads before it waits for the first.
  static constexpr int stripes = std::clamp(32 / static_cast<int>(sizeof(T)), 2, 8);

  In const* in;
  Out* out;
  std::ptrdiff_t in_pitch, out_pitch;  ///< from a row to the next
  std::size_t length, rows;
  Op op;
  T init;

  /// Wide values would take many shuffles, unrolled.
  static constexpr bool is_possible = sizeof(T) <= 32;

  /// Rows must fill the lanes, and be enough for the device. H200, 2^26 floats, us:
  ///
  ///     elements of a row         64   256  1024  4096  8192
  ///     by lanes                 294   134   140   151   159
  ///     as segments of an array  142   142   142   142   142
  ///     as segments with gaps    388   388   388   388   388
  ///
  /// \param are_segments  the alternative: of one contiguous array
  static bool suits(Exec const& exec, std::size_t length, std::size_t rows, bool are_segments) {
    auto const filled = static_cast<std::size_t>(lanes);
    return length >= (are_segments ? 4 * filled : filled) &&
           rows >= tuning::concurrent_teams(exec, (are_segments ? 8 : 2) * threads) &&
           ceil_div(rows, threads) <= tuning::max_teams<Exec>(threads * lanes);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const row = static_cast<std::size_t>(member.league_rank()) * threads +
                            static_cast<std::size_t>(member.team_rank());
    if (row >= rows) return;
    lane::Group<Member, lanes> const group(member);
    auto const rank = static_cast<std::size_t>(group.rank());
    In const* from = in + static_cast<std::ptrdiff_t>(row) * in_pitch + rank;
    Out* to = out + static_cast<std::ptrdiff_t>(row) * out_pitch + rank;
    constexpr std::size_t chunk = std::size_t(stripes) * lanes;
    T carry = init;
    std::size_t left = length;
    for (; left >= chunk; left -= chunk, from += chunk, to += chunk) {
      T x[stripes];
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < stripes; ++k) x[k] = static_cast<T>(from[k * lanes]);
      KOKKOSSCAN_UNROLL
      for (int k = 0; k < stripes; ++k)
        to[k * lanes] = static_cast<Out>(scan_stripe(group, x[k], carry));
    }
    for (; left > 0; from += lanes, to += lanes) {
      bool const is_inside = rank < left;
      T const x = is_inside ? static_cast<T>(*from) : static_cast<T>(op.identity());
      T const y = scan_stripe(group, x, carry);
      if (is_inside) *to = static_cast<Out>(y);
      left -= left < static_cast<std::size_t>(lanes) ? left : static_cast<std::size_t>(lanes);
    }
  }

  void run(std::string const& label, Exec const& exec) const {
    auto const teams = static_cast<int>(ceil_div(rows, threads));
    Kokkos::parallel_for(label, light(Policy(exec, teams, threads, lanes)), *this);
  }

 private:
  template <class Group>
  KOKKOS_FUNCTION T scan_stripe(Group const& group, T const& x, T& carry) const {
    T total;
    T const y = Mode == ScanMode::inclusive ? lane::inclusive_scan(group, x, op, total)
                                            : lane::exclusive_scan(group, x, op, total);
    T const before = carry;
    carry = static_cast<T>(op(before, total));
    return static_cast<T>(op(before, y));
  }
};

}  // namespace KokkosScan::detail
