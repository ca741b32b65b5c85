// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include "scan_along_drivers.hpp"

namespace KokkosScanTest {

using Kokkos::LayoutLeft, Kokkos::LayoutRight;

template <class T, class Layout, class Op>
void check_type_along_both_axes(Op const& op, T const& init) {
  for (TableShape const& shape : table_shapes()) {
    check_along<0, T, Layout, Layout>(shape, op, init, ScanOptions<>{});
    check_along<1, T, Layout, Layout>(shape, op, init, ScanOptions<>{});
  }
}

TEST(ScanAlongTypes, KeepsTheOrderLayoutRight) {
  check_type_along_both_axes<Bicyclic, LayoutRight>(BicyclicProduct{}, Bicyclic{1, 3});
}

TEST(ScanAlongTypes, KeepsTheOrderLayoutLeft) {
  check_type_along_both_axes<Heisenberg, LayoutLeft>(HeisenbergProduct{}, Heisenberg{1, 2, 3});
}

/// In tiles on CPUs, without vectors.
TEST(ScanAlongTypes, LongRows) {
  check_along<1, Bicyclic, LayoutRight, LayoutRight>({3, (1u << 17) + 5}, BicyclicProduct{},
                                                     Bicyclic{1, 3}, ScanOptions<>{});
}

/// Four chains together take 96 bytes, for which lanes would have bank conflicts in scratch.
TEST(ScanAlongTypes, WideItems) {
  for (TableShape const& shape : {TableShape{5003, 4}, TableShape{301, 8}})
    check_along<0, Heisenberg, LayoutRight, LayoutRight>(shape, HeisenbergProduct{},
                                                         Heisenberg{1, 2, 3}, ScanOptions<>{});
}

TEST(ScanAlongTypes, ThreeBytes) {
  check_type_along_both_axes<Rgb, LayoutRight>(RgbSum{}, Rgb{1, 2, 3});
}

template <DeviceScan V, ScanPolicy P>
void check_variant_along() {
  SCOPED_TRACE(KokkosScan::name(V));
  for (TableShape const& shape :
       {TableShape{300, 301}, TableShape{40009, 3}, TableShape{2, 4099}}) {
    check_along<0, Bicyclic, LayoutRight, LayoutRight>(shape, BicyclicProduct{}, Bicyclic{1, 3},
                                                       ScanOptions<V, P>{});
  }
}

TEST(ScanAlongVariants, AskedFor) {
  check_variant_along<DeviceScan::hierarchical, tuned>();
  check_variant_along<DeviceScan::look_back, tuned>();
  check_variant_along<DeviceScan::fixed_look_back, tuned>();
  check_variant_along<DeviceScan::work_ahead, tuned>();
}

TEST(ScanAlongVariants, ManySmallTiles) {
  check_variant_along<DeviceScan::hierarchical, small_tiles>();
  check_variant_along<DeviceScan::look_back, small_tiles>();
  check_variant_along<DeviceScan::fixed_look_back, small_tiles>();
  check_variant_along<DeviceScan::work_ahead, small_tiles>();
}

}  // namespace KokkosScanTest
