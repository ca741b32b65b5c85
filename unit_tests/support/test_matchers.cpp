// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <string>
#include <vector>

#include "environment.hpp"
#include "errors.hpp"
#include "generators.hpp"
#include "matchers.hpp"
#include "rules.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

bool contains(::testing::AssertionResult const& result, std::string const& part) {
  return std::string(result.message()).find(part) != std::string::npos;
}

Array<int> iota(std::size_t n) {
  Array<int> const values("values", n);
  auto const mirror = Kokkos::create_mirror_view(values);
  for (std::size_t i = 0; i < n; ++i) mirror(i) = static_cast<int>(i);
  Kokkos::deep_copy(values, mirror);
  return values;
}

TEST(Matchers, EqualViewMatches) {
  EXPECT_TRUE(matches(iota(4), {0, 1, 2, 3}));
  EXPECT_TRUE(matches(iota(0), {}));
}

TEST(Matchers, MismatchNamesIndexExpectedActualAndSeed) {
  auto const result = matches(iota(4), {0, 1, 7, 3});
  EXPECT_FALSE(result);
  EXPECT_TRUE(contains(result, "1 of 4 entries differ")) << result.message();
  EXPECT_TRUE(contains(result, "at 2: expected 7, got 2")) << result.message();
  EXPECT_TRUE(contains(result, "KOKKOSSCAN_SEED=" + std::to_string(seed()))) << result.message();
}

TEST(Matchers, OnlyTheFirstMismatchesAreShown) {
  auto const result = matches(iota(100), std::vector<int>(100, -1));
  EXPECT_TRUE(contains(result, "100 of 100 entries differ")) << result.message();
  EXPECT_TRUE(contains(result, "at 4:")) << result.message();
  EXPECT_FALSE(contains(result, "at 5:")) << result.message();
}

TEST(Matchers, ExtentsAreCompared) {
  auto const result = matches(iota(3), {0, 1, 2, 3});
  EXPECT_FALSE(result);
  EXPECT_TRUE(contains(result, "extent 3, expected 4")) << result.message();
}

TEST(Matchers, SmallIntegersArePrintedAsNumbers) {
  EXPECT_TRUE(contains(equal_lists<std::int8_t>({65}, {66}), "expected 66, got 65"));
  EXPECT_TRUE(
      contains(equal_lists<Rgb>({{1, 2, 3}}, {{1, 2, 4}}), "expected {1, 2, 4}, got {1, 2, 3}"));
}

TEST(Matchers, StridedViewsAreRead) {
  GuardedArray<int> const array(std::vector<int>{4, 5, 6}, 1, 3);
  EXPECT_TRUE(matches(array.strided_view(), {4, 5, 6}));
}

TEST(Matchers, NearHonoursTheBoundAndRejectsNaN) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(near_lists<double>({1.0, 2.5}, {1.0L, 2.0L}, {0.0L, 0.5L}));
  EXPECT_FALSE(near_lists<double>({1.0, 2.6}, {1.0L, 2.0L}, {0.0L, 0.5L}));
  EXPECT_FALSE(near_lists<double>({nan}, {1.0L}, {10.0L}));
  EXPECT_FALSE(near_lists<double>({}, {1.0L}, {10.0L}));
}

TEST(Matchers, RejectsComparesTheText) {
  auto const complain = [] {
    throw std::invalid_argument("KokkosScan::f: out has extent 9, needs 10");
  };
  EXPECT_TRUE(rejects(complain, "f", "out ", {"9", "10"}));
  EXPECT_FALSE(rejects(complain, "g", "out "));
  EXPECT_FALSE(rejects(complain, "f", "in "));
  EXPECT_FALSE(rejects(complain, "f", "out ", {"11"}));
  EXPECT_FALSE(rejects([] {}, "f", "out "));
  EXPECT_FALSE(rejects([] { throw std::runtime_error("KokkosScan::f: out"); }, "f", "out"));
}

void overwrite(GuardedArray<int> const& array, std::ptrdiff_t at, int value) {
  Kokkos::View<int, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const entry(
      array.strided_view().data() + at);
  Kokkos::deep_copy(entry, value);
}

TEST(GuardedArray, StartsPoisoned) {
  for (std::size_t const stride : {1, 2}) {
    GuardedArray<int> const array(5, 3, stride);
    EXPECT_TRUE(array.is_untouched());
    overwrite(array, 0, 1);
    EXPECT_FALSE(array.is_untouched());
  }
}

TEST(GuardedArray, SentinelsOnBothSidesAreWatched) {
  std::vector<int> const values{1, 2, 3};
  for (std::ptrdiff_t const at : {-1, 3}) {
    GuardedArray<int> const array(values, 1);
    EXPECT_TRUE(array.holds(values));
    overwrite(array, at, 0);
    EXPECT_FALSE(array.holds(values));
  }
}

TEST(GuardedArray, SentinelsInsideAStrideAreWatched) {
  std::vector<int> const values{1, 2, 3};
  GuardedArray<int> const array(values, 0, 2);
  EXPECT_TRUE(array.holds(values));
  overwrite(array, 3, 0);
  EXPECT_FALSE(array.holds(values));
}

TEST(GuardedArray, OffsetMisaligns) {
  for (std::size_t const offset : {0, 1, 3}) {
    GuardedArray<std::int8_t> const array(100, offset);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.view().data()) % 16, offset);
  }
}

struct Square {
  KOKKOS_FUNCTION int operator()(std::size_t i) const { return static_cast<int>(i * i); }
};

TEST(Rules, NameTheFirstEntryThatDoesNotFollow) {
  auto const squares = written_by<int>(Square{}, 5);
  EXPECT_TRUE(matches(squares, {0, 1, 4, 9, 16}));
  EXPECT_TRUE(follows(squares, Square{}));
  EXPECT_TRUE(follows(Array<int>(), Square{}));
  auto const result = follows(iota(5), Square{});
  EXPECT_FALSE(result);
  EXPECT_TRUE(contains(result, "at 2 of 5: expected 4, got 2")) << result.message();
}

TEST(Generators, AreDeterministicAndSalted) {
  EXPECT_EQ(random_elements<int>(50, 3), random_elements<int>(50, 3));
  EXPECT_NE(random_elements<int>(50, 3), random_elements<int>(50, 4));
  auto const longer = random_elements<int>(60, 3);
  EXPECT_TRUE(equal_lists(random_elements<int>(50, 3),
                          std::vector<int>(longer.begin(), longer.begin() + 50)));
}

}  // namespace KokkosScanTest
