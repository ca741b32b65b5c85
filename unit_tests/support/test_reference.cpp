// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <vector>

#include "generators.hpp"
#include "matchers.hpp"
#include "reference.hpp"
#include "types.hpp"

namespace KokkosScanTest {

struct Plus {
  using value_type = int;
  static constexpr bool is_commutative = true;
  int identity() const { return 0; }
  int operator()(int x, int y) const { return x + y; }
};

using Ints = std::vector<int>;

TEST(Reference, Scans) {
  Ints const in{3, 1, 4, 1, 5, 9};
  EXPECT_EQ(reference::inclusive_scan(in, Plus{}), (Ints{3, 4, 8, 9, 14, 23}));
  EXPECT_EQ(reference::exclusive_scan(in, Plus{}), (Ints{0, 3, 4, 8, 9, 14}));
  EXPECT_EQ(reference::exclusive_scan(in, Plus{}, 10), (Ints{10, 13, 14, 18, 19, 24}));
  EXPECT_EQ(reference::exclusive_scan_with_total(in, Plus{}, 10),
            (Ints{10, 13, 14, 18, 19, 24, 33}));
  EXPECT_EQ(reference::exclusive_scan_with_total(Ints{}, Plus{}, 10), (Ints{10}));
}

TEST(Reference, SegmentedScansStartAnew) {
  Ints const in{3, 1, 4, 1, 5, 9}, offsets{0, 0, 2, 2, 5, 6, 6};
  EXPECT_EQ(reference::segmented_inclusive_scan(in, offsets, Plus{}), (Ints{3, 4, 4, 5, 10, 9}));
  EXPECT_EQ(reference::segmented_exclusive_scan(in, offsets, Plus{}, 1), (Ints{1, 4, 1, 5, 6, 1}));
}

TEST(Reference, ScansByKeyStartAnewWhereTheKeyChanges) {
  Ints const in{3, 1, 4, 1, 5, 9}, keys{7, 7, 0, 7, 7, 7};
  EXPECT_EQ(reference::offsets_of_runs(keys), (std::vector<std::size_t>{0, 2, 3, 6}));
  EXPECT_EQ(reference::inclusive_scan_by_key(keys, in, Plus{}), (Ints{3, 4, 4, 1, 6, 15}));
  EXPECT_EQ(reference::exclusive_scan_by_key(keys, in, Plus{}, 2), (Ints{2, 5, 2, 2, 3, 8}));
  EXPECT_EQ(reference::inclusive_scan_by_key(Ints{}, Ints{}, Plus{}), Ints{});
}

TEST(Reference, ScansAlongBothAxes) {
  Ints const table{1, 2, 3, 4, 5, 6};  // two rows of three
  EXPECT_EQ(reference::inclusive_scan_along(0, 2, 3, table, Plus{}), (Ints{1, 2, 3, 5, 7, 9}));
  EXPECT_EQ(reference::inclusive_scan_along(1, 2, 3, table, Plus{}), (Ints{1, 3, 6, 4, 9, 15}));
  EXPECT_EQ(reference::exclusive_scan_along(0, 2, 3, table, Plus{}, 1), (Ints{1, 1, 1, 2, 3, 4}));
  EXPECT_EQ(reference::exclusive_scan_along(1, 2, 3, table, Plus{}, 1), (Ints{1, 2, 4, 1, 5, 10}));
}

/// Checks the identity on both sides and associativity, on random triples.
template <class Op>
void expect_monoid(Op const& op, std::vector<typename Op::value_type> const& x) {
  for (std::size_t i = 0; i + 2 < x.size(); ++i) {
    EXPECT_TRUE(op(op.identity(), x[i]) == x[i]);
    EXPECT_TRUE(op(x[i], op.identity()) == x[i]);
    EXPECT_TRUE(op(op(x[i], x[i + 1]), x[i + 2]) == op(x[i], op(x[i + 1], x[i + 2])));
  }
}

template <class Op>
bool commutes(Op const& op, std::vector<typename Op::value_type> const& x) {
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    if (!(op(x[i], x[i + 1]) == op(x[i + 1], x[i]))) return false;
  }
  return true;
}

TEST(TestMonoids, AreMonoids) {
  expect_monoid(RgbSum{}, random_elements<Rgb>(200));
  expect_monoid(HeisenbergProduct{}, random_elements<Heisenberg>(200));
  expect_monoid(Summarize{}, random_elements<Summary>(200));
  expect_monoid(BicyclicProduct{}, random_elements<Bicyclic>(200));
  expect_monoid(KeepLast<int>{}, sparse_elements<int>(200, 100, 2, KeepLast<int>::nothing));
}

TEST(TestMonoids, OnesCalledNonCommutativeAre) {
  EXPECT_FALSE(commutes(HeisenbergProduct{}, random_elements<Heisenberg>(200)));
  EXPECT_FALSE(commutes(BicyclicProduct{}, random_elements<Bicyclic>(200)));
  EXPECT_FALSE(commutes(KeepLast<int>{}, random_elements<int>(200)));
  EXPECT_TRUE(commutes(RgbSum{}, random_elements<Rgb>(200)));
  EXPECT_TRUE(commutes(Summarize{}, random_elements<Summary>(200)));
}

TEST(TestMonoids, ConcatenateSeesEveryTrespass) {
  int count = 0;
  Concatenate op;
  op.violations = decltype(op.violations)(&count);
  auto const x = unit_intervals(4);
  EXPECT_EQ(op(op(x[0], x[1]), op(x[2], x[3])), (Interval{0, 4}));
  EXPECT_EQ(op(op.identity(), x[2]), x[2]);
  EXPECT_EQ(op(x[2], op.identity()), x[2]);
  EXPECT_EQ(count, 0);
  EXPECT_EQ(op(x[0], x[2]), Concatenate::broken());  // an element left out
  EXPECT_EQ(op(x[1], x[0]), Concatenate::broken());  // swapped
  EXPECT_EQ(op(x[1], x[1]), Concatenate::broken());  // twice
  EXPECT_EQ(op(x[1], Interval{5, 5}), Concatenate::broken());
  EXPECT_EQ(op(Concatenate::broken(), op.identity()), Concatenate::broken());
  EXPECT_EQ(count, 5);
}

TEST(TestMonoids, SlowOperatorKeepsTheValue) {
  SlowOperator<BicyclicProduct> const op;
  auto const values = random_elements<Bicyclic>(100);
  auto const late = with_late_elements(values, 10, 50, 1);
  auto const sums = reference::inclusive_scan(values, BicyclicProduct{});
  auto const slow = reference::inclusive_scan(late, op);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(slow[i].value, sums[i]);
}

}  // namespace KokkosScanTest
