// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of so many rows that on GPUs of up to 134 multiprocessors the lanes of a thread scan each.
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include "scan_along_drivers.hpp"

namespace KokkosScanTest {

using Kokkos::LayoutLeft, Kokkos::LayoutStride;
using KokkosScan::Sum;

constexpr std::size_t rows = 8501;

/// Whole chunks of stripes, some stripes more, and parts of one; LayoutStride has gaps between
/// rows.
TEST(ScanAlongRows, WithGaps) {
  for (std::size_t const columns : {64, 97, 270})
    check_along<1, int, LayoutStride, LayoutStride>({rows, columns}, Sum<int>{}, 7,
                                                    ScanOptions<>{});
  check_along_in_place<1, int, LayoutStride>({rows, 97}, Sum<int>{});
}

TEST(ScanAlongRows, WithoutGapsInOrder) {
  for (std::size_t const length : {96, 131})
    check_along<0, Bicyclic, LayoutLeft, LayoutLeft>({length, rows}, BicyclicProduct{},
                                                     Bicyclic{1, 3}, ScanOptions<>{});
}

}  // namespace KokkosScanTest
