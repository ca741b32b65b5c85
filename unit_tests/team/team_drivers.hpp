// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Kernels that scan with one team, one value per thread or a range, against the oracle.

#include <gtest/gtest.h>

#include <KokkosScan/team/scan.hpp>
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

using KokkosScan::any_team_size;
using KokkosScan::ScanMode;
using KokkosScan::TeamScan;
namespace team = KokkosScan::team;

using Team = Kokkos::TeamPolicy<Exec>;
using Member = Team::member_type;

/// TeamScan::parallel_scan is Kokkos' own nested scan, which supports only the sum.
template <class Op>
inline constexpr bool is_sum = false;
template <class T>
inline constexpr bool is_sum<KokkosScan::Sum<T>> = true;

/// The wanted team sizes (powers of two, their neighbors, odd sizes) that the space allows. A
/// kernel that allows only fewer threads gets fewer.
inline std::vector<int> possible_team_sizes(std::vector<int> const& wanted = {1, 2, 3, 4, 5, 7, 8,
                                                                              31, 32, 33, 64, 100,
                                                                              127, 256}) {
  int const most = on_host ? Exec().concurrency() : 1024;
  std::vector<int> sizes;
  for (int const size : wanted) {
    if (size <= most) sizes.push_back(size);
  }
  return sizes;
}

/// \param bytes_of  level-0 scratch of a team, by its size
template <class Kernel, class BytesOf>
Team make_policy_of(Kernel const& kernel, int league, int wanted, int vector_length,
                    BytesOf const& bytes_of) {
  auto const policy = [&](int threads, int room) {
    return Team(league, threads, vector_length)
        .set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes_of(room))));
  };
  int const most = policy(1, wanted).team_size_max(kernel, Kokkos::ParallelForTag());
  int const size = std::max(1, std::min(wanted, most));
  return policy(size, size);
}
template <class T, class Kernel>
Team make_policy(Kernel const& kernel, int league, int wanted, int vector_length) {
  return make_policy_of(kernel, league, wanted, vector_length, team::scan_scratch_bytes<T>);
}

/// On GPUs, Kokkos' own team scan requires one lane per thread and a power of two of threads.
template <TeamScan V>
bool is_supported_team(int vector_length) {
  return V != TeamScan::parallel_scan || on_host || vector_length == 1;
}
template <TeamScan V>
int supported_team_size(int wanted) {
  if (V != TeamScan::parallel_scan || on_host) return wanted;
  int size = 1;
  while (2 * size <= wanted) size *= 2;
  return size;
}

/// On a GPU a team must have the size that its kernel was compiled for; a kernel may not allow that
/// many threads.
template <int Threads>
bool is_promised(int team_size) {
  return on_host || Threads == any_team_size || team_size == Threads;
}

/// Thread r of team t contributes element t * team_size + r, or the identity past the last element.
template <TeamScan V, ScanMode Mode, int Threads, class Op>
struct ScanValues {
  using T = typename Op::value_type;
  Kokkos::View<T const*, Memory> in;
  Array<T> out, totals, plain;
  Op op;

  struct Write {
    ScanValues const& kernel;
    std::size_t i;
    std::size_t slot;
    T const& result;
    T const& repeated;
    T const& total;
    KOKKOS_FUNCTION void operator()() const {
      if (i < kernel.out.extent(0)) {
        kernel.out(i) = result;
        kernel.plain(i) = repeated;
      }
      // Every thread must have the same total: each stores its own.
      kernel.totals(slot) = total;
    }
  };

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const i =
        static_cast<std::size_t>(member.league_rank()) * member.team_size() + member.team_rank();
    T const x = i < in.extent(0) ? in(i) : T(op.identity());
    // Two calls in a row: the second must not read what the first left in scratch.
    T total = x;  // the value and the total may be one variable
    T const result = with_total(member, total);
    T const repeated = without_total(member, x);
    Kokkos::single(Kokkos::PerThread(member), Write{*this, i, i, result, repeated, total});
  }

  KOKKOS_FUNCTION T with_total(Member const& member, T& total) const {
    if constexpr (Mode == ScanMode::inclusive) {
      return team::inclusive_scan<V, Threads>(member, total, op, total);
    } else {
      return team::exclusive_scan<V, Threads>(member, total, op, total);
    }
  }
  KOKKOS_FUNCTION T without_total(Member const& member, T const& x) const {
    if constexpr (Mode == ScanMode::inclusive) {
      return team::inclusive_scan<V, Threads>(member, x, op);
    } else {
      return team::exclusive_scan<V, Threads>(member, x, op);
    }
  }
};

template <TeamScan V, ScanMode Mode, int Threads = any_team_size, class Op>
void check_values(std::vector<typename Op::value_type> const& input, Op const& op, int wanted,
                  int vector_length = 1) {
  using T = typename Op::value_type;
  if constexpr (V != TeamScan::parallel_scan || is_sum<Op>) {
    if (!is_supported_team<V>(vector_length)) return;
    wanted = supported_team_size<V>(wanted);
    std::size_t const n = input.size();
    using Kernel = ScanValues<V, Mode, Threads, Op>;
    auto const size =
        make_policy<T>(Kernel{{}, {}, {}, {}, op}, 1, wanted, vector_length).team_size();
    if (!is_promised<Threads>(size)) return;
    auto const league = static_cast<int>((n + size - 1) / size);
    SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + KokkosScan::name(Mode) + ", teams of " +
                 std::to_string(size) + " x " + std::to_string(vector_length) +
                 ", n = " + std::to_string(n));
    std::vector<T> expected, totals;
    for (std::size_t first = 0; first < n; first += size) {
      std::vector<T> const part(input.begin() + first, input.begin() + std::min(first + size, n));
      auto const scan = Mode == ScanMode::inclusive ? reference::inclusive_scan(part, op)
                                                    : reference::exclusive_scan(part, op);
      expected.insert(expected.end(), scan.begin(), scan.end());
      totals.insert(totals.end(), size, reference::inclusive_scan(part, op).back());
    }
    GuardedArray<T> const in(input, 1), out(n, 1), plain(n), total(totals.size());
    Kernel const kernel{in.const_view(), out.view(), total.view(), plain.view(), op};
    if (league > 0) {
      Kokkos::parallel_for("team test", make_policy<T>(kernel, league, wanted, vector_length),
                           kernel);
    }
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(plain.holds(expected)) << "the second call, without a total";
    EXPECT_TRUE(total.holds(totals)) << "totals, thread by thread";
  }
}

/// Every team scans its own row of a table of `rows` ranges.
template <TeamScan V, ScanMode Mode, int Threads, class Op, class TableIn, class TableOut>
struct ScanRows {
  using T = typename Op::value_type;
  TableIn in;
  TableOut out;
  Array<T> totals;
  Op op;

  struct Write {
    T& place;
    T const& total;
    KOKKOS_FUNCTION void operator()() const { place = total; }
  };

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const row = member.league_rank();
    auto const x = Kokkos::subview(in, row, Kokkos::ALL);
    auto const y = Kokkos::subview(out, row, Kokkos::ALL);
    T total = op.identity();
    if constexpr (Mode == ScanMode::inclusive) {
      team::inclusive_scan<V, Threads>(member, x, y, op, total);
    } else {
      team::exclusive_scan<V, Threads>(member, x, y, op, total);
    }
    Kokkos::single(Kokkos::PerTeam(member), Write{totals(row), total});
  }
};

template <TeamScan V, ScanMode Mode, int Threads = any_team_size, class Op>
void check_rows(std::size_t n, Op const& op, int wanted, int vector_length = 1) {
  using T = typename Op::value_type;
  if constexpr (V != TeamScan::parallel_scan || is_sum<Op>) {
    if (!is_supported_team<V>(vector_length)) return;
    wanted = supported_team_size<V>(wanted);
    constexpr std::size_t rows = 3;
    using Out = Kokkos::View<T**, Kokkos::LayoutRight, Memory>;
    using In = Kokkos::View<T const**, Kokkos::LayoutRight, Memory>;
    using Kernel = ScanRows<V, Mode, Threads, Op, In, Out>;
    auto const input = random_elements<T>(rows * n, n);
    std::vector<T> expected, totals;
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<T> const part(input.begin() + row * n, input.begin() + (row + 1) * n);
      auto const scan = Mode == ScanMode::inclusive ? reference::inclusive_scan(part, op)
                                                    : reference::exclusive_scan(part, op);
      expected.insert(expected.end(), scan.begin(), scan.end());
      totals.push_back(reference::exclusive_scan_with_total(part, op, op.identity()).back());
    }
    GuardedArray<T> const in(input, 1), out(rows * n, 3), total(rows), again(rows);
    In const in_table(in.view().data(), rows, n);
    Out const in_place(in.view().data(), rows, n), out_table(out.view().data(), rows, n);
    Kernel const kernel{in_table, out_table, total.view(), op},
        kernel_in_place{in_table, in_place, again.view(), op};
    auto const policy = make_policy<T>(kernel, rows, wanted, vector_length);
    if (!is_promised<Threads>(policy.team_size())) return;
    SCOPED_TRACE(std::string(KokkosScan::name(V)) + ", " + KokkosScan::name(Mode) + ", a team of " +
                 std::to_string(policy.team_size()) + " x " + std::to_string(vector_length) +
                 ", n = " + std::to_string(n));
    Kokkos::parallel_for("team test", policy, kernel);
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(total.holds(totals)) << "totals";
    EXPECT_TRUE(in.holds(input)) << "the input was changed";
    Kokkos::parallel_for("team test", policy, kernel_in_place);
    EXPECT_TRUE(in.holds(expected)) << "in place";
    EXPECT_TRUE(again.holds(totals)) << "totals, in place";
  }
}

}  // namespace KokkosScanTest
