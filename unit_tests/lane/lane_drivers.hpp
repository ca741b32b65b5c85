// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Kernels that scan with the vector lanes of one thread, against the oracle.

#include <gtest/gtest.h>

#include <KokkosScan/lane/scan.hpp>
#include <KokkosScan/tuning/capabilities.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "environment.hpp"
#include "generators.hpp"
#include "matchers.hpp"
#include "reference.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

using KokkosScan::LaneScan;
using KokkosScan::ScanMode;
namespace lane = KokkosScan::lane;

using LanePolicy = Kokkos::TeamPolicy<Exec>;
using LaneMember = LanePolicy::member_type;

/// Whether a thread of the test's execution space may have W lanes.
template <int W>
inline constexpr bool has_lanes = W <= KokkosScan::tuning::capabilities<Exec>.max_lanes;

/// Several groups per team, so that a group does not always begin at the first lane of a warp.
/// \param thread_bytes  of scratch, for each thread
template <class Kernel>
void launch_groups(Kernel const& kernel, std::size_t groups, int vector_length,
                   std::size_t thread_bytes = 0) {
  if (groups == 0) return;
  int const wanted = 4;
  auto const policy = [&](int league, int team_size) {
    return LanePolicy(league, team_size, vector_length)
        .set_scratch_size(0, Kokkos::PerThread(static_cast<int>(thread_bytes)));
  };
  int const team_size =
      std::max(1, std::min(wanted, policy(1, 1).team_size_max(kernel, Kokkos::ParallelForTag())));
  auto const league = static_cast<int>((groups + team_size - 1) / team_size);
  Kokkos::parallel_for("lane test", policy(league, team_size), kernel);
  Exec().fence();
}

/// The index of this thread's lane group among the groups of all teams.
KOKKOS_INLINE_FUNCTION std::size_t group_of(LaneMember const& member) {
  return static_cast<std::size_t>(member.league_rank()) * member.team_size() + member.team_rank();
}

/// Every group of W lanes scans its own W elements; the last group may be partial, padded by the
/// identity.
template <ScanMode Mode, int W, class Op>
struct ScanGroups {
  using T = typename Op::value_type;
  Kokkos::View<T const*, Memory> in;
  Array<T> out, totals, reductions;
  Op op;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    lane::Group<LaneMember, W> const lanes(member);
    std::size_t const group = group_of(member);
    std::size_t const first = group * W;
    if (first >= in.extent(0)) return;
    auto const x = lanes.generate(
        [&](int lane) { return first + lane < in.extent(0) ? in(first + lane) : op.identity(); });
    T total;
    auto const y = scan(lanes, x, total);
    T const reduction = lane::reduce(lanes, x, op);
    lanes.for_each(y, [&](int lane, T const& element) {
      if (first + lane < in.extent(0)) out(first + lane) = element;
      // Every lane has the same total: the last lane stores it.
      if (lane == W - 1) {
        totals(group) = total;
        reductions(group) = reduction;
      }
    });
  }

  template <class Lanes, class Value>
  KOKKOS_FUNCTION Value scan(Lanes const& lanes, Value const& x, T& total) const {
    if constexpr (Mode == ScanMode::inclusive) {
      return lane::inclusive_scan<LaneScan::shuffle>(lanes, x, op, total);
    } else {
      return lane::exclusive_scan<LaneScan::shuffle>(lanes, x, op, total);
    }
  }
};

template <ScanMode Mode, int W, class Op>
void check_groups(std::vector<typename Op::value_type> const& input, Op const& op) {
  using T = typename Op::value_type;
  if constexpr (has_lanes<W>) {
    std::size_t const n = input.size(), groups = (n + W - 1) / W;
    SCOPED_TRACE(std::to_string(W) + " lanes, n = " + std::to_string(n) + ", " +
                 KokkosScan::name(Mode));
    std::vector<T> expected, totals;
    for (std::size_t first = 0; first < n; first += W) {
      std::vector<T> const part(input.begin() + first, input.begin() + std::min(first + W, n));
      auto const scan = Mode == ScanMode::inclusive ? reference::inclusive_scan(part, op)
                                                    : reference::exclusive_scan(part, op);
      expected.insert(expected.end(), scan.begin(), scan.end());
      totals.push_back(reference::inclusive_scan(part, op).back());
    }
    GuardedArray<T> const in(input, 1), out(n, 1), total(groups), reduction(groups);
    launch_groups(
        ScanGroups<Mode, W, Op>{in.const_view(), out.view(), total.view(), reduction.view(), op},
        groups, W);
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(total.holds(totals)) << "totals";
    EXPECT_TRUE(reduction.holds(totals)) << "butterfly reduction";
  }
}

/// One thread scans a range of any length; every lane stores the combination of all elements in
/// `totals`.
template <LaneScan V, ScanMode Mode, int W, class Op, class In, class Out>
struct ScanRange {
  using T = typename Op::value_type;
  In in;
  Out out;
  Array<T> total;
  Op op;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    if (member.league_rank() != 0 || member.team_rank() != 0) return;
    lane::Group<LaneMember, W> const lanes(member);
    T sum;
    if constexpr (Mode == ScanMode::inclusive) {
      lane::inclusive_scan<V>(lanes, in, out, op, sum);
    } else {
      lane::exclusive_scan<V>(lanes, in, out, op, sum);
    }
    Kokkos::single(Kokkos::PerThread(member), SetTotal{total, sum});
  }

  struct SetTotal {
    Array<T> const& total;
    T const& sum;
    KOKKOS_FUNCTION void operator()() const { total(0) = sum; }
  };
};

template <LaneScan V, ScanMode Mode, int W, class Op>
void check_range(std::vector<typename Op::value_type> const& input, Op const& op) {
  using T = typename Op::value_type;
  if constexpr (has_lanes<W>) {
    std::size_t const n = input.size();
    SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + std::to_string(W) +
                 " lanes, n = " + std::to_string(n) + ", " + KokkosScan::name(Mode));
    auto const expected = Mode == ScanMode::inclusive ? reference::inclusive_scan(input, op)
                                                      : reference::exclusive_scan(input, op);
    std::vector<T> const sum{reference::exclusive_scan_with_total(input, op, op.identity()).back()};
    GuardedArray<T> const in(input, 1), out(n, 3), total(1), in_place_total(1);
    using Kernel = ScanRange<V, Mode, W, Op, Kokkos::View<T const*, Memory>, Array<T>>;
    launch_groups(Kernel{in.const_view(), out.view(), total.view(), op}, 1, W);
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(total.holds(sum)) << "total";
    EXPECT_TRUE(in.holds(input)) << "the input was changed";
    launch_groups(Kernel{in.const_view(), in.view(), in_place_total.view(), op}, 1, W);
    EXPECT_TRUE(in.holds(expected)) << "in place";
    EXPECT_TRUE(in_place_total.holds(sum)) << "total, in place";
  }
}

/// Sizes around one and several groups of W lanes.
inline std::vector<std::size_t> lane_sizes(std::size_t w) {
  return {0, 1, 2, w - 1, w, w + 1, 2 * w, 3 * w - 1, 5 * w + 1, 1009};
}

}  // namespace KokkosScanTest
