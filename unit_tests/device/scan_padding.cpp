// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include "counting_operator.hpp"
#include "scan_drivers.hpp"

namespace KokkosScanTest {

/// Every operand is the identity, an element, or a run of elements; every element is used once.
template <DeviceScan V, ScanPolicy P = tuned>
void check_operands(std::size_t n) {
  if constexpr (is_supported<V, Concatenate>) {
    SCOPED_TRACE((describe<V, P>(n)));
    Violations const violations("violations");
    Concatenate const op = counting_operator(violations);
    auto const input = unit_intervals(n);
    auto const expected = reference::inclusive_scan(input, Concatenate{});
    auto const exclusive =
        reference::exclusive_scan_with_total(input, Concatenate{}, Interval{0, 0});
    GuardedArray<Interval> const in(input), out(n), with_total(n + 1);
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), op, ScanOptions<V, P>{});
    EXPECT_TRUE(out.holds(expected));
    KokkosScan::exclusive_scan(Exec(), in.const_view(), with_total.view(), op, Interval{0, 0},
                               ScanOptions<V, P>{});
    EXPECT_TRUE(with_total.holds(exclusive));
    EXPECT_EQ(value_of(violations), 0)
        << "operands that are neither the identity nor runs of elements that touch";
  }
}

TEST(ScanOperands, NoPaddingEver) {
  for (std::size_t const n : all_sizes<Interval>()) {
    check_operands<DeviceScan::automatic>(n);
    check_operands<DeviceScan::parallel_scan>(n);
    check_operands<DeviceScan::hillis_steele>(n);
    check_operands<DeviceScan::hierarchical>(n);
    check_operands<DeviceScan::look_back>(n);
    check_operands<DeviceScan::fixed_look_back>(n);
    check_operands<DeviceScan::work_ahead>(n);
    check_operands<DeviceScan::hierarchical, small_tiles>(n);
    check_operands<DeviceScan::look_back, small_tiles>(n);
    check_operands<DeviceScan::fixed_look_back, small_tiles>(n);
    check_operands<DeviceScan::work_ahead, small_tiles>(n);
  }
}

}  // namespace KokkosScanTest
