// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <KokkosScan/predicates.hpp>

#include <cstdint>
#include <limits>

namespace KokkosScanTest {

using namespace KokkosScan;

/// Compares all six predicates with the results of a < b and a == b.
template <class X, class T>
void expect_compares(X x, T pivot, bool is_less, bool is_equal) {
  SCOPED_TRACE(::testing::Message() << +x << " with pivot " << +pivot);
  EXPECT_EQ(LessThan{pivot}(x), is_less);
  EXPECT_EQ(LessEqual{pivot}(x), is_less || is_equal);
  EXPECT_EQ(GreaterThan{pivot}(x), !is_less && !is_equal);
  EXPECT_EQ(GreaterEqual{pivot}(x), !is_less);
  EXPECT_EQ(EqualTo{pivot}(x), is_equal);
  EXPECT_EQ(NotEqualTo{pivot}(x), !is_equal);
}

TEST(Predicates, SameTypes) {
  expect_compares(1, 2, true, false);
  expect_compares(2, 2, false, true);
  expect_compares(2.5f, -2.5f, false, false);
}

/// The element is not converted to the pivot's type.
TEST(Predicates, ValuesOfOtherTypes) {
  expect_compares(0.5, 0, false, false);
  expect_compares(-0.5, 0, true, false);
  expect_compares(3, 2.5f, false, false);
  expect_compares(std::int64_t(1) << 40, 0, false, false);
  expect_compares(200, std::int8_t(-56), false, false);
}

TEST(Predicates, SignedAndUnsigned) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  expect_compares(0u, -1, false, false);
  expect_compares(-1, 0u, true, false);
  expect_compares(most, std::int64_t(-1), false, false);
  expect_compares(std::int8_t(-1), most, true, false);
  expect_compares(std::uint8_t(255), std::int8_t(-1), false, false);
  expect_compares(7u, std::int64_t(7), false, true);
  expect_compares(true, 1, false, true);
}

TEST(Predicates, NaN) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(LessThan{nan}(1.0f) || LessEqual{nan}(1.0f) || GreaterThan{nan}(1.0f) ||
               GreaterEqual{nan}(1.0f) || EqualTo{nan}(nan));
  EXPECT_TRUE(NotEqualTo{nan}(nan));
}

}  // namespace KokkosScanTest
