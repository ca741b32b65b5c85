// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Kernels that scan segments or runs of keys with the vector lanes of one thread, against
/// the oracle.

#include <gtest/gtest.h>

#include <KokkosScan/lane/scan_by_key.hpp>
#include <KokkosScan/lane/segmented_scan.hpp>

#include "counting_operator.hpp"
#include "lane_drivers.hpp"
#include "segments.hpp"

namespace KokkosScanTest {

/// Every group of W lanes scans its own W elements, by flags and by keys; the last group may be
/// partial, padded by the identity.
template <int W, class Key, class Op>
struct SegmentedGroups {
  using T = typename Op::value_type;
  Kokkos::View<T const*, Memory> in;
  Kokkos::View<int const*, Memory> flags;
  Kokkos::View<Key const*, Memory> keys;
  Array<T> inclusive, exclusive, inclusive_by_key, exclusive_by_key;  // n
  Array<T> inclusive_with_total, exclusive_with_total;                // n
  Array<T> last_totals;                                               // two of a group
  Op op;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    lane::Group<LaneMember, W> const lanes(member);
    std::size_t const group = group_of(member), first = group * W, n = in.extent(0);
    if (first >= n) return;
    auto const x = lanes.generate(
        [&](int lane) { return first + lane < n ? in(first + lane) : T(op.identity()); });
    auto const flag =
        lanes.generate([&](int lane) { return first + lane < n && flags(first + lane) != 0; });
    auto const key = lanes.generate(
        [&](int lane) { return first + lane < n ? keys(first + lane) : keys(n - 1); });
    T last, last_of_exclusive;
    store(lanes, lane::segmented_inclusive_scan(lanes, x, flag, op, last), first,
          inclusive_with_total);
    store(lanes, lane::segmented_inclusive_scan(lanes, x, flag, op), first, inclusive);
    store(lanes, lane::segmented_exclusive_scan(lanes, x, flag, op), first, exclusive);
    store(lanes, lane::segmented_exclusive_scan(lanes, x, flag, op, last_of_exclusive), first,
          exclusive_with_total);
    store(lanes, lane::inclusive_scan_by_key(lanes, key, x, op), first, inclusive_by_key);
    store(lanes, lane::exclusive_scan_by_key(lanes, key, x, op), first, exclusive_by_key);
    lanes.for_each(x, [&](int lane, T const&) {
      // Every lane has the same totals: the first and the last one store them.
      if (lane == 0) last_totals(2 * group) = last;
      if (lane == W - 1) last_totals(2 * group + 1) = last_of_exclusive;
    });
  }

  template <class Lanes, class V>
  KOKKOS_FUNCTION void store(Lanes const& lanes, V const& y, std::size_t first,
                             Array<T> const& out) const {
    lanes.for_each(y, [&](int lane, T const& element) {
      if (first + lane < out.extent(0)) out(first + lane) = element;
    });
  }
};

template <int W, class Key, class Op>
void check_segmented_groups(std::vector<typename Op::value_type> const& input,
                            std::vector<int> const& flags, std::vector<Key> const& keys,
                            Op const& op) {
  using T = typename Op::value_type;
  if constexpr (has_lanes<W>) {
    std::size_t const n = input.size(), groups = (n + W - 1) / W;
    SCOPED_TRACE(std::to_string(W) + " lanes, n = " + std::to_string(n));
    std::vector<T> upto, before, totals;
    for (std::size_t first = 0; first < n; first += W) {
      std::size_t const last = std::min<std::size_t>(first + W, n);
      std::vector<T> const part(input.data() + first, input.data() + last);
      auto const own = offsets_within(flags, first, last);
      auto const inclusive = reference::segmented_inclusive_scan(part, own, op);
      auto const exclusive = reference::segmented_exclusive_scan(part, own, op, T(op.identity()));
      upto.insert(upto.end(), inclusive.begin(), inclusive.end());
      before.insert(before.end(), exclusive.begin(), exclusive.end());
      totals.insert(totals.end(), 2, inclusive.back());
    }
    GuardedArray<T> const in(input, 1);
    GuardedArray<int> const flag(flags);
    GuardedArray<Key> const key(keys);
    GuardedArray<T> const a(n, 1), b(n), c(n), d(n, 1), e(n), f(n), last_totals(2 * groups);
    launch_groups(SegmentedGroups<W, Key, Op>{in.const_view(), flag.const_view(), key.const_view(),
                                              a.view(), b.view(), c.view(), d.view(), e.view(),
                                              f.view(), last_totals.view(), op},
                  groups, W);
    EXPECT_TRUE(a.holds(upto)) << "inclusive";
    EXPECT_TRUE(b.holds(before)) << "exclusive";
    EXPECT_TRUE(c.holds(upto)) << "inclusive by key";
    EXPECT_TRUE(d.holds(before)) << "exclusive by key";
    EXPECT_TRUE(e.holds(upto)) << "inclusive with total";
    EXPECT_TRUE(f.holds(before)) << "exclusive with total";
    EXPECT_TRUE(last_totals.holds(totals)) << "totals of the last segments, two of each group";
  }
}

/// The forms of a call for a range.
enum class Form { inclusive, exclusive, inclusive_by_key, exclusive_by_key };

constexpr char const* name(Form form) {
  constexpr char const* names[] = {"inclusive", "exclusive", "inclusive by key",
                                   "exclusive by key"};
  return names[static_cast<int>(form)];
}

/// One thread scans a range of any length.
/// \tparam Cuts  a View of offsets or keys
template <Form F, int W, class Cuts, class Op, class In, class Out>
struct SegmentedRange {
  In in;
  Cuts cuts;
  Out out;
  Op op;

  KOKKOS_FUNCTION void operator()(LaneMember const& member) const {
    if (member.league_rank() != 0 || member.team_rank() != 0) return;
    lane::Group<LaneMember, W> const lanes(member);
    if constexpr (F == Form::inclusive)
      lane::segmented_inclusive_scan(lanes, in, cuts, out, op);
    else if constexpr (F == Form::exclusive)
      lane::segmented_exclusive_scan(lanes, in, cuts, out, op);
    else if constexpr (F == Form::inclusive_by_key)
      lane::inclusive_scan_by_key(lanes, cuts, in, out, op);
    else
      lane::exclusive_scan_by_key(lanes, cuts, in, out, op);
  }
};

/// \param offsets  of the segments
/// \param cuts     a View of them or of keys, as the call takes
template <Form F, int W, class Cuts, class Op>
void check_segmented_range(std::vector<typename Op::value_type> const& input,
                           std::vector<std::size_t> const& offsets, Cuts const& cuts,
                           Op const& op) {
  using T = typename Op::value_type;
  if constexpr (has_lanes<W>) {
    SCOPED_TRACE(std::string(name(F)) + ", " + std::to_string(W) +
                 " lanes, n = " + std::to_string(input.size()) +
                 ", segments: " + std::to_string(offsets.size() - 1));
    constexpr bool is_inclusive = F == Form::inclusive || F == Form::inclusive_by_key;
    auto const expected =
        is_inclusive ? reference::segmented_inclusive_scan(input, offsets, op)
                     : reference::segmented_exclusive_scan(input, offsets, op, T(op.identity()));
    GuardedArray<T> const in(input, 1), out(input.size(), 3, 2);
    launch_groups(SegmentedRange<F, W, Cuts, Op, Kokkos::View<T const*, Memory>,
                                 typename GuardedArray<T>::Strided>{in.const_view(), cuts,
                                                                    out.strided_view(), op},
                  1, W);
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(in.holds(input)) << "the input was changed";
    launch_groups(
        SegmentedRange<F, W, Cuts, Op, Kokkos::View<T const*, Memory>, Array<T>>{
            in.const_view(), cuts, in.view(), op},
        1, W);
    EXPECT_TRUE(in.holds(expected)) << "in place";
  }
}

}  // namespace KokkosScanTest
