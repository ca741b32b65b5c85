// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "histogram_drivers.hpp"

#include <cstdint>

namespace KokkosScanTest {

using KokkosScan::GridBins;
using KokkosScan::IndexBins;
using KokkosScan::UniformBins;

template <class T>
void check_spreads() {
  constexpr double range = sizeof(T) == 1 ? 100 : 1e4;
  for (Spread const spread : all_spreads) {
    SCOPED_TRACE(name(spread));
    for (std::size_t const bins : {1u, 2u, 8u, 256u, 4096u}) {
      UniformBins const binning(T(0), static_cast<T>(range), bins);
      check_histogram<DeviceHistogram::automatic>(spread_elements<T>(spread, 20011, range), binning,
                                                  bins);
    }
  }
}

TEST(Histogram, FloatSpreads) { check_spreads<float>(); }
TEST(Histogram, DoubleSpreads) { check_spreads<double>(); }
TEST(Histogram, Int32Spreads) { check_spreads<std::int32_t>(); }
TEST(Histogram, UInt8Spreads) { check_spreads<std::uint8_t>(); }
TEST(Histogram, Int8Spreads) { check_spreads<std::int8_t>(); }
TEST(Histogram, Int64Spreads) { check_spreads<std::int64_t>(); }

TEST(Histogram, Strided) {
  check_strided_histogram<DeviceHistogram::automatic>(1.0f);
  check_strided_histogram<DeviceHistogram::shared_bins>(1.0f);
  check_strided_histogram<DeviceHistogram::automatic>(std::uint8_t(200));
  constexpr auto policy = in_small_scratch<1>;
  check_strided_histogram<DeviceHistogram::private_bins, policy>(1.0);
  check_strided_histogram<DeviceHistogram::shared_bins, policy>(1.0);
  check_strided_histogram<DeviceHistogram::partitioned_bins, policy>(1.0);
}

/// Where std::int64_t is long, long long is another type of the same size.
TEST(Histogram, LongLong) {
  std::vector<long long> const in{0, 3, 99, 100, -1, 50, 1ll << 40};
  check_histogram<DeviceHistogram::automatic>(in, UniformBins{0, 100, 10}, 10);
  check_histogram<DeviceHistogram::automatic>(in, UniformBins{0ll, 1ll << 40, 3}, 3);
}

TEST(Histogram, AwkwardSizes) {
  auto sizes = awkward_sizes();
  for (std::size_t const batches : {1, 2, 5})
    for (std::size_t const batch : {batch_of<float>}) {
      sizes.insert(sizes.end(), {batches * batch - 1, batches * batch, batches * batch + 1});
    }
  for (std::size_t const n : sorted(sizes)) {
    SCOPED_TRACE(n);
    auto const in = spread_elements<float>(Spread::uniform, n, 1);
    check_histogram<DeviceHistogram::automatic>(in, UniformBins(0.0f, 1.0f, 100), 100);
    check_histogram<DeviceHistogram::shared_bins>(in, UniformBins(0.0f, 1.0f, 100), 100);
  }
}

/// So many bins that a CPU keeps few copies; the first elements of a batch may be in no bin.
TEST(Histogram, FewCopies) {
  for (Spread const spread : {Spread::sorted, Spread::half_outside})
    for (std::size_t const bins : {2000u, 4096u, 20000u}) {
      SCOPED_TRACE(name(spread) + ", " + std::to_string(bins) + " bins");
      auto const in = spread_elements<float>(spread, 50021, 1);
      check_histogram<DeviceHistogram::private_bins>(in, UniformBins(0.0f, 1.0f, bins), bins);
    }
}

TEST(Histogram, ManyBins) {
  for (std::size_t const bins : {11001u, 12032u, 30000u, 65536u, 200000u, 1u << 20}) {
    SCOPED_TRACE(bins);
    for (Spread const spread : {Spread::uniform, Spread::power_law, Spread::one_bin}) {
      auto const in = spread_elements<double>(spread, 150011, 1);
      check_histogram<DeviceHistogram::automatic>(in, UniformBins(0.0, 1.0, bins), bins);
      check_histogram<DeviceHistogram::shared_bins>(in, UniformBins(0.0, 1.0, bins), bins);
      check_histogram<DeviceHistogram::private_bins>(in, UniformBins(0.0, 1.0, bins), bins);
      check_histogram<DeviceHistogram::partitioned_bins>(in, UniformBins(0.0, 1.0, bins), bins);
    }
  }
}

template <int Threads>
void check_small_scratch() {
  constexpr auto policy = in_small_scratch<Threads>;
  for (Spread const spread : all_spreads)
    for (std::size_t const bins : {3u, 100u, 1007u, 1008u, 1023u, 1024u, 5001u, 30000u}) {
      SCOPED_TRACE(name(spread) + ", teams of " + std::to_string(policy.threads));
      auto const in = spread_elements<float>(spread, 150011, 1);
      UniformBins const binning(0.0f, 1.0f, bins);
      check_histogram<DeviceHistogram::automatic, int, policy>(in, binning, bins);
      check_histogram<DeviceHistogram::private_bins, long, policy>(in, binning, bins);
      check_histogram<DeviceHistogram::shared_bins, int, policy>(in, binning, bins);
      check_histogram<DeviceHistogram::partitioned_bins, int, policy>(in, binning, bins);
    }
}
TEST(Histogram, SmallScratch) {
  check_small_scratch<1>();
  if (!on_host || Exec().concurrency() >= 2) check_small_scratch<2>();
}

TEST(Histogram, AwkwardSizesPartitioned) {
  constexpr auto policy = in_small_scratch<1>;  // nvcc takes no variable template as an argument
  for (std::size_t const n : awkward_sizes())
    check_histogram<DeviceHistogram::partitioned_bins, int, policy>(
        spread_elements<float>(Spread::uniform, n, 1), UniformBins(0.0f, 1.0f, 5001), 5001);
}

/// More elements of one bin than 16 bits can count, by one team.
TEST(Histogram, HotBinsAmongMany) {
  std::vector<int> in(3000017, 12345);
  for (std::size_t i = 0; i < in.size(); i += 3) in[i] = static_cast<int>(i % 60000);
  check_histogram<DeviceHistogram::private_bins>(in, IndexBins(60000), 60000);
  check_histogram<DeviceHistogram::shared_bins>(in, IndexBins(60000), 60000);
  check_histogram<DeviceHistogram::partitioned_bins>(in, IndexBins(60000), 60000);
}

/// The last bins that a small cache can identify by 16-bit tags, and the following bins, which it
/// never holds.
TEST(Histogram, BinsBehindTheTagsOfACache) {
  constexpr int slots = 64, first = 0xffff * slots;
  constexpr KokkosScan::HistogramPolicy policy{.threads = on_host ? 1 : 64,
                                               .access_bytes = 4,
                                               .scratch_bytes = on_host ? 0 : 4096,
                                               .cached_bins = slots};
  std::vector<int> in;
  for (int i = 0; i < 1000; ++i) in.push_back(first - slots + i % (3 * slots));
  check_histogram<DeviceHistogram::shared_bins, int, policy>(in, IndexBins(1 << 23), 1 << 23);
}

TEST(Histogram, CountTypes) {
  auto const in = spread_elements<float>(Spread::uniform, 5003, 1);
  UniformBins const binning(0.0f, 1.0f, 100);
  check_histogram<DeviceHistogram::automatic, std::int8_t>(in, binning, 100);
  check_histogram<DeviceHistogram::automatic, std::uint16_t>(in, binning, 100);
  check_histogram<DeviceHistogram::automatic, std::int64_t>(in, binning, 100);
  check_histogram<DeviceHistogram::shared_bins, std::uint64_t>(in, binning, 100);
  check_histogram<DeviceHistogram::automatic, double>(in, binning, 100);
}

/// More zeros than a float can count one by one; later additions of one would be lost.
TEST(Histogram, FloatCountsOfBytesAreExact) {
  std::vector<std::uint8_t> bytes(std::size_t(1) << 24, 0);
  for (int value = 1; value < 256; ++value) bytes.push_back(static_cast<std::uint8_t>(value));
  GuardedArray<std::uint8_t> const in(bytes);
  GuardedArray<float> const counts(1);
  KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0, 256, 1), counts.view());
  EXPECT_TRUE(counts.holds({static_cast<float>(bytes.size())}));
}

TEST(Histogram, TooSmallCountsWrap) {
  constexpr int largest = std::numeric_limits<int>::max();
  GuardedArray<float> const in(std::vector<float>(3, 0.5f));
  GuardedArray<int> const counts(std::vector<int>{largest});
  KokkosScan::histogram(Exec(), in.const_view(), UniformBins(0.0f, 1.0f, 1), counts.view(),
                        KokkosScan::HistogramOptions<>{}.accumulate());
  EXPECT_TRUE(counts.holds({std::numeric_limits<int>::min() + 2}));
}

/// Bins by fields of a struct, found by a callable; some results are no bins.
struct KindOfParticle {
  template <class T>
  KOKKOS_FUNCTION long long operator()(T const& x) const {
    return x.a % 3 == 0 ? -5 : static_cast<long long>(x.b % 20) - 3;
  }
};

TEST(Histogram, CallablesAndStructs) {
  auto const in = random_elements<Heisenberg>(20011);
  check_histogram<DeviceHistogram::automatic>(in, KindOfParticle{}, 12);
  check_histogram<DeviceHistogram::shared_bins>(in, KindOfParticle{}, 12);
  check_histogram<DeviceHistogram::automatic>(in, KindOfParticle{}, 1);
}

struct RedOf {
  KOKKOS_FUNCTION int operator()(Rgb const& x) const { return x.r; }
};
/// Looks up each element in a table that has entries only for values that occur.
struct Looked {
  Kokkos::View<int const*, Memory> classes;
  KOKKOS_FUNCTION int operator()(std::uint8_t x) const {
    if (x >= classes.extent(0)) Kokkos::abort("called for a value that is no element");
    return classes(x);
  }
};
TEST(Histogram, BytesAreBinnedOnlyIfTheyAreElements) {
  GuardedArray<int> const classes(std::vector<int>{2, 0, 2, 1});
  GuardedArray<std::uint8_t> const in(std::vector<std::uint8_t>{0, 1, 2, 3, 3, 0, 2});
  GuardedArray<int> const counts(3);
  KokkosScan::histogram(Exec(), in.const_view(), Looked{classes.const_view()}, counts.view());
  EXPECT_TRUE(counts.holds({1, 2, 4}));
}

TEST(Histogram, ThreeByteElements) {
  check_histogram<DeviceHistogram::automatic>(random_elements<Rgb>(5003), RedOf{}, 200);
}

TEST(Histogram, EdgesOfUnequalWidth) {
  std::vector<double> const values{0, 0.01, 0.1, 0.15, 0.5, 0.75, 1};
  GuardedArray<double> const edges(values);
  auto const in = spread_elements<double>(Spread::power_law, 20011, 1.2);
  std::vector<long> expected(6, 0);
  for (double const x : in)
    for (int b = 0; b < 6; ++b)
      if (values[b] <= x && (x < values[b + 1] || (b == 5 && x == 1))) ++expected[b];
  GuardedArray<double> const device(in);
  GuardedArray<long> const counts(6);
  KokkosScan::histogram(Exec(), device.const_view(), KokkosScan::EdgeBins(edges.const_view()),
                        counts.view());
  EXPECT_TRUE(counts.holds(expected));
}

TEST(Histogram, PointsOfAGrid) {
  constexpr std::size_t n = 5003;
  GridBins<2> const grid({0, 0}, {1, 1}, {7, 5});
  std::vector<int> expected(35, 0);
  Kokkos::View<double* [2], Kokkos::LayoutLeft, Memory> const left("points", n);
  Kokkos::View<double* [2], Kokkos::LayoutRight, Memory> const right("points", n);
  Array<Kokkos::Array<double, 2>> const packed("points", n);
  auto const host_left = Kokkos::create_mirror_view(left);
  auto const host_right = Kokkos::create_mirror_view(right);
  auto const host_packed = Kokkos::create_mirror_view(packed);
  for (std::size_t i = 0; i < n; ++i) {
    Kokkos::Array<double, 2> const x{1.1 * random_unit(1, i), random_unit(2, i)};
    for (int d = 0; d < 2; ++d) host_left(i, d) = host_right(i, d) = x[d];
    host_packed(i) = x;
    if (x[0] <= 1) ++expected[static_cast<int>(x[0] * 7) * 5 + static_cast<int>(x[1] * 5)];
  }
  Kokkos::deep_copy(left, host_left);
  Kokkos::deep_copy(right, host_right);
  Kokkos::deep_copy(packed, host_packed);
  GuardedArray<int> const a(35), b(35), c(35);
  KokkosScan::histogram(Exec(), left, grid, a.view());
  KokkosScan::histogram(Exec(), right, grid, b.view());
  KokkosScan::histogram(Exec(), packed, grid, c.view());
  EXPECT_TRUE(a.holds(expected));
  EXPECT_TRUE(b.holds(expected));
  EXPECT_TRUE(c.holds(expected));
}

}  // namespace KokkosScanTest
