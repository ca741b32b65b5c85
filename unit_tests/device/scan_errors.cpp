// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/scan_along.hpp>
#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/operators.hpp>

#include "errors.hpp"
#include "scan_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

TEST(ScanErrors, InclusiveExtents) {
  for (std::size_t const wrong : {9, 11, 0}) {
    GuardedArray<int> const in(std::vector<int>(10, 1)), out(wrong);
    EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view()); },
                        "inclusive_scan", "out has extent ", {std::to_string(wrong), "10"}));
    EXPECT_TRUE(out.is_untouched());
  }
}

TEST(ScanErrors, TheWholeText) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), nine(9), twelve(12);
  EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan(Exec(), in.const_view(), nine.view()); },
                      "inclusive_scan", "out has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::exclusive_scan(Exec(), in.const_view(), twelve.view()); }, "exclusive_scan",
      "out has extent 12, needs 10 or 11 (extent of in, or one more for the total)"));
}

template <DeviceScan V>
void expect_extents_are_checked() {
  SCOPED_TRACE(KokkosScan::name(V));
  GuardedArray<int> const in(std::vector<int>(10, 1)), out(9);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), Sum<int>{},
                                   ScanOptions<V>{});
      },
      "inclusive_scan", "out has extent 9, needs 10"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), Sum<int>{}, 0,
                                   ScanOptions<V>{});
      },
      "exclusive_scan", "out has extent 9, needs 10 or 11"));
  EXPECT_TRUE(out.is_untouched());
}

TEST(ScanErrors, EveryVariantChecks) {
  expect_extents_are_checked<DeviceScan::automatic>();
  expect_extents_are_checked<DeviceScan::parallel_scan>();
  expect_extents_are_checked<DeviceScan::hillis_steele>();
  expect_extents_are_checked<DeviceScan::hierarchical>();
  expect_extents_are_checked<DeviceScan::look_back>();
  expect_extents_are_checked<DeviceScan::work_ahead>();
}

TEST(ScanErrors, LabelledCallsNameTheFunctionToo) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), out(9);
  EXPECT_TRUE(
      rejects([&] { KokkosScan::inclusive_scan("my label", Exec(), in.const_view(), out.view()); },
              "inclusive_scan", "out has extent ", {"9", "10"}));
}

Array<int> part(GuardedArray<int> const& array, std::size_t first, std::size_t last) {
  return Kokkos::subview(array.view(), std::pair<std::size_t, std::size_t>(first, last));
}

TEST(ScanErrors, PartialOverlap) {
  std::vector<int> const values(20, 1);
  GuardedArray<int> const array(values);
  for (std::size_t const shift : {1, 5, 9}) {
    SCOPED_TRACE(shift);
    EXPECT_TRUE(rejects(
        [&] {
          KokkosScan::inclusive_scan(Exec(), part(array, 0, 10), part(array, shift, 10 + shift));
        },
        "inclusive_scan", "in and out overlap partially"));
    EXPECT_TRUE(rejects(
        [&] {
          KokkosScan::inclusive_scan(Exec(), part(array, shift, 10 + shift), part(array, 0, 10));
        },
        "inclusive_scan", "in and out overlap partially"));
    EXPECT_TRUE(rejects(
        [&] {
          KokkosScan::exclusive_scan(Exec(), part(array, 0, 10), part(array, shift, 11 + shift));
        },
        "exclusive_scan", "in and out overlap partially"));
  }
  EXPECT_TRUE(array.holds(values));
}

TEST(ScanErrors, NeighborsDoNotOverlap) {
  std::vector<int> expected(20, 1);
  GuardedArray<int> const array(expected);
  KokkosScan::inclusive_scan(Exec(), part(array, 0, 10), part(array, 10, 20));
  for (int i = 0; i < 10; ++i) expected[10 + i] = i + 1;
  EXPECT_TRUE(array.holds(expected));
}

TEST(ScanErrors, SameDataOtherStrideIsAPartialOverlap) {
  std::vector<int> const values(20, 1);
  GuardedArray<int> const array(values);
  GuardedArray<int>::Strided const every_other(array.view().data(), Kokkos::LayoutStride(10, 2));
  EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan(Exec(), every_other, part(array, 0, 10)); },
                      "inclusive_scan", "in and out overlap partially"));
  EXPECT_TRUE(array.holds(values));
}

/// The last column of a table as input, and the memory directly after the table as output.
TEST(ScanErrors, AColumnEndsWithItsLastElement) {
  constexpr std::size_t n = 100;
  Kokkos::View<int*, Memory> const pool("pool", 3 * n);
  Kokkos::deep_copy(pool, 1);
  Kokkos::View<int**, Kokkos::LayoutRight, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      table(pool.data(), n, 2);
  auto const column = Kokkos::subview(table, Kokkos::ALL, 1);
  auto const behind = Kokkos::subview(pool, std::pair<std::size_t, std::size_t>(2 * n, 3 * n));
  KokkosScan::inclusive_scan(Exec(), column, behind);
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i] = static_cast<int>(i + 1);
  EXPECT_TRUE(matches(behind, expected));
}

/// Scans the even entries into the odd ones: the spans overlap, the elements do not.
TEST(ScanErrors, InterleavedViewsDoNotOverlap) {
  GuardedArray<int> const array(std::vector<int>(20, 1));
  GuardedArray<int>::Strided const even(array.view().data(), Kokkos::LayoutStride(10, 2));
  GuardedArray<int>::Strided const odd(array.view().data() + 1, Kokkos::LayoutStride(10, 2));
  std::vector<int> expected(20, 1);
  KokkosScan::inclusive_scan(Exec(), even, odd);
  for (int i = 0; i < 10; ++i) expected[2 * i + 1] = i + 1;
  EXPECT_TRUE(array.holds(expected));
  // With another stride, and a distance of more than one stride.
  GuardedArray<int>::Strided const some(array.view().data() + 3, Kokkos::LayoutStride(4, 4));
  GuardedArray<int>::Strided const others(array.view().data(), Kokkos::LayoutStride(4, 2));
  EXPECT_NO_THROW(KokkosScan::inclusive_scan(Exec(), others, some));
}

TEST(ScanErrors, InterleavedTables) {
  Kokkos::View<double***, Kokkos::LayoutRight, Memory> const cells("cells", 5, 4, 3);
  auto const part = [&](int k) { return Kokkos::subview(cells, Kokkos::ALL, Kokkos::ALL, k); };
  EXPECT_NO_THROW(KokkosScan::inclusive_scan_along<0>(Exec(), part(0), part(2)));
  auto const rows = [&](int first) {
    return Kokkos::subview(cells, std::pair(first, first + 3), Kokkos::ALL, 1);
  };
  EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan_along<0>(Exec(), rows(0), rows(1)); },
                      "inclusive_scan_along", "in and out overlap partially"));
  // Blocks as wide as the shortest of three strides.
  auto const half = [&](int first) {
    return Kokkos::subview(cells, Kokkos::ALL, std::pair(first, first + 2), Kokkos::ALL);
  };
  EXPECT_NO_THROW(KokkosScan::detail::check_disjoint("f", "in", half(0), "out", half(2)));
  EXPECT_TRUE(
      rejects([&] { KokkosScan::detail::check_disjoint("f", "in", half(0), "out", half(1)); }, "f",
              "in and out overlap partially"));
}

/// The left and the right columns of a table.
TEST(ScanErrors, BlocksOfColumns) {
  using Table = Kokkos::View<int**, Kokkos::LayoutRight, Memory>;
  Table const table("table", 10, 8);
  Kokkos::deep_copy(table, 1);
  auto const columns = [&](int first) {
    return Kokkos::subview(table, Kokkos::ALL, std::pair(first, first + 4));
  };
  KokkosScan::inclusive_scan_along<0>(Exec(), columns(0), columns(4));
  KokkosScan::inclusive_scan_along<0>(Exec(), columns(4), columns(0));
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), table);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(host(i, 3), (i + 1) * (i + 2) / 2) << i;
  EXPECT_TRUE(rejects([&] { KokkosScan::inclusive_scan_along<0>(Exec(), columns(0), columns(3)); },
                      "inclusive_scan_along", "in and out overlap partially"));
}

/// Values so wide that a few for each thread are more than a team's scratch. An odd number of bytes
/// is not moved by words, of which compilers would unroll thousands.
struct Wide {
  static constexpr int width = on_host ? 4001 : 65;
  std::int8_t parts[width];
  Wide() = default;
  explicit KOKKOS_FUNCTION Wide(std::int8_t x) {
    for (auto& part : parts) part = x;
  }
  explicit KOKKOS_FUNCTION operator std::int8_t() const { return parts[0]; }
};
struct WideMax {
  using value_type = Wide;
  static constexpr bool is_commutative = true;
  static KOKKOS_FUNCTION Wide identity() { return Wide(-128); }
  KOKKOS_FUNCTION Wide operator()(Wide const& left, Wide const& right) const {
    return left.parts[0] < right.parts[0] ? right : left;
  }
};

/// A call knows how much a team's scratch holds, and refuses too large tiles before it launches.
template <class T, DeviceScan V>
void expect_tiles_do_not_fit(std::size_t n) {
  constexpr ScanPolicy large{
      .lanes = on_host ? 1 : 32, .threads = on_host ? 1 : 8, .items = on_host ? 10 : 16};
  SCOPED_TRACE((describe<V, large>(n)));
  GuardedArray<T> const in(std::vector<T>(n, T(1))), out(n);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), WideMax{},
                                   ScanOptions<V, large>{});
      },
      "inclusive_scan", "tiles of " + std::to_string(large.tile()) + " elements (ScanPolicy) need ",
      {"bytes of team scratch, there are "}));
  EXPECT_TRUE(out.is_untouched());
}

TEST(ScanErrors, TilesThatDoNotFitInScratch) {
  expect_tiles_do_not_fit<Wide, DeviceScan::hierarchical>(10);
  expect_tiles_do_not_fit<Wide, DeviceScan::look_back>(10);
  expect_tiles_do_not_fit<Wide, DeviceScan::work_ahead>(10);
  // Tiles of the bytes would fit, tiles of their values do not.
  expect_tiles_do_not_fit<std::int8_t, DeviceScan::hierarchical>(50000);
}

TEST(ScanErrors, OptionsWithoutTheWorkspaceTheyPromise) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), out(10);
  ScanOptions<DeviceScan::automatic, ScanPolicy{}, Exec> const options;
  EXPECT_TRUE(rejects(
      [&] { KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), options); },
      "inclusive_scan", "options name the type of a workspace but none, need with(workspace)"));
  EXPECT_TRUE(out.is_untouched());
}

TEST(ScanErrors, TeamsOfMoreThreadsThanThereAre) {
  constexpr ScanPolicy large{.lanes = on_host ? 1 : 32, .threads = on_host ? 2000 : 64, .items = 2};
  GuardedArray<int> const in(std::vector<int>(10, 1)), out(10);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(),
                                   ScanOptions<DeviceScan::hierarchical, large>{});
      },
      "inclusive_scan",
      on_host ? "policy of options has teams of 2000 threads, exec has teams of at most "
              : "policy of options has teams of 64 threads with 32 lanes, a GPU's have at most "
                "1024 lanes in all"));
  EXPECT_TRUE(out.is_untouched());
}

TEST(ScanErrors, VariantsThatAreNotReproducible) {
  GuardedArray<double> const in(std::vector<double>(10, 1)), out(10);
  auto const scan = [&](auto const& options) {
    return [&, options] {
      KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), KokkosScan::Sum<double>{},
                                 options);
    };
  };
  using KokkosScan::ScanOptions;
  EXPECT_TRUE(rejects(scan(ScanOptions<DeviceScan::look_back>{}.reproducible()), "inclusive_scan",
                      "options ask for reproducible results of look_back"));
  EXPECT_TRUE(out.is_untouched());
  EXPECT_NO_THROW(scan(ScanOptions<DeviceScan::work_ahead>{}.reproducible())());
  GuardedArray<int> const keys(std::vector<int>(10, 1)), whole(10);
  EXPECT_NO_THROW(
      KokkosScan::inclusive_scan_by_key(Exec(), keys.const_view(), keys.const_view(), whole.view(),
                                        ScanOptions<DeviceScan::look_back>{}.reproducible()));
}

}  // namespace KokkosScanTest
