// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/permute.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "environment.hpp"
#include "errors.hpp"
#include "generators.hpp"
#include "matchers.hpp"
#include "sizes.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

template <class Index>
std::vector<Index> random_permutation(std::size_t n) {
  std::vector<Index> places(n);
  std::iota(places.begin(), places.end(), Index(0));
  for (std::size_t i = n; i > 1; --i) std::swap(places[i - 1], places[random_bits(n, i) % i]);
  return places;
}

template <class T, class Index>
std::vector<T> permuted(std::vector<T> const& values, std::vector<Index> const& places) {
  std::vector<T> result;
  for (Index const p : places) result.push_back(values[static_cast<std::size_t>(p)]);
  return result;
}

template <class T, class Index>
void check_rank_1(std::size_t n) {
  SCOPED_TRACE("n = " + std::to_string(n));
  auto const values = random_elements<T>(n, n);
  auto const places = random_permutation<Index>(n);
  auto const expected = permuted(values, places);
  GuardedArray<T> const src(values, 1), dst(n, 3), strided_src(values, 1, 3), strided_dst(n, 2, 2);
  GuardedArray<Index> const permutation(places, 1), strided_permutation(places, 0, 2);
  KokkosScan::permute(Exec(), permutation.const_view(), src.const_view(), dst.view());
  EXPECT_TRUE(dst.holds(expected));
  EXPECT_TRUE(src.holds(values)) << "the source was changed";
  KokkosScan::permute("strided", Exec(), strided_permutation.strided_view(),
                      strided_src.strided_view(), strided_dst.strided_view());
  EXPECT_TRUE(strided_dst.holds(expected)) << "strided";
}

TEST(Permute, RankOne) {
  for (std::size_t const n : few_sizes()) {
    check_rank_1<int, int>(n);
    check_rank_1<std::int8_t, std::int64_t>(n);
    check_rank_1<double, std::uint32_t>(n);
    check_rank_1<Rgb, int>(n);
    check_rank_1<Heisenberg, std::size_t>(n);
  }
}

/// Fills a table of any rank by a function of the row and of the place in the row.
template <class View>
void fill_rows(View const& view) {
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < view.extent(0); ++i)
    for (std::size_t j = 0; j < view.extent(1); ++j)
      for (std::size_t k = 0; k < view.extent(2); ++k)
        host(i, j, k) = static_cast<int>(1000 * i + 10 * j + k);
  Kokkos::deep_copy(view, host);
}

template <class FromLayout, class ToLayout>
void check_rank_3(std::size_t n, std::size_t columns, std::size_t depth) {
  Kokkos::View<int***, FromLayout, Memory> const src("src", n, columns, depth);
  Kokkos::View<long***, ToLayout, Memory> const dst("dst", n, columns, depth);
  fill_rows(src);
  auto const places = random_permutation<int>(n);
  GuardedArray<int> const permutation(places);
  KokkosScan::permute(Exec(), permutation.view(), src, dst);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), dst);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t k = 0; k < depth; ++k)
        ASSERT_EQ(host(i, j, k), static_cast<long>(1000 * places[i] + 10 * j + k))
            << "at " << i << ", " << j << ", " << k << " of " << n << ", " << columns << ", "
            << depth;
}

TEST(Permute, RankThreeInEveryLayout) {
  for (std::size_t const n : {0, 1, 257, 1025})
    for (std::size_t const columns : {1, 3, 0}) {
      using Left = Kokkos::LayoutLeft;
      using Right = Kokkos::LayoutRight;
      check_rank_3<Left, Left>(n, columns, 4);
      check_rank_3<Left, Right>(n, columns, 4);
      check_rank_3<Right, Left>(n, columns, 1);
      check_rank_3<Right, Right>(n, columns, 4);
    }
}

template <class View>
void fill_rank_4(View const& view) {
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < view.extent(0); ++i)
    for (std::size_t j = 0; j < view.extent(1); ++j)
      for (std::size_t k = 0; k < view.extent(2); ++k)
        for (std::size_t l = 0; l < view.extent(3); ++l)
          host(i, j, k, l) = static_cast<int>(1000 * i + 100 * j + 10 * k + l);
  Kokkos::deep_copy(view, host);
}

template <class FromLayout, class ToLayout>
void check_rank_4(std::size_t n, std::size_t rows) {
  SCOPED_TRACE("n = " + std::to_string(n) + ", rows = " + std::to_string(rows));
  Kokkos::View<int****, FromLayout, Memory> const src("src", n, 2, 3, 4);
  Kokkos::View<double****, ToLayout, Memory> const dst("dst", rows, 2, 3, 4);
  Kokkos::deep_copy(dst, -1.0);
  fill_rank_4(src);
  auto const places = random_permutation<int>(n);
  GuardedArray<int> const permutation(places);
  KokkosScan::permute(Exec(), permutation.view(), src, dst);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), dst);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 4; ++l) {
          double const moved =
              i < n ? static_cast<double>(1000 * places[i]) + 100.0 * j + 10.0 * k + l : 0.0;
          ASSERT_EQ(host(i, j, k, l), i < n ? moved : -1.0)
              << "at " << i << ", " << j << ", " << k << ", " << l;
        }
}

TEST(Permute, RankFour) {
  using Left = Kokkos::LayoutLeft;
  using Right = Kokkos::LayoutRight;
  for (std::size_t const n : {0u, 1u, 513u}) {
    check_rank_4<Left, Left>(n, n);
    check_rank_4<Left, Right>(n, n + 2);
    check_rank_4<Right, Left>(n, n + 2);
    check_rank_4<Right, Right>(n, n);
  }
}

/// Tables with gaps between rows and between entries: the gaps are left alone.
TEST(Permute, IntoStridedTables) {
  for (std::size_t const n : {0u, 1u, 513u}) {
    Kokkos::View<int***, Kokkos::LayoutRight, Memory> const src("src", n, 2, 3);
    fill_rows(src);
    auto const places = random_permutation<int>(n);
    GuardedArray<int> const permutation(places);
    auto const check = [&](std::size_t row, std::size_t column, std::size_t depth) {
      SCOPED_TRACE("strides " + std::to_string(row) + ", " + std::to_string(column) + ", " +
                   std::to_string(depth) + ", n = " + std::to_string(n));
      std::size_t const span = n * row + 2 * column + 3 * depth;
      GuardedArray<int> const memory(std::vector<int>(span, -1));
      Kokkos::View<int***, Kokkos::LayoutStride, Memory> const dst(
          memory.view().data(), Kokkos::LayoutStride(n, row, 2, column, 3, depth));
      KokkosScan::permute(Exec(), permutation.view(), src, dst);
      std::vector<int> expected(span, -1);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < 2; ++j)
          for (std::size_t k = 0; k < 3; ++k)
            expected[i * row + j * column + k * depth] =
                static_cast<int>(1000 * static_cast<std::size_t>(places[i]) + 10 * j + k);
      EXPECT_TRUE(memory.holds(expected));
    };
    check(17, 8, 2);
    check(2, 7 + 6 * n, 1 + 2 * n);
    check(5, 2, 5 * n + 5);
  }
}

/// Columns [from, from + columns) of a table become columns [to, to + columns) of another. Whole,
/// aligned rows are moved in larger words.
void check_some_columns(int from, int to, int columns) {
  SCOPED_TRACE("columns from " + std::to_string(from) + " and to " + std::to_string(to) + " on, " +
               std::to_string(columns));
  std::size_t const n = 501;
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> const table("table", n, 12), out("out", n, 16);
  auto const host = Kokkos::create_mirror_view(table);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < 12; ++j) host(i, j) = static_cast<int>(100 * i + j);
  Kokkos::deep_copy(table, host);
  auto const places = random_permutation<int>(n);
  GuardedArray<int> const permutation(places);
  KokkosScan::permute(
      Exec(), permutation.view(),
      Kokkos::subview(table, Kokkos::ALL, std::pair<int, int>(from, from + columns)),
      Kokkos::subview(out, Kokkos::ALL, std::pair<int, int>(to, to + columns)));
  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), out);
  for (std::size_t i = 0; i < n; ++i)
    for (int j = 0; j < 16; ++j) {
      bool const is_moved = j >= to && j < to + columns;
      ASSERT_EQ(result(i, j), is_moved ? 100 * places[i] + j - to + from : 0) << i << ", " << j;
    }
}

TEST(Permute, RowsOfASubview) {
  check_some_columns(0, 0, 12);
  check_some_columns(0, 4, 12);
  check_some_columns(4, 8, 8);
  check_some_columns(8, 12, 4);
  check_some_columns(1, 4, 8);
  check_some_columns(4, 1, 8);
  check_some_columns(2, 5, 3);
  check_some_columns(5, 15, 1);
  check_some_columns(7, 3, 0);
}

/// Tables of bytes, whose rows begin at addresses of every remainder.
TEST(Permute, RowsOfBytes) {
  std::size_t const n = 301;
  for (std::size_t const columns : {16u, 32u, 33u}) {
    Kokkos::View<std::int8_t**, Kokkos::LayoutRight, Memory> const src("src", n, columns),
        dst("dst", n, columns);
    auto const host = Kokkos::create_mirror_view(src);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < columns; ++j) host(i, j) = static_cast<std::int8_t>(7 * i + j);
    Kokkos::deep_copy(src, host);
    auto const places = random_permutation<int>(n);
    GuardedArray<int> const permutation(places);
    KokkosScan::permute(Exec(), permutation.view(), src, dst);
    auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), dst);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        ASSERT_EQ(result(i, j), host(static_cast<std::size_t>(places[i]), j)) << i << ", " << j;
  }
}

/// Particles as arrays of components, of a rank-2 position and of a struct, with one permutation.
TEST(Permute, ManyViewsWithOnePermutation) {
  std::size_t const n = 3001;
  auto const places = random_permutation<int>(n);
  auto const x = random_elements<double>(n, 1);
  auto const charge = random_elements<std::int8_t>(n, 2);
  auto const color = random_elements<Rgb>(n, 3);
  GuardedArray<int> const permutation(places);
  GuardedArray<double> const x_in(x), x_out(n);
  GuardedArray<std::int8_t> const charge_in(charge, 1), charge_out(n, 1);
  GuardedArray<Rgb> const color_in(color), color_out(n, 2);
  Kokkos::View<int***, Kokkos::LayoutRight, Memory> const cells("cells", n, 1, 3),
      moved("moved", n, 1, 3);
  fill_rows(cells);
  KokkosScan::permute("particles", Exec(), permutation.view(), x_in.view(), x_out.view(), cells,
                      moved, charge_in.view(), charge_out.view(), color_in.view(),
                      color_out.view());
  EXPECT_TRUE(x_out.holds(permuted(x, places)));
  EXPECT_TRUE(charge_out.holds(permuted(charge, places)));
  EXPECT_TRUE(color_out.holds(permuted(color, places)));
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), moved);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) ASSERT_EQ(host(i, 0, k), 1000 * places[i] + k);
}

TEST(Permute, GathersWhatAListNames) {
  std::vector<int> const places{4, 0, 4, 2};
  GuardedArray<int> const permutation(places), src(std::vector<int>{10, 11, 12, 13, 14}), dst(4);
  KokkosScan::permute(Exec(), permutation.view(), src.view(), dst.view());
  EXPECT_TRUE(dst.holds({14, 10, 14, 12}));
}

TEST(Permute, TakesItsSizeFromTheDevice) {
  std::vector<int> const places{2, 1, 0, 7, 7};
  GuardedArray<int> const permutation(places), src(std::vector<int>{10, 11, 12});
  for (int const count : {-1, 0, 2, 3}) {
    GuardedArray<int> const dst(std::vector<int>(5, 0));
    Kokkos::View<int, Memory> const size("size");
    Kokkos::deep_copy(size, count);
    KokkosScan::permute(Exec(), KokkosScan::counted(permutation.view(), size), src.view(),
                        dst.view());
    std::vector<int> expected(5, 0);
    for (int i = 0; i < count; ++i) expected[i] = 12 - i;
    EXPECT_TRUE(dst.holds(expected)) << "count " << count;
  }
}

TEST(PermuteErrors, ExtentsAndOverlap) {
  GuardedArray<int> const permutation(std::vector<int>(10, 0)), src(std::vector<int>(10, 1)),
      nine(9), ten(10), none(0);
  auto const permute = [&](auto const& from, auto const& to) {
    return [&] { KokkosScan::permute(Exec(), permutation.view(), from.view(), to.view()); };
  };
  EXPECT_TRUE(
      rejects(permute(src, nine), "permute", "dst has extent 9, needs 10 (extent of permutation)"));
  EXPECT_TRUE(rejects(permute(none, ten), "permute", "src has extent 0", {"10"}));
  EXPECT_TRUE(rejects(permute(src, src), "permute", "src and dst"));
  EXPECT_TRUE(rejects(permute(src, permutation), "permute", "permutation and dst"));
  Kokkos::View<int**, Memory> const three("three", 10, 3), four("four", 10, 4);
  EXPECT_TRUE(rejects([&] { KokkosScan::permute(Exec(), permutation.view(), three, four); },
                      "permute", "src has extent 3 in dimension 1, needs 4 (as dst)"));
  // The second pair is checked before the first one is moved.
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::permute(Exec(), permutation.view(), src.view(), ten.view(), src.view(),
                            nine.view());
      },
      "permute", "dst 2 has extent 9, needs 10"));
  EXPECT_TRUE(ten.is_untouched());
}

/// One launch moves all pairs, so pairs must not overlap.
TEST(PermuteErrors, PairsThatShareMemory) {
  GuardedArray<int> const permutation(std::vector<int>(10, 0)), a(std::vector<int>(10, 1)), b(10),
      c(10);
  auto const permute = [&](auto const&... views) {
    return [&] { KokkosScan::permute(Exec(), permutation.view(), views.view()...); };
  };
  EXPECT_TRUE(rejects(permute(a, b, b, c), "permute", "src 2 and dst 1"));
  EXPECT_TRUE(rejects(permute(a, b, c, a), "permute", "src 1 and dst 2"));
  EXPECT_TRUE(rejects(permute(a, c, b, c), "permute", "dst 1 and dst 2"));
  EXPECT_TRUE(b.is_untouched());
  EXPECT_TRUE(c.is_untouched());
  Kokkos::View<int, Memory> const size("size");
  auto const one = Kokkos::subview(c.view(), std::pair<std::size_t, std::size_t>(0, 1));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::permute(Exec(), KokkosScan::counted(permutation.view(), one), a.view(),
                            c.view());
      },
      "permute", "the count of the input and dst"));
  // The x and y coordinates of an array of points overlap as spans but share no element.
  Kokkos::View<int**, Kokkos::LayoutRight, Memory> const points("points", 10, 3);
  KokkosScan::permute(Exec(), permutation.view(), a.view(), Kokkos::subview(points, Kokkos::ALL, 0),
                      a.view(), Kokkos::subview(points, Kokkos::ALL, 2));
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points);
  for (std::size_t i = 0; i < 10; ++i)
    for (int d = 0; d < 3; ++d) ASSERT_EQ(host(i, d), d == 1 ? 0 : 1) << i << ", " << d;
}

/// Rows of more than 2^32 elements in all, one thread each on GPUs: more than one launch can have.
/// The normal run skips this test: set KOKKOSSCAN_LARGE=1 (needs 9 GB).
struct HugeRows {
  using Rows = Kokkos::View<std::uint8_t* [65], Kokkos::LayoutRight, Memory>;
  static constexpr std::size_t count = (std::size_t(1) << 26) + 3;
  Rows rows;
  /// Whether rows are filled for the permutation's source, or compared with its result.
  bool compares;

  KOKKOS_FUNCTION static std::size_t permuted(std::size_t i) { return (i * 40503 + 7) % count; }
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& wrong) const {
    std::size_t const row = compares ? permuted(i) : i;
    for (std::size_t c = 0; c < rows.extent(1); ++c) {
      auto const value = static_cast<std::uint8_t>(row * 31 + c * 7 + (row >> 13));
      if (!compares) rows(i, c) = value;
      if (rows(i, c) != value) ++wrong;
    }
  }
  std::size_t run() const {
    std::size_t wrong = 0;
    Kokkos::parallel_reduce("huge rows",
                            Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>(0, count),
                            *this, wrong);
    return wrong;
  }
};
struct HugePermutation {
  Kokkos::View<std::uint32_t*, Memory> entries;
  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    entries(i) = static_cast<std::uint32_t>(HugeRows::permuted(i));
  }
};
TEST(Permute, MoreElementsThanALaunchHasThreads) {
  if (!environment_flag("KOKKOSSCAN_LARGE")) GTEST_SKIP() << "set KOKKOSSCAN_LARGE=1";
  HugeRows::Rows const src("src", HugeRows::count), dst("dst", HugeRows::count);
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", HugeRows::count);
  HugeRows{src, false}.run();
  Kokkos::parallel_for("huge permutation", Kokkos::RangePolicy<Exec>(0, HugeRows::count),
                       HugePermutation{permutation});
  KokkosScan::permute(Exec(), permutation, src, dst);
  std::size_t const wrong = HugeRows{dst, true}.run();
  EXPECT_EQ(wrong, 0u);
}

}  // namespace KokkosScanTest
