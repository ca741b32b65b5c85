// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/vector.hpp>
#include <KokkosScan/operators.hpp>
#include <array>
#include <cstdint>

/// \file The value of a group of SIMD lanes: of a group that fills a register, and of one that does
/// not.

namespace KokkosScanTest {

using KokkosScan::detail::Vector;

template <class T, int W>
Vector<T, W> counting(int first) {
  Vector<T, W> x;
  for (int i = 0; i < W; ++i) x.set(i, static_cast<T>(first + i));
  return x;
}

template <class T, int W>
void check_vector() {
  auto const x = counting<T, W>(1), fill = Vector<T, W>(T(50));
  std::array<T, W> memory{};
  x.store(memory.data());
  auto const loaded = Vector<T, W>::load(memory.data());
  auto const sum = Vector<T, W>::map(KokkosScan::Sum<T>{}, x, fill);
  auto const up = x.template shifted_up<1>(fill);
  auto const half = x.template shifted_up<W / 2>(fill);
  for (int i = 0; i < W; ++i) {
    EXPECT_EQ(memory[i], static_cast<T>(1 + i));
    EXPECT_EQ(loaded[i], static_cast<T>(1 + i));
    EXPECT_EQ(fill[i], T(50));
    EXPECT_EQ(sum[i], static_cast<T>(51 + i));
    EXPECT_EQ(up[i], i < 1 ? T(50) : static_cast<T>(i));
    EXPECT_EQ(half[i], i < W / 2 ? T(50) : static_cast<T>(1 + i - W / 2));
  }
}

TEST(LaneVector, LoadsStoresMapsAndShifts) {
  check_vector<int, 4>();
  check_vector<float, 8>();
  check_vector<double, 2>();
  check_vector<std::int8_t, 16>();
  check_vector<std::int64_t, 64>();
  check_vector<std::int16_t, 2>();
}

TEST(LaneVector, AMaximumIsMappedLaneByLane) {
  auto const x = counting<int, 4>(0), y = Vector<int, 4>(2);
  auto const most = Vector<int, 4>::map(KokkosScan::Max<int>{}, x, y);
  EXPECT_EQ(most[0], 2);
  EXPECT_EQ(most[2], 2);
  EXPECT_EQ(most[3], 3);
}

}  // namespace KokkosScanTest
