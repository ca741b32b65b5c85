// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "errors.hpp"
#include "extraction_drivers.hpp"
#include "silent_calls.hpp"

namespace KokkosScanTest {

/// Tiles of one team shape and, if there are enough threads, of another.
template <ExtractionPolicy One, ExtractionPolicy Two>
void check_tiles() {
  for (Spread const spread : all_spreads)
    for (std::size_t const bins : {1u, 8u, 255u, 256u, 1000u}) {
      auto const in = spread_elements<float>(spread, 20011, 1);
      UniformBins const binning(0.0f, 1.0f, bins);
      check_moves<One>(in, binning, bins);
      if (on_host && Exec().concurrency() < 2) continue;
      check_moves<Two>(in, binning, bins);
    }
}
TEST(ExtractBins, SortedTiles) {
  check_tiles<one_sorts, two_sort>();
  for (std::size_t const bins : {8u, 256u, 1000u})
    check_extraction<one_sorts>(spread_elements<float>(Spread::power_law, 20011, 1),
                                UniformBins(0.0f, 1.0f, bins), bins);
}

TEST(ExtractBins, TilesThatLookBack) {
  check_tiles<one_looks, two_look>();
  for (std::size_t const n : awkward_sizes())
    check_moves<one_looks>(spread_elements<double>(Spread::half_outside, n, 1),
                           UniformBins(0.0, 1.0, 100), 100);
}

/// The same with digits of three bits.
inline constexpr ExtractionPolicy narrow = [] {
  ExtractionPolicy policy = one_looks;
  policy.digit_bits = 3;
  return policy;
}();

/// Two digits and more; the bins use all values of the last digit or only some.
TEST(ExtractBins, DigitsThatLookBack) {
  for (std::size_t const n : awkward_sizes())
    check_moves<narrow>(spread_elements<float>(Spread::half_outside, n, 1),
                        UniformBins(0.0f, 1.0f, 60), 60);
  for (std::size_t const bins : {9u, 60u, 64u, 65u, 500u, 5000u})
    check_extraction<narrow>(spread_elements<float>(Spread::half_outside, 20011, 1),
                             UniformBins(0.0f, 1.0f, bins), bins);
}

/// Numbers of elements and bins at which the algorithm changes: one tile that finds its offsets,
/// short tiles, long tiles or pieces; offsets by the last team of the histogram or by a scan.
TEST(ExtractBins, WhereTheWayChanges) {
  namespace tuning = KokkosScan::tuning;
  constexpr std::size_t tile = on_host ? 4096 : tuning::short_tiles_policy<Exec>(4).tile();
  constexpr std::size_t few = on_host ? 8192 : tuning::max_bytes_in_short_tiles / 4;
  for (std::size_t const n : {tile - 1, tile, tile + 1, few, few + 1})
    for (std::size_t const bins : {8u, 9u, 256u, 1000u})
      check_moves(spread_elements<float>(Spread::half_outside, n, 1), UniformBins(0.0f, 1.0f, bins),
                  bins);
  constexpr std::size_t most = KokkosScan::detail::TeamSums::most;
  for (std::size_t const bins : {most - 1, most, most + 1})
    check_moves(spread_elements<double>(Spread::half_outside, 20011, 1),
                UniformBins(0.0, 1.0, bins), bins);
}
/// The tuned shapes for large arrays, used with small arrays.
TEST(ExtractBins, ShapesForManyItems) {
  if constexpr (on_host) {
    GTEST_SKIP() << "CPUs have one shape";
  } else {
    namespace tuning = KokkosScan::tuning;
    constexpr ExtractionPolicy tiles = tuning::look_back_extraction_policy<Exec>(9);
    constexpr ExtractionPolicy pieces = tuning::extraction_policy<Exec>(8);
    for (std::size_t const bins : {7u, 256u, 1000u}) {
      auto const in = spread_elements<double>(Spread::half_outside, 50021, 1);
      check_extraction<tiles>(in, UniformBins(0.0, 1.0, bins), bins);
      check_extraction<pieces>(in, UniformBins(0.0, 1.0, bins), bins);
    }
  }
}
TEST(ExtractBins, LaunchesAsFewKernelsAsPossible) {
  constexpr std::size_t bins = 100;
  Exec const exec;
  KokkosScan::Workspace<Exec> workspace(exec);
  auto const options = ExtractionOptions<one_looks>{}.with(workspace);
  Kokkos::View<int*, Exec> const offsets("offsets", bins + 1);
  auto const launches = [&](std::size_t n, auto const& how) {
    Kokkos::View<float*, Exec> const in("in", n), out("out", n);
    return expect_neither_allocation_nor_fence(exec, [&] {
      KokkosScan::extract_bins("counted", exec, in, UniformBins(0.0f, 1.0f, bins), out, offsets,
                               how);
    });
  };
  constexpr std::size_t tile = one_looks.tile();
  Kokkos::View<int*, Exec> const many("many", 1001);
  auto const launches_by_digits = [&](auto const& how) {
    Kokkos::View<float*, Exec> const in("in", 20011), out("out", 20011);
    return expect_neither_allocation_nor_fence(exec, [&] {
      KokkosScan::extract_bins("counted", exec, in, UniformBins(0.0f, 1.0f, 1000), out, many, how);
    });
  };
  EXPECT_EQ(launches(tile, options), 1u);
  EXPECT_EQ(launches(tile + 1, options), 2u);
  EXPECT_EQ(launches(tile + 1, options.with_known_offsets()), 1u);
  // One pass for each digit. GPUs count all digits at once. Offsets are searched in the result.
  std::size_t const passes = 2, counts = on_host ? 2 : 1;
  EXPECT_EQ(launches_by_digits(options), counts + passes + 1);
  EXPECT_EQ(launches_by_digits(options.with_known_offsets()), counts + passes);
}

/// Calls with one workspace: a call must not take what an earlier call left there for its own.
TEST(ExtractBins, LookingBackAgain) {
  KokkosScan::Workspace<Exec> workspace;
  auto const options = ExtractionOptions<one_looks>{}.with(workspace);
  for (std::size_t const n : {20011u, 5003u, 20011u, 1u, 12345u}) {
    auto const input = spread_elements<float>(Spread::power_law, n, 1);
    UniformBins const binning(0.0f, 1.0f, n % 7 + 90);
    auto const expected = reference::extract(input, binning, binning.bins());
    GuardedArray<float> const in(input, 1);
    GuardedArray<int> const offsets(binning.bins() + 1), permutation(n);
    KokkosScan::bin_permutation(Exec(), in.const_view(), binning, permutation.view(),
                                offsets.view(), options);
    EXPECT_TRUE(permutation.holds(as<int>(expected.permutation))) << "n = " << n;
    EXPECT_TRUE(offsets.holds(as<int>(expected.offsets))) << "n = " << n;
  }
}

template <ExtractionPolicy P>
void check_known_offsets(std::size_t n, std::size_t bins) {
  SCOPED_TRACE(std::to_string(bins) + " bins, n = " + std::to_string(n));
  auto const input = spread_elements<float>(Spread::half_outside, n, 1);
  UniformBins const binning(0.0f, 1.0f, bins);
  auto const expected = reference::extract(input, binning, bins);
  GuardedArray<float> const in(input, 1);
  GuardedArray<int> const offsets(as<int>(expected.offsets), 1, 2);
  GuardedArray<int> const permutation(n), ranks(n);
  auto const known = ExtractionOptions<P>{}.with_known_offsets();
  KokkosScan::bin_permutation(Exec(), in.const_view(), binning, permutation.view(),
                              offsets.strided_view(), known);
  EXPECT_TRUE(permutation.holds(as<int>(expected.permutation)));
  EXPECT_TRUE(offsets.holds(as<int>(expected.offsets)));
  KokkosScan::bin_ranks(Exec(), in.const_view(), binning, ranks.view(), offsets.strided_view(),
                        known);
  EXPECT_TRUE(ranks.holds(as<int>(reference::ranks(expected)))) << "ranks";
  GuardedArray<float> const out(n, 1);
  KokkosScan::extract_bins(Exec(), in.const_view(), binning, out.view(), offsets.strided_view(),
                           known);
  auto elements = to_vector(out.view());
  for (std::size_t j = 0; j < n; ++j)
    if (j >= static_cast<std::size_t>(expected.offsets[bins])) {
      EXPECT_TRUE(is_poison(elements[j])) << "entry " << j;
      elements[j] = input[expected.permutation[j]];
    }
  std::vector<float> sorted;
  for (std::size_t const i : expected.permutation) sorted.push_back(input[i]);
  EXPECT_TRUE(equal_lists(elements, sorted));
}
TEST(ExtractBins, KnownOffsets) {
  for (std::size_t const n : {30u, 20011u})
    for (std::size_t const bins : {1u, 8u, 100u, 256u, 3000u}) {
      check_known_offsets<ExtractionPolicy{}>(n, bins);
      check_known_offsets<one_looks>(n, bins);
    }
  check_known_offsets<narrow>(20011, 500);
}

/// Offsets that are searched through a permutation; both arrays are strided.
TEST(BinPermutation, StridedByManyBins) {
  std::size_t const n = 20011, bins = 1000;
  auto const input = spread_elements<float>(Spread::half_outside, n, 1);
  UniformBins const binning(0.0f, 1.0f, bins);
  auto const expected = reference::extract(input, binning, bins);
  GuardedArray<float> const in(input, 1);
  GuardedArray<int> const permutation(n, 1, 3), offsets(bins + 1, 1, 2);
  KokkosScan::bin_permutation(Exec(), in.const_view(), binning, permutation.strided_view(),
                              offsets.strided_view(), ExtractionOptions<one_looks>{});
  EXPECT_TRUE(permutation.holds(as<int>(expected.permutation)));
  EXPECT_TRUE(offsets.holds(as<int>(expected.offsets)));
}
/// Elements whose alignment is larger than that of any register.
struct alignas(32) Wide {
  double x[4];
  bool operator==(Wide const& other) const { return x[0] == other.x[0] && x[3] == other.x[3]; }
};
void print(std::ostream& stream, Wide const& w) { stream << w.x[0]; }
struct BinOfWide {
  KOKKOS_FUNCTION int operator()(Wide const& w) const { return static_cast<int>(w.x[3]); }
};
template <ExtractionPolicy P>
void check_wide() {
  constexpr std::size_t n = 5003, bins = 9;
  std::vector<Wide> input(n);
  for (std::size_t i = 0; i < n; ++i) input[i] = {{double(i), 0, 0, double(i * i % bins)}};
  auto const expected = reference::extract(input, BinOfWide{}, bins);
  GuardedArray<Wide> const in(input), out(n);
  GuardedArray<int> const offsets(bins + 1);
  KokkosScan::extract_bins(Exec(), in.const_view(), BinOfWide{}, out.view(), offsets.view(),
                           ExtractionOptions<P>{});
  EXPECT_TRUE(out.holds(in_order_of(input, expected)));
}
TEST(ExtractBins, OverAlignedElements) {
  check_wide<one_sorts>();
  check_wide<one_looks>();
}

/// A binning is evaluated only for elements, not for the padding of the last tile.
struct BinOfId {
  Kokkos::View<int, Exec> asked_about_none;
  KOKKOS_FUNCTION int operator()(int id) const {
    if (id == 0) asked_about_none() = 1;
    return id % 10;
  }
};
template <ExtractionPolicy P>
void check_asked_about_elements() {
  constexpr std::size_t bins = 10;
  Kokkos::View<int, Exec> const asked_about_none("asked_about_none");
  for (std::size_t const n : {1u, 700u, 5003u}) {
    std::vector<int> ids(n);
    for (std::size_t i = 0; i < n; ++i) ids[i] = static_cast<int>(i) + 1;
    GuardedArray<int> const in(ids), out(n), offsets(bins + 1);
    BinOfId const binning{asked_about_none};
    KokkosScan::extract_bins(Exec(), in.const_view(), binning, out.view(), offsets.view(),
                             ExtractionOptions<P>{});
    KokkosScan::bin_ranks(Exec(), in.const_view(), binning, out.view(), offsets.view(),
                          ExtractionOptions<P>{});
  }
  int asked = -1;
  Kokkos::deep_copy(asked, asked_about_none);
  EXPECT_EQ(asked, 0);
}
TEST(ExtractBins, BinningsAreAskedAboutElements) {
  check_asked_about_elements<ExtractionPolicy{}>();
  check_asked_about_elements<one_sorts>();
  check_asked_about_elements<one_looks>();
}

/// Wrong offsets give a wrong result, but nothing is written outside the output.
template <ExtractionPolicy P>
void check_wrong_offsets(std::size_t bins) {
  SCOPED_TRACE(bins);
  constexpr std::size_t n = 20011;
  GuardedArray<float> const in(spread_elements<float>(Spread::uniform, n, 1), 1), out(n, 1);
  GuardedArray<int> const permutation(n, 1), ranks(n, 1);
  std::vector<int> wrong(bins + 1);
  for (std::size_t b = 0; b <= bins; ++b)
    wrong[b] = static_cast<int>(b % 3 == 0 ? n : b * 1000 % n);
  GuardedArray<int> const offsets(wrong);
  UniformBins const binning(0.0f, 1.0f, bins);
  auto const known = ExtractionOptions<P>{}.with_known_offsets();
  KokkosScan::extract_bins(Exec(), in.const_view(), binning, out.view(), offsets.view(), known);
  EXPECT_TRUE(out.guards_hold());
  KokkosScan::bin_permutation(Exec(), in.const_view(), binning, permutation.view(), offsets.view(),
                              known);
  EXPECT_TRUE(permutation.guards_hold());
  KokkosScan::bin_ranks(Exec(), in.const_view(), binning, ranks.view(), offsets.view(), known);
  EXPECT_TRUE(ranks.guards_hold());
}
TEST(ExtractBins, WrongOffsetsWriteNothingOutside) {
  for (std::size_t const bins : {8u, 100u, 3000u}) {
    check_wrong_offsets<ExtractionPolicy{}>(bins);
    check_wrong_offsets<one_looks>(bins);
  }
}

TEST(ExtractBins, AWorkspaceBelongsToOneInstance) {
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  if (instances[0] == instances[1]) GTEST_SKIP() << "the space has one instance only";
  KokkosScan::Workspace<Exec> workspace(instances[0]);
  GuardedArray<float> const in(std::vector<float>(10, 0.5f)), out(10);
  GuardedArray<int> const offsets(9);
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::extract_bins(instances[1], in.const_view(), UniformBins(0.0f, 1.0f, 8),
                                 out.view(), offsets.view(), ExtractionOptions<>{}.with(workspace));
      },
      "extract_bins", "workspace belongs to another execution space instance"));
  EXPECT_TRUE(out.is_untouched());
}

}  // namespace KokkosScanTest
