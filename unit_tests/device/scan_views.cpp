// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

/// Strided input and output in combination with contiguous ones, and strided in place.
template <DeviceScan V, class T>
void check_strided(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  auto const input = random_elements<T>(n, n);
  auto const expected = reference::inclusive_scan(input, Sum<T>{});
  GuardedArray<T> const packed(input, 1), strided(input, 2, 3), packed_out(n, 3),
      strided_out(n, 0, 2);
  KokkosScan::inclusive_scan(Exec(), strided.strided_view(), packed_out.view(), Sum<T>{},
                             ScanOptions<V>{});
  EXPECT_TRUE(packed_out.holds(expected)) << "strided to packed";
  KokkosScan::inclusive_scan(Exec(), packed.view(), strided_out.strided_view(), Sum<T>{},
                             ScanOptions<V>{});
  EXPECT_TRUE(strided_out.holds(expected)) << "packed to strided";
  KokkosScan::inclusive_scan(Exec(), strided.strided_view(), strided.strided_view(), Sum<T>{},
                             ScanOptions<V>{});
  EXPECT_TRUE(strided.holds(expected)) << "strided in place";
}

TEST(ScanViews, Strided) {
  for (std::size_t const n : some_sizes<int>()) {
    check_strided<DeviceScan::automatic, int>(n);
    check_strided<DeviceScan::parallel_scan, int>(n);
    check_strided<DeviceScan::hillis_steele, double>(n);
    check_strided<DeviceScan::hierarchical, double>(n);
    check_strided<DeviceScan::look_back, int>(n);
    check_strided<DeviceScan::work_ahead, int>(n);
  }
}

/// Starts at various offsets from a 16-byte word, separately for input and output.
template <DeviceScan V, class T>
void check_every_misalignment(std::size_t n) {
  auto const input = random_elements<T>(n, n);
  auto const expected = reference::inclusive_scan(input, Sum<T>{});
  for (std::size_t const offset : {0, 1, 3, 4, 7, 8, 11, 12, 16}) {
    SCOPED_TRACE(describe(V, n) + ", offset " + std::to_string(offset));
    GuardedArray<T> const in(input, offset), aligned(input), out(n, offset), aligned_out(n);
    KokkosScan::inclusive_scan(Exec(), in.const_view(), aligned_out.view(), Sum<T>{},
                               ScanOptions<V>{});
    EXPECT_TRUE(aligned_out.holds(expected)) << "misaligned input";
    KokkosScan::inclusive_scan(Exec(), aligned.const_view(), out.view(), Sum<T>{},
                               ScanOptions<V>{});
    EXPECT_TRUE(out.holds(expected)) << "misaligned output";
    KokkosScan::inclusive_scan(Exec(), in.const_view(), in.view(), Sum<T>{}, ScanOptions<V>{});
    EXPECT_TRUE(in.holds(expected)) << "misaligned, in place";
  }
}

TEST(ScanViews, Misaligned) {
  for (std::size_t const n : {5u, 1000u, 20011u}) {
    check_every_misalignment<DeviceScan::hierarchical, std::int8_t>(n);
    check_every_misalignment<DeviceScan::look_back, std::int8_t>(n);
    check_every_misalignment<DeviceScan::work_ahead, std::int8_t>(n);
    check_every_misalignment<DeviceScan::hierarchical, float>(n);
    check_every_misalignment<DeviceScan::look_back, float>(n);
    check_every_misalignment<DeviceScan::work_ahead, float>(n);
    check_every_misalignment<DeviceScan::automatic, std::int64_t>(n);
  }
}

TEST(ScanViews, ColumnsOfATable) {
  std::size_t const rows = 3001, columns = 3;
  auto const input = random_elements<int>(rows, 1);
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> const table("table", rows, columns);
  auto const mirror = Kokkos::create_mirror_view(table);
  for (std::size_t i = 0; i < rows; ++i) mirror(i, 1) = input[i];
  Kokkos::deep_copy(table, mirror);
  auto const column = Kokkos::subview(table, Kokkos::ALL, 1),
             target = Kokkos::subview(table, Kokkos::ALL, 2);
  KokkosScan::inclusive_scan(Exec(), column, target);
  EXPECT_TRUE(matches(target, reference::inclusive_scan(input, Sum<int>{})));
  EXPECT_TRUE(matches(column, input));
}

TEST(ScanViews, UnmanagedAndLayoutLeft) {
  auto const input = random_elements<int>(1001, 2);
  GuardedArray<int> const in(input, 1), out(1001, 3);
  using Unmanaged =
      Kokkos::View<int*, Kokkos::LayoutLeft, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  KokkosScan::inclusive_scan(Exec(), in.const_view(), Unmanaged(out.view().data(), 1001));
  EXPECT_TRUE(out.holds(reference::inclusive_scan(input, Sum<int>{})));
}

TEST(ScanViews, EmptyViewsWithoutMemory) {
  Array<int> const in, out;
  EXPECT_NO_THROW(KokkosScan::inclusive_scan(Exec(), in, out));
  EXPECT_NO_THROW(KokkosScan::exclusive_scan(Exec(), in, out));
}

TEST(ScanViews, DefaultOperatorIsTheSum) {
  GuardedArray<int> const in(std::vector<int>{3, 1, 4}), out(3);
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view());
  EXPECT_TRUE(out.holds({3, 4, 8}));
  KokkosScan::inclusive_scan("a label", Exec(), out.view(), out.view());
  EXPECT_TRUE(out.holds({3, 7, 15}));
}

}  // namespace KokkosScanTest
