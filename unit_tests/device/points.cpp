// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/points.hpp>

#include <KokkosScan/device/bin_plan.hpp>
#include <KokkosScan/device/histogram.hpp>

#include "bin_data.hpp"
#include "counted_drivers.hpp"
#include "errors.hpp"
#include "extraction_drivers.hpp"

/// \file Points whose coordinates are in separate Views.

namespace KokkosScanTest {

using KokkosScan::counted, KokkosScan::GridBins, KokkosScan::points;

/// n points of D random coordinates, some of them outside [0, 1), each coordinate in an array of
/// its own.
template <class T, std::size_t D>
struct SeparateCoordinates {
  std::vector<Kokkos::Array<T, D>> points;
  std::vector<GuardedArray<T>> arrays;

  explicit SeparateCoordinates(std::size_t n, std::size_t stride = 1) : points(n) {
    for (std::size_t d = 0; d < D; ++d) {
      auto const coordinates = spread_elements<T>(Spread::uniform, n, 1.1, d);
      for (std::size_t i = 0; i < n; ++i) points[i][d] = coordinates[i];
      arrays.emplace_back(coordinates, d, stride);
    }
  }
};

template <class Points, class T, std::size_t D, class Binning>
void check_points(Points const& in, std::vector<Kokkos::Array<T, D>> const& input,
                  Binning const& binning, std::size_t bins) {
  std::size_t const n = input.size();
  SCOPED_TRACE(std::to_string(n) + " points, " + std::to_string(bins) + " bins");
  auto const expected = reference::extract(input, binning, bins);
  GuardedArray<int> const counts(bins), permutation(n), ranks(n), offsets(bins + 1);
  KokkosScan::histogram(Exec(), in, binning, counts.view());
  EXPECT_TRUE(counts.holds(reference::histogram<int>(input, binning, bins)));
  KokkosScan::bin_permutation(Exec(), in, binning, permutation.view(), offsets.view());
  EXPECT_TRUE(permutation.holds(as<int>(expected.permutation)));
  EXPECT_TRUE(offsets.holds(as<int>(expected.offsets)));
  KokkosScan::bin_ranks(Exec(), in, binning, ranks.view(), offsets.view());
  EXPECT_TRUE(ranks.holds(as<int>(reference::ranks(expected))));
}

TEST(Points, OfThreeCoordinatesInAGrid) {
  for (std::size_t const n : {0u, 1u, 700u, 20011u})
    for (int const cells : {3, 20}) {
      GridBins<3> const grid({0, 0, 0}, {1, 1, 1}, {cells, cells, cells});
      SeparateCoordinates<double, 3> const in(n), strided(n, 2);
      auto const &a = in.arrays, &b = strided.arrays;
      check_points(points(a[0].view(), a[1].const_view(), a[2].view()), in.points, grid,
                   grid.bins());
      check_points(points(b[0].strided_view(), b[1].strided_view(), b[2].strided_view()),
                   strided.points, grid, grid.bins());
    }
}

/// What a callable receives.
struct SumOfTwo {
  KOKKOS_FUNCTION int operator()(Kokkos::Array<int, 2> const& x) const { return x[0] + x[1]; }
};

TEST(Points, OfACallable) {
  SeparateCoordinates<int, 2> in(5003);
  for (std::size_t i = 0; i < in.points.size(); ++i)
    in.points[i] = {static_cast<int>(i % 7), static_cast<int>(i % 11) - 1};
  for (std::size_t d = 0; d < 2; ++d) {
    std::vector<int> column;
    for (auto const& point : in.points) column.push_back(point[d]);
    in.arrays[d].assign(column);
  }
  check_points(points(in.arrays[0].view(), in.arrays[1].view()), in.points, SumOfTwo{}, 15);
}

TEST(Points, WithWeights) {
  constexpr std::size_t n = 20011;
  GridBins<2, float> const grid({0, 0}, {1, 1}, {16, 8});
  SeparateCoordinates<float, 2> const in(n);
  auto const weights = random_elements<int>(n);
  GuardedArray<int> const weight(weights), sums(grid.bins());
  KokkosScan::histogram(Exec(), points(in.arrays[0].view(), in.arrays[1].view()), grid, sums.view(),
                        weight.const_view());
  EXPECT_TRUE(sums.holds(reference::histogram<int>(in.points, grid, grid.bins(), weights)));
}

TEST(Points, TheFirstOfThem) {
  constexpr std::size_t n = 20011;
  GridBins<2> const grid({0, 0}, {1, 1}, {16, 80});
  SeparateCoordinates<double, 2> const in(n);
  auto const all = points(in.arrays[0].view(), in.arrays[1].view());
  KokkosScan::BinPlan<Exec> plan{Exec()};
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE(describe_size(size, n));
    auto const some = first_of(in.points, counted_of(size, n));
    GuardedArray<int> const counts(grid.bins());
    KokkosScan::histogram(Exec(), counted(all, on_device(size)), grid, counts.view());
    EXPECT_TRUE(counts.holds(reference::histogram<int>(some, grid, grid.bins())));
    plan.update(counted(all, on_device(size)), grid);
    EXPECT_TRUE(
        matches(plan.offsets(), as<int>(reference::extract(some, grid, grid.bins()).offsets)));
  }
}

TEST(Points, WrongArguments) {
  GuardedArray<float> const x(10), y(9);
  GuardedArray<int> const counts(4);
  GridBins<2> const grid({0, 0}, {1, 1}, {2, 2});
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::histogram(Exec(), points(x.view(), y.view()), grid, counts.view()); },
      "histogram", "coordinate 1 of in has extent 9, needs 10 (extent of coordinate 0)"));
  auto const of_x = Kokkos::subview(x.view(), std::pair<int, int>(0, 4));
  EXPECT_TRUE(
      rejects([&] { KokkosScan::histogram(Exec(), points(x.view(), x.view()), grid, of_x); },
              "histogram", "coordinate 0 of in and counts start at the same address"));
  KokkosScan::BinPlan<Exec> plan{Exec()};
  EXPECT_TRUE(rejects([&] { plan.update(points(x.view(), y.view()), grid); }, "BinPlan::update",
                      "coordinate 1 of in has extent 9"));
}

}  // namespace KokkosScanTest
