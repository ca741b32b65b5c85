// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/scan_along.hpp>
#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/segmented_scan.hpp>

#include "scan_drivers.hpp"
#include "segments.hpp"
#include "table.hpp"

/// \file Inclusive scans with an init: what precedes the first element, of every segment if there
/// are segments.

namespace KokkosScanTest {

using KokkosScan::Sum;

/// The result of a scan without an init, with the init in front.
template <class Op>
std::vector<typename Op::value_type> after(Op const& op, typename Op::value_type const& init,
                                           std::vector<typename Op::value_type> scanned) {
  for (auto& x : scanned) x = op(init, x);
  return scanned;
}

template <DeviceScan V, ScanPolicy P = tuned, class Op>
void check_init(std::size_t n, Op const& op, typename Op::value_type const& init) {
  if constexpr (is_supported<V, Op>) {
    SCOPED_TRACE((describe<V, P>(n)));
    using T = typename Op::value_type;
    auto const input = random_elements<T>(n, n);
    auto const expected = after(op, init, reference::inclusive_scan(input, op));
    GuardedArray<T> const in(input, misalignment(n)), out(n, misalignment(n + 3));
    ScanOptions<V, P> const options;
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), op, init, options);
    EXPECT_TRUE(out.holds(expected));
    KokkosScan::inclusive_scan(Exec(), in.const_view(), in.view(), op, init, options);
    EXPECT_TRUE(in.holds(expected)) << "in place";
  }
}

template <class Op>
void check_init_of_variants(Op const& op, typename Op::value_type const& init) {
  for (std::size_t const n : some_sizes<typename Op::value_type>()) {
    check_init<DeviceScan::automatic>(n, op, init);
    check_init<DeviceScan::parallel_scan>(n, op, init);
    check_init<DeviceScan::hillis_steele>(n, op, init);
    check_init<DeviceScan::hierarchical>(n, op, init);
    check_init<DeviceScan::look_back>(n, op, init);
    check_init<DeviceScan::fixed_look_back>(n, op, init);
    check_init<DeviceScan::work_ahead>(n, op, init);
    check_init<DeviceScan::hierarchical, small_tiles>(n, op, init);
    check_init<DeviceScan::work_ahead, small_tiles>(n, op, init);
  }
}

TEST(ScanInit, OfSums) { check_init_of_variants(Sum<int>{}, 42); }

/// The init is the left operand.
TEST(ScanInit, OfAnOperatorThatDoesNotCommute) {
  check_init_of_variants(HeisenbergProduct{}, Heisenberg{7, 11, 13});
}

TEST(ScanInit, PrecedesEverySegment) {
  Sum<int> const op;
  for (std::size_t const n : {0u, 1u, 100u, 5000u, 70001u}) {
    for (std::size_t const mean : {1u, 50u, 4000u}) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", segments of " + std::to_string(mean));
      auto const offsets = random_segments(n, mean);
      auto const keys = keys_of<short>(offsets);
      auto const input = random_elements<int>(n, n);
      GuardedArray<int> const in(input), out(n);
      GuardedArray<std::size_t> const segments(offsets);
      GuardedArray<short> const key(keys);
      KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), segments.const_view(),
                                           out.view(), op, 5);
      EXPECT_TRUE(out.holds(after(op, 5, reference::segmented_inclusive_scan(input, offsets, op))));
      KokkosScan::inclusive_scan_by_key(Exec(), key.const_view(), in.const_view(), out.view(), op,
                                        5);
      EXPECT_TRUE(out.holds(after(op, 5, reference::inclusive_scan_by_key(keys, input, op))));
    }
  }
}

template <int Axis, class Layout>
void check_init_along(std::size_t rows, std::size_t columns) {
  SCOPED_TRACE("axis " + std::to_string(Axis) + ", " + std::to_string(rows) + " x " +
               std::to_string(columns));
  Sum<int> const op;
  auto const input = random_elements<int>(rows * columns);
  GuardedTable<int, Layout> const in(rows, columns, input), out(rows, columns);
  KokkosScan::inclusive_scan_along<Axis>(Exec(), in.const_view(), out.view(), op, 5);
  EXPECT_TRUE(
      out.holds(after(op, 5, reference::inclusive_scan_along(Axis, rows, columns, input, op))));
}

/// One line, short lines, and lines that all threads of a CPU scan together.
TEST(ScanInit, PrecedesEveryLineOfATable) {
  for (auto const& [rows, columns] :
       std::vector<std::pair<std::size_t, std::size_t>>{{1, 300}, {33, 5}, {65537, 3}}) {
    check_init_along<0, Kokkos::LayoutRight>(rows, columns);
    check_init_along<1, Kokkos::LayoutRight>(rows, columns);
    check_init_along<0, Kokkos::LayoutLeft>(rows, columns);
    check_init_along<1, Kokkos::LayoutLeft>(rows, columns);
  }
}

TEST(ScanInit, ShorterForms) {
  GuardedArray<int> const in(std::vector<int>{3, 1, 4}), out(3);
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), Sum<int>{}, 10);
  EXPECT_TRUE(out.holds({13, 14, 18}));
  KokkosScan::inclusive_scan("a label", Exec(), in.const_view(), out.view(), 10, ScanOptions<>{});
  EXPECT_TRUE(out.holds({13, 14, 18}));
}

}  // namespace KokkosScanTest
