// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/arch.hpp>
#include <cstdint>
#include <limits>
#include <vector>

#include "generators.hpp"
#include "matchers.hpp"

namespace KokkosScanTest {

namespace arch = KokkosScan::detail::arch;

/// Checks every mask of the lanes that are compressed at once, if the target can do it.
template <class T>
void check_compress() {
  constexpr int lanes = arch::compress_lanes<T>;
  if constexpr (lanes > 0) {
    auto const from = random_elements<T>(lanes);
    for (unsigned mask = 0; mask < 1u << lanes; ++mask) {
      std::vector<T> expected;
      for (int j = 0; j < lanes; ++j)
        if (mask >> j & 1u) expected.push_back(from[j]);
      std::vector<T> to(lanes);
      ASSERT_EQ(arch::compress(to.data(), from.data(), mask), expected.size()) << "mask " << mask;
      to.resize(expected.size());
      ASSERT_TRUE(equal_lists(to, expected)) << "mask " << mask;
    }
  }
}
TEST(Compress, EveryMask) {
  if (arch::compress_lanes<float> == 0) GTEST_SKIP() << "the target has no compress instructions";
  check_compress<std::uint8_t>();
  check_compress<std::int16_t>();
  check_compress<std::uint32_t>();
  check_compress<float>();
  check_compress<std::int64_t>();
  check_compress<double>();
}

/// Checks masks of 16 numbers, if the target can do it.
template <class Number>
void check_where_equal() {
  if constexpr (arch::compress_lanes<std::uint32_t> > 0) {
    for (unsigned seed = 0; seed < 100; ++seed) {
      Number class_of[16];
      unsigned expected[3] = {};
      for (unsigned j = 0; j < 16; ++j) {
        class_of[j] = static_cast<Number>(random_bits(seed, j) % 3);
        expected[class_of[j]] |= 1u << j;
      }
      for (Number c = 0; c < 3; ++c)
        EXPECT_EQ(arch::where_equal(class_of, c), expected[c])
            << "class " << +c << " seed " << seed;
    }
  }
}
TEST(Compress, WhereEqual) {
  if (arch::compress_lanes<std::uint32_t> == 0)
    GTEST_SKIP() << "the target has no compress instructions";
  check_where_equal<std::uint8_t>();
  check_where_equal<std::uint16_t>();
  check_where_equal<std::uint32_t>();
}

/// Checks masks of 16 flags, if the target makes them.
template <class Flag>
void check_where_set(Flag set) {
  if constexpr (arch::has_mask<Flag>) {
    for (unsigned mask = 0; mask < 1u << 16; mask += 7) {
      Flag flags[16];
      for (int j = 0; j < 16; ++j) flags[j] = (mask >> j & 1u) != 0 ? set : Flag(0);
      ASSERT_EQ(arch::where_set(flags), mask);
    }
  }
}
TEST(Compress, WhereFlagsAreSet) {
  if (!arch::has_mask<int>) GTEST_SKIP() << "the target does not make masks of flags";
  check_where_set<bool>(true);
  check_where_set<char>(-128);
  check_where_set<std::uint8_t>(1);
  check_where_set<int>(std::numeric_limits<int>::min());
  check_where_set<unsigned>(256);
}

}  // namespace KokkosScanTest
