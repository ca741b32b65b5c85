// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Kernels that scan segments or runs of keys with one team, one value per thread or a range,
/// against the oracle.

#include <gtest/gtest.h>

#include <KokkosScan/team/scan_by_key.hpp>
#include <KokkosScan/team/segmented_scan.hpp>

#include "counting_operator.hpp"
#include "segments.hpp"
#include "team_drivers.hpp"

namespace KokkosScanTest {

/// What says where segments start.
enum class Cut { by_heads, by_keys };

template <Cut C, class Key, class T>
std::size_t segmented_bytes(int team_size) {
  if constexpr (C == Cut::by_keys)
    return team::scan_by_key_scratch_bytes<Key, T>(team_size);
  else
    return team::segmented_scan_scratch_bytes<T>(team_size);
}

inline std::string describe(TeamScan variant, Team const& policy, int vector_length, std::size_t n,
                            std::size_t segments) {
  return std::string(KokkosScan::name(variant)) + ", teams of " +
         std::to_string(policy.team_size()) + " x " + std::to_string(vector_length) +
         ", n = " + std::to_string(n) + ", segments: " + std::to_string(segments);
}

/// Thread r of team t contributes element t * team_size + r, or the identity past the last element.
/// \tparam Key  of keys; of flags, int
template <TeamScan V, int Threads, Cut C, class Key, class Op>
struct SegmentedValues {
  using T = typename Op::value_type;
  Kokkos::View<T const*, Memory> in;
  Kokkos::View<Key const*, Memory> cuts;
  Array<T> inclusive, exclusive, last_totals;
  Op op;

  struct Write {
    SegmentedValues const& kernel;
    std::size_t i;
    T const &inclusive, &exclusive, &last_total;
    KOKKOS_FUNCTION void operator()() const {
      if (i < kernel.in.extent(0)) {
        kernel.inclusive(i) = inclusive;
        kernel.exclusive(i) = exclusive;
      }
      // Every thread must have the same total: each stores its own.
      kernel.last_totals(i) = last_total;
    }
  };

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const i =
        static_cast<std::size_t>(member.league_rank()) * member.team_size() + member.team_rank();
    T const x = i < in.extent(0) ? in(i) : T(op.identity());
    Key const cut = i < in.extent(0) ? cuts(i) : Key{};
    // Calls in a row: the second must not read what the first left in scratch.
    T last = op.identity();
    T const upto = inclusive_of(member, cut, x);
    T const before = exclusive_of(member, cut, x, last);
    Kokkos::single(Kokkos::PerThread(member), Write{*this, i, upto, before, last});
  }

  KOKKOS_FUNCTION T inclusive_of(Member const& member, Key const& cut, T const& x) const {
    if constexpr (C == Cut::by_keys)
      return team::inclusive_scan_by_key<V, Threads>(member, cut, x, op);
    else
      return team::segmented_inclusive_scan<V, Threads>(member, x, cut != 0, op);
  }
  KOKKOS_FUNCTION T exclusive_of(Member const& member, Key const& cut, T const& x, T& last) const {
    if constexpr (C == Cut::by_keys) {
      return team::exclusive_scan_by_key<V, Threads>(member, cut, x, op);
    } else {
      T inclusive_last;
      T const upto =
          team::segmented_inclusive_scan<V, Threads>(member, x, cut != 0, op, inclusive_last);
      T const before = team::segmented_exclusive_scan<V, Threads>(member, x, cut != 0, op, last);
      if (!(last == inclusive_last)) return upto;  // wrong
      return before;
    }
  }
};

template <TeamScan V, Cut C, int Threads = any_team_size, class Key, class Op>
void check_segmented_values(std::vector<typename Op::value_type> const& input,
                            std::vector<std::size_t> const& offsets, std::vector<Key> const& cuts,
                            Op const& op, int wanted, int vector_length = 1) {
  using T = typename Op::value_type;
  using Kernel = SegmentedValues<V, Threads, C, Key, Op>;
  auto const policy = [&](Kernel const& kernel, int league) {
    return make_policy_of(kernel, league, wanted, vector_length, segmented_bytes<C, Key, T>);
  };
  std::size_t const n = input.size();
  auto const empty = Kernel{{}, {}, {}, {}, {}, op};
  auto const size = static_cast<std::size_t>(policy(empty, 1).team_size());
  if (n == 0 || !is_promised<Threads>(static_cast<int>(size))) return;
  std::size_t const league = (n + size - 1) / size;
  SCOPED_TRACE(describe(V, policy(empty, 1), vector_length, n, offsets.size() - 1));
  std::vector<int> const flags = flags_of(offsets);
  std::vector<T> inclusive, exclusive, totals;
  for (std::size_t first = 0; first < n; first += size) {
    std::size_t const last = std::min(first + size, n);
    std::vector<T> const part(&input[first], &input[first] + (last - first));
    auto const own = offsets_within(flags, first, last);
    auto const upto = reference::segmented_inclusive_scan(part, own, op);
    auto const before = reference::segmented_exclusive_scan(part, own, op, T(op.identity()));
    inclusive.insert(inclusive.end(), upto.begin(), upto.end());
    exclusive.insert(exclusive.end(), before.begin(), before.end());
    totals.insert(totals.end(), size, C == Cut::by_keys ? T(op.identity()) : upto.back());
  }
  GuardedArray<T> const in(input, 1), upto(n, 1), before(n), last_totals(totals.size());
  GuardedArray<Key> const cut(cuts);
  Kernel const kernel{in.const_view(), cut.const_view(),   upto.view(),
                      before.view(),   last_totals.view(), op};
  Kokkos::parallel_for("team test", policy(kernel, static_cast<int>(league)), kernel);
  EXPECT_TRUE(upto.holds(inclusive)) << "inclusive";
  EXPECT_TRUE(before.holds(exclusive)) << "exclusive";
  EXPECT_TRUE(last_totals.holds(totals)) << "totals of the last segments, thread by thread";
}

/// Every team scans its own row of a table; all rows are cut alike.
/// \tparam Cuts  a View of offsets or of keys
template <TeamScan V, ScanMode Mode, int Threads, Cut C, class Cuts, class Op, class TableIn,
          class TableOut>
struct SegmentedRows {
  TableIn in;
  Cuts cuts;
  TableOut out;
  Op op;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const x = Kokkos::subview(in, member.league_rank(), Kokkos::ALL);
    auto const y = Kokkos::subview(out, member.league_rank(), Kokkos::ALL);
    constexpr bool is_inclusive = Mode == ScanMode::inclusive;
    if constexpr (C == Cut::by_keys && is_inclusive)
      team::inclusive_scan_by_key<V, Threads>(member, cuts, x, y, op);
    else if constexpr (C == Cut::by_keys)
      team::exclusive_scan_by_key<V, Threads>(member, cuts, x, y, op);
    else if constexpr (is_inclusive)
      team::segmented_inclusive_scan<V, Threads>(member, x, cuts, y, op);
    else
      team::segmented_exclusive_scan<V, Threads>(member, x, cuts, y, op);
  }
};

/// \param rows     elements of all rows
/// \param offsets  of the segments of each row, all its elements in one of them
/// \param cuts     a View of them or of keys, as the call takes
template <TeamScan V, ScanMode Mode, Cut C, int Threads = any_team_size, class Cuts, class Op>
void check_segmented_rows(std::vector<typename Op::value_type> const& input, std::size_t rows,
                          std::vector<std::size_t> const& offsets, Cuts const& cuts, Op const& op,
                          int wanted, int vector_length = 1) {
  using T = typename Op::value_type;
  std::size_t const n = input.size() / rows;
  using Out = Kokkos::View<T**, Kokkos::LayoutRight, Memory>;
  using In = Kokkos::View<T const**, Kokkos::LayoutRight, Memory>;
  using Kernel = SegmentedRows<V, Mode, Threads, C, Cuts, Op, In, Out>;
  std::vector<T> expected;
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<T> const part(input.data() + row * n, input.data() + (row + 1) * n);
    auto const scan =
        Mode == ScanMode::inclusive
            ? reference::segmented_inclusive_scan(part, offsets, op)
            : reference::segmented_exclusive_scan(part, offsets, op, T(op.identity()));
    expected.insert(expected.end(), scan.begin(), scan.end());
  }
  GuardedArray<T> const in(input, 1), out(rows * n, 3);
  In const in_table(in.view().data(), rows, n);
  Out const in_place(in.view().data(), rows, n), out_table(out.view().data(), rows, n);
  Kernel const kernel{in_table, cuts, out_table, op}, kernel_in_place{in_table, cuts, in_place, op};
  auto const policy = make_policy_of(kernel, static_cast<int>(rows), wanted, vector_length,
                                     team::segmented_scan_scratch_bytes<T>);
  if (!is_promised<Threads>(policy.team_size())) return;
  SCOPED_TRACE(std::string(KokkosScan::name(Mode)) + ", " +
               describe(V, policy, vector_length, n, offsets.size() - 1));
  Kokkos::parallel_for("team test", policy, kernel);
  EXPECT_TRUE(out.holds(expected));
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
  Kokkos::parallel_for("team test", policy, kernel_in_place);
  EXPECT_TRUE(in.holds(expected)) << "in place";
}

}  // namespace KokkosScanTest
