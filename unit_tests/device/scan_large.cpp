// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "scan_drivers.hpp"

/// \file More than 2^31 elements. The normal run skips these tests: set KOKKOSSCAN_LARGE=1 (needs
/// 5 GB).

namespace KokkosScanTest {

constexpr std::size_t large = (std::size_t(1) << 31) + 12345;

struct One {
  KOKKOS_FUNCTION std::int64_t operator()(std::size_t) const { return 1; }
};

/// Checks each result instead of storing it, since the sum of ones up to i is known.
struct CompareWithIndex {
  Kokkos::View<std::int64_t, Memory> errors;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::int64_t sum) const {
    if (sum != static_cast<std::int64_t>(i) + 1) Kokkos::atomic_inc(errors.data());
  }
};

struct CountWrongBytes {
  Array<std::int8_t> sums;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::int64_t& errors) const {
    if (sums(i) != static_cast<std::int8_t>(i + 1)) ++errors;
  }
};

template <DeviceScan V>
void check_large_functors() {
  SCOPED_TRACE(describe(V, large));
  Kokkos::View<std::int64_t, Memory> const errors("errors");
  KokkosScan::scan(Exec(), large, One{}, KokkosScan::Sum<std::int64_t>{}, CompareWithIndex{errors},
                   ScanMode::inclusive, ScanOptions<V>{});
  std::int64_t count = -1;
  Kokkos::deep_copy(count, errors);
  EXPECT_EQ(count, 0);
}

template <DeviceScan V>
void check_large_bytes() {
  SCOPED_TRACE(describe(V, large));
  Array<std::int8_t> const array(Kokkos::view_alloc("array", Kokkos::WithoutInitializing), large);
  Kokkos::deep_copy(array, std::int8_t(1));
  KokkosScan::inclusive_scan(Exec(), array, array, KokkosScan::Sum<std::int8_t>{},
                             ScanOptions<V>{});
  std::int64_t errors = -1;
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>(0, large),
                          CountWrongBytes{array}, errors);
  EXPECT_EQ(errors, 0);
}

TEST(LargeScan, FunctorsOfMoreThanTwoToThe31) {
  if (!environment_flag("KOKKOSSCAN_LARGE")) GTEST_SKIP() << "set KOKKOSSCAN_LARGE=1";
  check_large_functors<DeviceScan::automatic>();
  check_large_functors<DeviceScan::hierarchical>();
  check_large_functors<DeviceScan::look_back>();
  check_large_functors<DeviceScan::fixed_look_back>();
  check_large_functors<DeviceScan::work_ahead>();
}

TEST(LargeScan, BytesInPlace) {
  if (!environment_flag("KOKKOSSCAN_LARGE")) GTEST_SKIP() << "set KOKKOSSCAN_LARGE=1";
  check_large_bytes<DeviceScan::automatic>();
  check_large_bytes<DeviceScan::parallel_scan>();
  check_large_bytes<DeviceScan::hierarchical>();
  check_large_bytes<DeviceScan::look_back>();
  check_large_bytes<DeviceScan::fixed_look_back>();
  check_large_bytes<DeviceScan::work_ahead>();
}

}  // namespace KokkosScanTest
