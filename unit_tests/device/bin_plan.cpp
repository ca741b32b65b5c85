// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/bin_plan.hpp>
#include <KokkosScan/device/histogram_columns.hpp>

#include <algorithm>
#include <utility>

#include "counted_drivers.hpp"
#include "errors.hpp"
#include "histogram_drivers.hpp"
#include "silent_calls.hpp"

/// \file The plan of a time loop, and the histograms of a table's columns.

namespace KokkosScanTest {

using KokkosScan::UniformBins;

static_assert(!std::is_copy_constructible_v<KokkosScan::BinPlan<Exec>> &&
              !std::is_copy_assignable_v<KokkosScan::BinPlan<Exec>>);
static_assert(std::is_move_constructible_v<KokkosScan::BinPlan<Exec>> &&
              std::is_move_assignable_v<KokkosScan::BinPlan<Exec>>);

TEST(BinPlan, StepAfterStep) {
  KokkosScan::BinPlan<Exec> plan{Exec()};
  for (std::size_t const n : {5003u, 20011u, 0u, 700u})
    for (std::size_t const bins : {10u, 3000u}) {
      SCOPED_TRACE(std::to_string(n) + " elements, " + std::to_string(bins) + " bins");
      auto const input = spread_elements<float>(Spread::half_outside, n, 1, n);
      auto const tags = random_elements<double>(n);
      UniformBins const binning(0.0f, 1.0f, bins);
      auto const expected = reference::extract(input, binning, bins);
      GuardedArray<float> const in(input);
      GuardedArray<double> const charges(tags), sorted(n);
      plan.update(in.const_view(), binning);
      plan.permute(charges.const_view(), sorted.view());
      EXPECT_TRUE(matches(plan.permutation(), as<int>(expected.permutation)));
      EXPECT_TRUE(matches(plan.offsets(), as<int>(expected.offsets)));
      std::vector<double> moved;
      for (std::size_t const i : expected.permutation) moved.push_back(tags[i]);
      EXPECT_TRUE(sorted.holds(moved));
    }
}

/// So many rows that a CPU moves them in blocks: by random bins, some outside; by bins that are in
/// their order already; fewer than were announced.
TEST(BinPlan, MoreThanTheCachesHold) {
  constexpr std::size_t n = 1400017;
  KokkosScan::BinPlan<Exec> plan{Exec()};
  auto const tags = random_elements<double>(3 * n);
  GuardedArray<double> const values(tags);
  using Points = Kokkos::View<double const* [2], Kokkos::LayoutRight, Memory>;
  Points const points(values.view().data() + n, n);
  auto const charges = Kokkos::subview(values.const_view(), std::pair(std::size_t(0), n));
  for (std::size_t const bins : {7u, 3000u})
    for (bool const is_in_order : {false, true}) {
      SCOPED_TRACE(std::to_string(bins) + (is_in_order ? " bins, in order" : " bins"));
      auto input = spread_elements<float>(Spread::half_outside, n, 1);
      if (is_in_order) std::sort(input.begin(), input.end());
      UniformBins const binning(0.0f, 1.0f, bins);
      GuardedArray<float> const in(input);
      for (std::size_t const size : {n, n - 100000}) {
        std::vector<float> const given(input.begin(),
                                       input.begin() + static_cast<std::ptrdiff_t>(size));
        std::vector<double> moved, moved_points;
        for (std::size_t const i : reference::extract(given, binning, bins).permutation) {
          moved.push_back(tags[i]);
          moved_points.insert(moved_points.end(), {tags[n + 2 * i], tags[n + 2 * i + 1]});
        }
        GuardedArray<double> const sorted(n), sorted_points(2 * n);
        plan.update(KokkosScan::counted(in.const_view(), on_device(static_cast<int>(size))),
                    binning);
        plan.permute(
            charges, sorted.view(), points,
            Kokkos::View<double* [2], Kokkos::LayoutRight, Memory>(sorted_points.view().data(), n));
        EXPECT_TRUE(sorted.holds(untouched_behind(moved, n)));
        EXPECT_TRUE(sorted_points.holds(untouched_behind(moved_points, 2 * n)));
      }
    }
}

TEST(BinPlan, IsEmptyWhenMoved) {
  UniformBins const binning(0.0f, 1.0f, 10);
  auto const input = spread_elements<float>(Spread::uniform, 5003, 1);
  auto const expected = reference::extract(input, binning, 10);
  GuardedArray<float> const in(input);
  KokkosScan::BinPlan<Exec> first{Exec()};
  first.update(in.const_view(), binning);
  KokkosScan::BinPlan<Exec> second(std::move(first));
  EXPECT_EQ(first.permutation().extent(0), 0u);
  EXPECT_EQ(first.offsets().extent(0), 0u);
  EXPECT_TRUE(matches(second.permutation(), as<int>(expected.permutation)));
  first.update(in.const_view(), binning);
  EXPECT_TRUE(matches(first.offsets(), as<int>(expected.offsets)));
  first = std::move(second);
  EXPECT_EQ(second.permutation().extent(0), 0u);
  EXPECT_TRUE(matches(first.permutation(), as<int>(expected.permutation)));
}

/// An update that is refused leaves the plan as it was.
TEST(BinPlan, OutlivesARefusal) {
  KokkosScan::BinPlan<Exec> plan{Exec()};
  EXPECT_EQ(plan.permutation().extent(0), 0u);
  EXPECT_EQ(plan.offsets().extent(0), 0u);
  auto const input = spread_elements<float>(Spread::uniform, 1000, 1);
  UniformBins const binning(0.0f, 1.0f, 10);
  auto const expected = reference::extract(input, binning, 10);
  plan.update(GuardedArray<float>(input).const_view(), binning);
  GuardedArray<float> const more(5000);
  EXPECT_TRUE(rejects([&] { plan.update(more.const_view(), UniformBins(1.0f, 0.0f, 3000)); },
                      "BinPlan::update", "binning has lo 1 and hi 0, needs lo < hi"));
  GuardedArray<int> const cells(5000);
  EXPECT_TRUE(
      rejects([&] { plan.update(cells.const_view(), KokkosScan::IndexBins(std::size_t(1) << 40)); },
              "BinPlan::update", "binning has 1099511627776 bins, needs fewer than 2147483648"));
  EXPECT_TRUE(matches(plan.permutation(), as<int>(expected.permutation)));
  EXPECT_TRUE(matches(plan.offsets(), as<int>(expected.offsets)));
}

namespace Greedy {

enum class Parity : std::int8_t { even, odd };
struct ParityOf {
  static std::size_t bins() { return 2; }
  KOKKOS_FUNCTION Parity operator()(int x) const { return x % 2 == 0 ? Parity::even : Parity::odd; }
};

/// A user's functions with the library's names; they match every call better than the library's.
template <class... Any>
void number_of(Any&&...) = delete;
template <class... Any>
void find_bin(Any&&...) = delete;
template <class... Any>
void bin_permutation(Any&&...) = delete;
template <class... Any>
void extract(Any&&...) = delete;

}  // namespace Greedy

/// Enumerators may be bins, too.
TEST(BinPlan, AnyCallableThatKnowsItsBins) {
  KokkosScan::BinPlan<Exec> plan{Exec()};
  plan.update(GuardedArray<int>({4, 1, 3, 2, 5}).const_view(), Greedy::ParityOf{});
  EXPECT_TRUE(matches(plan.permutation(), {0, 3, 1, 2, 4}));
  EXPECT_TRUE(matches(plan.offsets(), {0, 2, 5}));
}

TEST(BinPlan, IndexMustHoldAllElements) {
  KokkosScan::BinPlan<Exec, std::int8_t> plan{Exec()};
  GuardedArray<float> const many(200);
  EXPECT_TRUE(rejects([&] { plan.update(many.const_view(), UniformBins(0.0f, 1.0f, 3)); },
                      "BinPlan::update", "offsets holds at most 127, needs to hold 200"));
}

TEST(BinPlan, PermutesAsManyAsItSorted) {
  KokkosScan::BinPlan<Exec> plan{Exec()};
  GuardedArray<float> const all(1000), few(10), sorted(1000), other(1000);
  auto const from = [&](auto const&... arrays) {
    return [&plan, ... views = arrays.view()] { plan.permute(views...); };
  };
  EXPECT_TRUE(
      rejects(from(all, sorted), "BinPlan::permute", "plan holds nothing, needs an update first"));
  plan.update(all.const_view(), UniformBins(0.0f, 1.0f, 10));
  EXPECT_TRUE(rejects(from(few, sorted), "BinPlan::permute",
                      "src has extent 10, needs at least 1000 (elements of the plan)"));
  EXPECT_TRUE(rejects(from(all, sorted, few, other), "BinPlan::permute",
                      "src 2 has extent 10, needs at least 1000 (elements of the plan)"));
  EXPECT_TRUE(rejects(from(all, few), "BinPlan::permute", "dst has extent 10, needs 1000"));
  EXPECT_NO_THROW(from(all, sorted)());
  plan.update(GuardedArray<float>(0).const_view(), UniformBins(0.0f, 1.0f, 10));
  EXPECT_NO_THROW(from(few, sorted)()) << "a plan of no elements holds something";
}

TEST(BinPlan, GrownOnesNeitherAllocateNorFence) {
  Exec const exec;
  GuardedArray<float> const in(spread_elements<float>(Spread::uniform, 100003, 1)), sorted(100003);
  for (std::size_t const bins : {8u, 5000u}) {
    SCOPED_TRACE(bins);
    KokkosScan::BinPlan<Exec> plan(exec);
    expect_neither_allocation_nor_fence(
        exec, [&] { plan.update("counted", in.const_view(), UniformBins(0.0f, 1.0f, bins)); });
    EventCounter const counter;
    plan.permute(in.const_view(), sorted.view());
    EXPECT_EQ(counter.allocations(), 0);
    EXPECT_EQ(counter.fences(), 0) << counter.fence_names();
    EXPECT_EQ(counter.copies(), 0);
  }
}

template <class Layout>
void check_columns(std::size_t n) {
  SCOPED_TRACE(n);
  constexpr std::size_t columns = 3;
  Kokkos::View<float**, Layout, Memory> const table("table", n, columns);
  auto const host = Kokkos::create_mirror_view(table);
  Kokkos::Array<UniformBins<float>, columns> const binnings{
      UniformBins(0.0f, 1.0f, 7), UniformBins(-1.0f, 0.5f, 100), UniformBins(0.2f, 0.4f, 1)};
  std::vector<int> expected;
  for (std::size_t c = 0; c < columns; ++c) {
    auto const column = spread_elements<float>(Spread::half_outside, n, 1, c);
    for (std::size_t i = 0; i < n; ++i) host(i, c) = column[i];
    for (int const count : reference::histogram<int>(column, binnings[c], binnings[c].bins()))
      expected.push_back(count);
  }
  Kokkos::deep_copy(table, host);
  GuardedArray<int> const counts(108), seven(7);
  KokkosScan::histogram_columns(Exec(), table, binnings, counts.view());
  EXPECT_TRUE(counts.holds(expected));
  EXPECT_TRUE(rejects([&] { KokkosScan::histogram_columns(Exec(), table, binnings, seven.view()); },
                      "histogram_columns", "counts has extent 7, needs 108"));
}

TEST(HistogramColumns, Edges) {
  Kokkos::View<float**, Memory> const table("table", 10, 2);
  Kokkos::View<float*, Memory> const edges("edges", 3);
  auto const host = Kokkos::create_mirror_view(edges);
  host(0) = -1, host(1) = 0, host(2) = 1;
  Kokkos::deep_copy(edges, host);
  KokkosScan::EdgeBins const binning(edges);
  Kokkos::Array<decltype(binning), 2> const binnings{binning, binning};
  GuardedArray<int> const counts(4);
  KokkosScan::histogram_columns(Exec(), table, binnings, counts.view());
  EXPECT_TRUE(counts.holds({0, 10, 0, 10}));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::histogram_columns(Exec(), table, binnings, counts.view(),
                                      KokkosScan::HistogramOptions<>{}.accumulate().cumulative());
      },
      "histogram_columns", "options ask for accumulate() and for cumulative(), needs one of them"));
}

TEST(HistogramColumns, BothLayouts) {
  for (std::size_t const n : {1u, 2u, 1000u, 20011u}) {
    check_columns<Kokkos::LayoutLeft>(n);
    check_columns<Kokkos::LayoutRight>(n);
  }
}

}  // namespace KokkosScanTest
