// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <KokkosScan/detail/lane_items.hpp>
#include <cstdint>

namespace KokkosScanTest {

using KokkosScan::detail::LaneItems;

/// Items keep their values, whether they are loaded with one access or set one by one in any order.
template <class T, int N>
void check_lane_items() {
  alignas(64) T in[N];
  for (int j = 0; j < N; ++j) in[j] = static_cast<T>(j % 2 == 0 ? j : -j);
  LaneItems<T, N> loaded, set;
  loaded.load(in);
  for (int j = N - 1; j >= 0; --j) set.set(j, static_cast<T>(1));
  for (int j = N - 1; j >= 0; --j) set.set(j, in[j]);
  for (int j = 0; j < N; ++j) {
    EXPECT_EQ(loaded[j], in[j]) << "item " << j << " of " << N << ", " << sizeof(T) << " bytes";
    EXPECT_EQ(set[j], in[j]) << "item " << j << " of " << N << ", " << sizeof(T) << " bytes";
  }
}

TEST(LaneItems, StayWhatTheyWere) {
  check_lane_items<bool, 4>();
  check_lane_items<std::int8_t, 2>();
  check_lane_items<std::int8_t, 4>();
  check_lane_items<std::int8_t, 16>();
  check_lane_items<std::uint8_t, 8>();
  check_lane_items<std::int16_t, 2>();
  check_lane_items<std::uint16_t, 8>();
  check_lane_items<float, 4>();
  check_lane_items<double, 2>();
  check_lane_items<std::int64_t, 1>();
}

}  // namespace KokkosScanTest
