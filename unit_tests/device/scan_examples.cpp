// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/hillis_steele_step.hpp>
#include <KokkosScan/device/scan_along.hpp>
#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/device/segmented_scan.hpp>
#include <KokkosScan/operators.hpp>
#include <numeric>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

using Ints = std::vector<int>;

template <DeviceScan V>
void expect_example(Ints const& input, Ints const& expected) {
  SCOPED_TRACE(describe(V, input.size()));
  GuardedArray<int> const in(input), out(input.size());
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), KokkosScan::Sum<int>{},
                             ScanOptions<V>{});
  EXPECT_TRUE(out.holds(expected));
}

void expect_example_in_all_variants(Ints const& input, Ints const& expected) {
  expect_example<DeviceScan::automatic>(input, expected);
  expect_example<DeviceScan::parallel_scan>(input, expected);
  expect_example<DeviceScan::hillis_steele>(input, expected);
  expect_example<DeviceScan::hierarchical>(input, expected);
  expect_example<DeviceScan::look_back>(input, expected);
  expect_example<DeviceScan::work_ahead>(input, expected);
}

TEST(WorkedExamples, SixElements) {
  expect_example_in_all_variants({3, 1, 4, 1, 5, 9}, {3, 4, 8, 9, 14, 23});
}

TEST(WorkedExamples, ZeroToSeven) {
  expect_example_in_all_variants({0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 3, 6, 10, 15, 21, 28});
}

TEST(WorkedExamples, FiveElementsByManyLaunches) {
  expect_example<DeviceScan::hillis_steele>({1, 4, 7, 1, 3}, {1, 5, 12, 13, 16});
}

/// Options as the last argument, with and without the operator and the initial value.
TEST(WorkedExamples, OptionsAlone) {
  GuardedArray<int> const in(Ints{1, 4, 7, 1, 3}), out(5), keys(Ints{1, 1, 2, 2, 2}),
      offsets(Ints{0, 2, 5});
  KokkosScan::Workspace<Exec> workspace{Exec()};
  auto const options = ScanOptions<>{}.with(workspace);
  KokkosScan::Sum<int> const op;
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), options);
  EXPECT_TRUE(out.holds({1, 5, 12, 13, 16}));
  KokkosScan::exclusive_scan("label", Exec(), in.const_view(), out.view(), options);
  EXPECT_TRUE(out.holds({0, 1, 5, 12, 13}));
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), op, options);
  EXPECT_TRUE(out.holds({0, 1, 5, 12, 13}));
  KokkosScan::inclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view(),
                                    options);
  EXPECT_TRUE(out.holds({1, 5, 7, 8, 11}));
  KokkosScan::exclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view(),
                                    options);
  EXPECT_TRUE(out.holds({0, 1, 0, 7, 8}));
  KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), offsets.const_view(), out.view(),
                                       options);
  EXPECT_TRUE(out.holds({1, 5, 7, 8, 11}));
  KokkosScan::segmented_exclusive_scan(Exec(), in.const_view(), offsets.const_view(), out.view(),
                                       op, options);
  EXPECT_TRUE(out.holds({0, 1, 0, 7, 8}));
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> const table(out.view().data(), 5, 1);
  KokkosScan::inclusive_scan_along<0>(Exec(), table, table, options);
  EXPECT_TRUE(out.holds({0, 1, 1, 8, 16}));
  KokkosScan::exclusive_scan_along<0>(Exec(), table, table, op, options);
  EXPECT_TRUE(out.holds({0, 0, 1, 2, 10}));
}

/// A value that is an operator as well: maps x → a x + b, which compose.
struct Affine {
  using value_type = Affine;
  static constexpr bool is_commutative = false;
  int a = 1, b = 0;
  KOKKOS_FUNCTION Affine identity() const { return {}; }
  KOKKOS_FUNCTION Affine operator()(Affine const& f, Affine const& g) const {
    return {g.a * f.a, g.a * f.b + g.b};
  }
};

TEST(WorkedExamples, InitThatIsAnOperatorToo) {
  Array<Affine> const maps("maps", 3);
  Kokkos::deep_copy(maps, Affine{2, 1});
  KokkosScan::exclusive_scan(Exec(), maps, maps, Affine{}, Affine{3, 0});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), maps);
  EXPECT_EQ(host(2).a, 12);
  EXPECT_EQ(host(2).b, 3);
  KokkosScan::exclusive_scan("label", Exec(), maps, maps, Affine{}, Affine{5, 0});
  Kokkos::deep_copy(host, maps);
  EXPECT_EQ(host(1).a, 15);
}

/// Like the offsets of bins if some elements are in no bin.
TEST(WorkedExamples, SegmentsThatLeaveElementsOut) {
  GuardedArray<int> const in(Ints(10, 1)), out(10), segments(Ints{2, 4, 7});
  KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), segments.const_view(), out.view());
  EXPECT_TRUE(out.holds({1, 2, 1, 2, 1, 2, 3, 1, 2, 3}));
}

/// The initial value without an operator, of any type that converts to the type of the sums.
TEST(WorkedExamples, InitAlone) {
  GuardedArray<int> const in(Ints{1, 4, 7, 1, 3}), out(5), keys(Ints{1, 1, 2, 2, 2});
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), 10);
  EXPECT_TRUE(out.holds({10, 11, 15, 22, 23}));
  KokkosScan::exclusive_scan_by_key("label", Exec(), keys.const_view(), in.const_view(), out.view(),
                                    10L, ScanOptions<>{});
  EXPECT_TRUE(out.holds({10, 11, 10, 17, 18}));
}

TEST(WorkedExamples, EveryLaunchOfFiveElements) {
  GuardedArray<int> const in(Ints{1, 4, 7, 1, 3}), first(5), second(5), third(5);
  KokkosScan::Sum<int> const op;
  KokkosScan::hillis_steele_step(Exec(), in.const_view(), first.view(), 1, op);
  EXPECT_TRUE(first.holds({1, 5, 11, 8, 4}));
  KokkosScan::hillis_steele_step(Exec(), first.const_view(), second.view(), 2, op);
  EXPECT_TRUE(second.holds({1, 5, 12, 13, 15}));
  KokkosScan::hillis_steele_step("label", Exec(), second.const_view(), third.view(), 4, op);
  EXPECT_TRUE(third.holds({1, 5, 12, 13, 16}));
}

TEST(WorkedExamples, StepLongerThanTheInputCopies) {
  GuardedArray<int> const in(Ints{1, 4, 7}), out(3);
  KokkosScan::hillis_steele_step(Exec(), in.const_view(), out.view(), 3, KokkosScan::Sum<int>{});
  EXPECT_TRUE(out.holds({1, 4, 7}));
}

TEST(WorkedExamples, RowMapOfCounts) {
  GuardedArray<int> const counts(Ints{2, 0, 3, 1}), map(5);
  KokkosScan::exclusive_scan(Exec(), counts.const_view(), map.view());
  EXPECT_TRUE(map.holds({0, 2, 2, 5, 6}));
}

}  // namespace KokkosScanTest
