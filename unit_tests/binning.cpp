// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/binning.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "errors.hpp"
#include "generators.hpp"

/// \file Every binning against its definition, on the host.

namespace KokkosScanTest {

using KokkosScan::EdgeBins;
using KokkosScan::GridBins;
using KokkosScan::IndexBins;
using KokkosScan::no_bin;
using KokkosScan::OutOfRange;
using KokkosScan::OverflowBin;
using KokkosScan::UniformBins;

__extension__ typedef __int128 Wide;

/// Expects ⌊(x − lo) · n / (hi − lo)⌋, computed by a division in 128 bits.
template <class T>
int exact_bin(T x, T lo, T hi, int n) {
  if (x < lo || x > hi) return no_bin;
  auto const bin = static_cast<int>((Wide(x) - Wide(lo)) * n / (Wide(hi) - Wide(lo)));
  return bin < n ? bin : n - 1;
}

template <class T>
void expect_exact(T lo, T hi, int n) {
  UniformBins const bins(lo, hi, n);
  auto const expect_at = [&](T x) {
    ASSERT_EQ(bins(x), exact_bin(x, lo, hi, n))
        << "x " << +x << ", lo " << +lo << ", hi " << +hi << ", n " << n;
  };
  for (T const x : {lo, hi, std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T(0)})
    expect_at(x);
  for (int i = 0; i < 2000; ++i) {
    expect_at(static_cast<T>(random_bits(static_cast<std::uint64_t>(n), i)));
    // Around the edges, where errors of a rounded reciprocal show first.
    Wide const edge = Wide(lo) + (Wide(hi) - Wide(lo)) * (i % (n + 1)) / n;
    for (int d = -1; d <= 1; ++d) expect_at(static_cast<T>(edge + d));
  }
}

TEST(UniformBins, IntegersAreExact) {
  for (int const n : {1, 2, 3, 7, 8, 255, 256, 4096, 1000003}) {
    expect_exact<int>(0, 1000, n);
    expect_exact<int>(-7, 5, n);
    expect_exact<int>(0, n, n);
    expect_exact<int>(std::numeric_limits<int>::min(), std::numeric_limits<int>::max(), n);
    expect_exact<unsigned>(0, std::numeric_limits<unsigned>::max(), n);
    expect_exact<unsigned>(5, 4000000000u, n);
    expect_exact<std::int8_t>(-128, 127, n);
    expect_exact<std::uint16_t>(3, 65000, n);
    expect_exact<std::int64_t>(-5, std::int64_t(1) << 33, n);
    expect_exact<std::int64_t>(std::numeric_limits<std::int64_t>::min(),
                               std::numeric_limits<std::int64_t>::max(), n);
    expect_exact<std::uint64_t>(1, std::numeric_limits<std::uint64_t>::max(), n);
  }
}

TEST(UniformBins, OtherIntegersThanTheBounds) {
  UniformBins const bins(0, 100, 10);
  EXPECT_EQ(bins(std::int64_t(1) << 40), no_bin);
  EXPECT_EQ(bins(4000000000u), no_bin);
  EXPECT_EQ(bins(std::uint8_t(55)), 5);
  UniformBins const natural(10u, 20u, 10);
  EXPECT_EQ(natural(-1), no_bin);
  EXPECT_EQ(natural(10), 0);
  EXPECT_EQ(natural(20), 9);
  EXPECT_EQ(UniformBins(10u, 20u, 10, OutOfRange::clamp)(-1), 0);
  EXPECT_EQ(UniformBins(0ul, 20ul, 10, OutOfRange::clamp)(-1), 0);
  EXPECT_EQ(UniformBins(0ul, 20ul, 10)(-1), no_bin);
}

TEST(UniformBins, BoundsOfTwoTypes) {
  auto const expect = []<class T>(UniformBins<T> const& bins, T const& hi) {
    EXPECT_EQ(bins.hi(), hi);
    EXPECT_EQ(bins(T(1)), 5);
  };
  expect(UniformBins{0, 2.0, 10}, 2.0);
  expect(UniformBins{0.0f, 2.0, 10}, 2.0);
  expect(UniformBins{0, 2.0f, 10, OutOfRange::clamp}, 2.0f);
  expect(UniformBins(short(0), 2, 10), 2);
  expect(UniformBins(0, 2l, 10), 2l);
  expect(UniformBins{0u, 2.0, 10u}, 2.0);
  for (int lo = 0; lo < 1; ++lo) expect(UniformBins{lo, 2.0, 10}, 2.0);  // not a constant
  expect(UniformBins{static_cast<unsigned short>(0), 2, 10}, 2);
}

/// Negative bounds with unsigned elements, which are never negative.
TEST(UniformBins, NegativeBoundsOfUnsignedElements) {
  auto const expect = [](auto x, int bin, int clamped) {
    SCOPED_TRACE(x);
    EXPECT_EQ(UniformBins(-10, 10, 20)(x), bin);
    EXPECT_EQ(UniformBins(-10, 10, 20, OutOfRange::clamp)(x), clamped);
    EXPECT_EQ(UniformBins(-10l, -1l, 9)(x), no_bin);
    EXPECT_EQ(UniformBins(-10l, -1l, 9, OutOfRange::clamp)(x), 8);
  };
  expect(std::uint64_t(0), 10, 10);
  expect(std::uint64_t(9), 19, 19);
  expect(std::uint64_t(10), 19, 19);
  expect(std::uint64_t(11), no_bin, 19);
  expect(std::numeric_limits<std::uint64_t>::max(), no_bin, 19);
  expect(3u, 13, 13);
}

TEST(UniformBins, HalfOpenAndTheLastClosed) {
  UniformBins const bins(0.0f, 1.0f, 8);
  EXPECT_EQ(bins.bins(), 8u);
  for (int b = 0; b < 8; ++b) {
    float const edge = static_cast<float>(b) / 8;
    EXPECT_EQ(bins(edge), b);
    if (b > 0) {
      EXPECT_EQ(bins(std::nextafter(edge, -1.0f)), b - 1);
    }
  }
  EXPECT_EQ(bins(1.0f), 7);
  EXPECT_EQ(bins(std::nextafter(1.0f, 2.0f)), no_bin);
  EXPECT_EQ(bins(-std::numeric_limits<float>::denorm_min()), no_bin);
  EXPECT_EQ(bins(0.5), 4) << "a double";
  EXPECT_EQ(bins(1), 7) << "an int";
}

/// Also where a float can no longer distinguish neighboring bins.
TEST(UniformBins, TheUpperBoundIsInTheLastBin) {
  for (int n = 1; n > 0 && n <= 1 << 30; n += 1 + n / 300)
    for (float const lo : {0.0f, -2.5f, 16.5526f})
      for (float const hi : {17.0f, 26.8881f, 49.0f, 3e7f}) {
        UniformBins const bins(lo, hi, n, OutOfRange::clamp);
        ASSERT_EQ(bins(hi), n - 1) << n << " bins, lo " << lo << ", hi " << hi;
        ASSERT_EQ(bins(2 * hi), n - 1) << n << " bins, lo " << lo << ", hi " << hi;
      }
}

TEST(UniformBins, OutOfRangeAndNaN) {
  for (double const infinity : {std::numeric_limits<double>::infinity()}) {
    UniformBins const discard(-1.0, 1.0, 4), clamp(-1.0, 1.0, 4, OutOfRange::clamp);
    for (double const x : {-1.5, -1e300, -infinity}) {
      EXPECT_EQ(discard(x), no_bin);
      EXPECT_EQ(clamp(x), 0);
    }
    for (double const x : {1.5, 1e300, infinity}) {
      EXPECT_EQ(discard(x), no_bin);
      EXPECT_EQ(clamp(x), 3);
    }
    EXPECT_EQ(discard(std::nan("")), no_bin);
    EXPECT_EQ(clamp(std::nan("")), no_bin);
  }
  UniformBins const whole(0, 10, 5, OutOfRange::clamp);
  EXPECT_EQ(whole(-3), 0);
  EXPECT_EQ(whole(std::int64_t(1) << 40), 4);
}

TEST(UniformBins, RealsFollowTheFormula) {
  for (int const n : {1, 3, 7, 100, 4096, 1 << 20}) {
    UniformBins const bins(-2.5f, 3.7f, n);
    float const scale = static_cast<float>(n / (double(3.7f) - double(-2.5f)));
    for (int i = 0; i < 5000; ++i) {
      auto const x = static_cast<float>(-2.5 + 6.2 * random_unit(3, i));
      if (x > 3.7f) continue;
      volatile float const distance = x - -2.5f;  // volatile: one rounding per step
      volatile float const place = distance * scale;
      EXPECT_EQ(bins(x), std::min(static_cast<int>(place), n - 1)) << x;
    }
  }
}

TEST(EdgeBins, AgainstALinearSearch) {
  for (int const n : {1, 2, 3, 4, 5, 7, 8, 9, 31, 100}) {
    Kokkos::View<double*, Kokkos::HostSpace> const edges("edges", n + 1);
    for (int i = 0; i <= n; ++i) edges(i) = std::sqrt(i) - 1;
    if (n > 4) edges(3) = edges(4);  // an empty bin
    EdgeBins const discard(edges), clamp(edges, OutOfRange::clamp);
    EXPECT_EQ(discard.bins(), static_cast<std::size_t>(n));
    auto const expect_at = [&](double x) {
      int expected = no_bin;
      for (int b = 0; b < n; ++b)
        if (edges(b) <= x && x < edges(b + 1)) expected = b;
      if (x == edges(n)) expected = n - 1;
      EXPECT_EQ(discard(x), expected) << x << " of " << n;
      int const clamped = x < edges(0) ? 0 : (x > edges(n) ? n - 1 : expected);
      EXPECT_EQ(clamp(x), clamped) << x << " of " << n;
      for (int b = -1; b <= n; ++b) {
        EXPECT_EQ(discard.has(b, x), b >= 0 && b == expected) << x << ", bin " << b << " of " << n;
        EXPECT_EQ(clamp.has(b, x), b == clamped) << x << ", bin " << b << " of " << n;
      }
      double const batch[] = {x, x + 1, x - 1, x, x + 0.1, x, x, x, x, x, x, x, x, x, x, edges(n)};
      int bins[16], clamped_bins[16];
      discard.find_batch(batch, n, bins);
      clamp.find_batch(batch, n, clamped_bins);
      for (int k = 0; k < 16; ++k) {
        int const one = discard(batch[k]);
        EXPECT_EQ(bins[k], one == no_bin ? n : one) << batch[k] << " of " << n;
        EXPECT_EQ(clamped_bins[k], clamp(batch[k])) << batch[k] << " of " << n;
      }
    };
    for (int i = 0; i <= n; ++i)
      for (double const x :
           {edges(i), std::nextafter(edges(i), -9.0), std::nextafter(edges(i), 99.0)})
        expect_at(x);
    for (int i = 0; i < 300; ++i) expect_at(12 * random_unit(5, i) - 2);
    EXPECT_EQ(clamp(std::nan("")), no_bin);
    EXPECT_FALSE(clamp.has(0, std::nan("")));
  }
}

TEST(EdgeBins, NegativeEdgesOfUnsignedElements) {
  Kokkos::View<int*, Kokkos::HostSpace> const edges("edges", 3);
  edges(0) = -10, edges(2) = 10;
  EdgeBins const bins(edges);
  EXPECT_EQ(bins(0u), 1);
  EXPECT_EQ(bins(std::uint64_t(10)), 1);
  EXPECT_EQ(bins(11u), no_bin);
  EXPECT_EQ(bins(-1), 0);
}

TEST(EdgeBins, TooManyAreRefused) {
  double const nothing = 0;
  using Edges = Kokkos::View<double const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  EdgeBins const beyond_int(Edges(&nothing, (std::size_t(1) << 31) + 1));
  EXPECT_EQ(beyond_int.bins(), std::size_t(1) << 31);
  EXPECT_TRUE(rejects([&] { beyond_int.check("histogram"); }, "histogram",
                      "binning has 2147483648 bins, needs fewer than 2147483648"));
  EdgeBins const many(Edges(&nothing, (std::size_t(1) << 30) + 2));
  EXPECT_TRUE(rejects([&] { many.check("histogram"); }, "histogram",
                      "binning has 1073741825 bins, needs at most 1073741824 with edges"));
}

TEST(IndexBins, IsTheElement) {
  IndexBins const discard(5), clamp(5, OutOfRange::clamp);
  for (int x = -3; x < 9; ++x) {
    EXPECT_EQ(discard(x), x >= 0 && x < 5 ? x : no_bin);
    EXPECT_EQ(clamp(x), x < 0 ? 0 : (x < 5 ? x : 4));
  }
  EXPECT_EQ(discard(std::numeric_limits<std::uint64_t>::max()), no_bin);
  enum class Kind : std::uint8_t { gas = 1, dust = 7 };
  EXPECT_EQ(discard(Kind::gas), 1);
  EXPECT_EQ(discard(Kind::dust), no_bin);
}

TEST(Binnings, CallablesMayGiveEnumerators) {
  enum class Kind : std::int8_t { none = -1, gas = 1, dust = 7 };
  auto const kind_of = [](int x) { return x < 0 ? Kind::none : x < 10 ? Kind::gas : Kind::dust; };
  static_assert(KokkosScan::Binning<decltype(kind_of), int>);
  EXPECT_EQ(KokkosScan::detail::bin_of(kind_of, 3, 5), 1);
  EXPECT_EQ(KokkosScan::detail::bin_of(kind_of, -3, 5), no_bin);
  EXPECT_EQ(KokkosScan::detail::bin_of(kind_of, 30, 5), no_bin);
  EXPECT_EQ(KokkosScan::detail::bin_of(kind_of, 30, 8), 7);
  auto const real = [](int x) { return 0.5 * x; };
  static_assert(!KokkosScan::Binning<decltype(real), int>);
}

TEST(GridBins, LastAxisFastest) {
  GridBins<3> const grid({0, 0, 0}, {2, 3, 4}, {2, 3, 4});
  EXPECT_EQ(grid.bins(), 24u);
  using Point = Kokkos::Array<double, 3>;
  int bin = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) EXPECT_EQ(grid(Point{i + 0.5, j + 0.5, k + 0.5}), bin++);
  EXPECT_EQ(grid(Point{2, 3, 4}), 23);
  EXPECT_EQ(grid(Point{0.5, 3.5, 0.5}), no_bin);
  GridBins const deduced(Kokkos::Array<float, 2>{0, 0}, Kokkos::Array<float, 2>{1, 1},
                         Kokkos::Array<int, 2>{4, 5});
  static_assert(std::is_same_v<decltype(deduced), GridBins<2, float> const>);
  EXPECT_EQ(deduced.bins(), 20u);
  GridBins<2, float> const clamp({0, 0}, {1, 1}, {4, 4}, OutOfRange::clamp);
  EXPECT_EQ(clamp(Kokkos::Array<float, 2>{-5, 0.9f}), 3);
}

TEST(OverflowBin, HasWhatTheOthersLeave) {
  OverflowBin const uniform(UniformBins(0.0, 1.0, 4));
  EXPECT_EQ(uniform.bins(), 5u);
  EXPECT_EQ(uniform(0.3), 1);
  EXPECT_EQ(uniform(1.0), 3);
  for (double const x : {-0.1, 1.1, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(uniform(x), 4) << x;
  OverflowBin const clamp(UniformBins(0.0, 1.0, 4, OutOfRange::clamp));
  EXPECT_EQ(clamp(7.0), 3);
  EXPECT_EQ(clamp(std::nan("")), 4) << "NaN is not clamped";
  OverflowBin const index(IndexBins(3));
  EXPECT_EQ(index(2), 2);
  EXPECT_EQ(index(-1), 3);
  EXPECT_EQ(index(std::uint64_t(3)), 3);
  OverflowBin const grid(GridBins<2>({0, 0}, {1, 1}, {2, 2}));
  static_assert(decltype(grid)::dimensions == 2);
  EXPECT_EQ(grid(Kokkos::Array<double, 2>{0.9, 0.1}), 2);
  EXPECT_EQ(grid(Kokkos::Array<double, 2>{0.9, 1.1}), 4);
}

TEST(OverflowBin, OfACallable) {
  OverflowBin const bins([](int x) { return 2 * x; }, 6);
  EXPECT_EQ(bins.bins(), 7u);
  EXPECT_EQ(bins(2), 4);
  EXPECT_EQ(bins(3), 6);
  EXPECT_EQ(bins(-1), 6);
  static_assert(KokkosScan::SizedBinning<decltype(bins)>);
  static_assert(!KokkosScan::Binning<decltype(OverflowBin(IndexBins(3))), double>);
}

TEST(OverflowBin, IsCheckedAsWhatItWraps) {
  auto const check = [](auto const& binning) { return [=] { binning.check("f"); }; };
  EXPECT_TRUE(rejects(check(OverflowBin(UniformBins(2, 1, 4))), "f", "binning has lo 2 and hi 1"));
  EXPECT_TRUE(rejects(check(OverflowBin([](int x) { return x; }, 0)), "f", "binning has 0 bins"));
  OverflowBin<KokkosScan::IndexBins> const one(IndexBins(1));
  EXPECT_NO_THROW(one.check("f"));
}

TEST(Binnings, NumbersAreChecked) {
  auto const check = [](auto const& binning) { return [=] { binning.check("f"); }; };
  EXPECT_TRUE(rejects(check(UniformBins(0.0, 1.0, 0)), "f", "binning has 0 bins"));
  EXPECT_TRUE(rejects(check(UniformBins(0.0, 1.0, -4)), "f", "binning has 0 bins"));
  EXPECT_TRUE(
      rejects(check(UniformBins(1.0, 1.0, 4)), "f", "binning has lo 1 and hi 1, needs lo < hi"));
  EXPECT_TRUE(
      rejects(check(UniformBins(3, 2, 4)), "f", "binning has lo 3 and hi 2, needs lo < hi"));
  EXPECT_TRUE(
      rejects(check(UniformBins(0.0, std::nan(""), 4)), "f", "binning has lo 0 and hi nan"));
  EXPECT_TRUE(rejects(check(UniformBins(-1e308, 1e308, 4)), "f", "binning has lo -1e+308"));
  EXPECT_TRUE(rejects(check(IndexBins(0)), "f", "binning has 0 bins"));
  EXPECT_TRUE(rejects(check(IndexBins(-1)), "f", "binning has 0 bins (n is 0 or negative)"));
  EXPECT_TRUE(
      rejects(check(GridBins<2>({0, 0}, {1, 1}, {4, 0})), "f", "axis 1 of binning has 0 bins"));
  EXPECT_TRUE(rejects(check(GridBins<2>({0, 0}, {1, 1}, {1 << 16, 1 << 16})), "f",
                      "binning has 4294967296 cells"));
  EXPECT_TRUE(rejects(check(UniformBins(1.0000000001, 1.0, 4)), "f",
                      "binning has lo 1.0000000001 and hi 1, needs lo < hi"));
  EXPECT_TRUE(rejects(check(UniformBins(0.0f, 1.0f, (1 << 30) + 1)), "f",
                      "binning has 1073741825 bins, needs at most 1073741824"));
  EXPECT_NO_THROW(UniformBins(0.0f, 1.0f, 1 << 30).check("f"));
  EXPECT_EQ(UniformBins(16.5526f, 26.8881f, 1 << 30)(26.8881f), (1 << 30) - 1);
  EXPECT_TRUE(rejects(check(UniformBins(0.0f, 1e-36f, 1024)), "f",
                      "binning has 1024 bins between lo 0 and hi 1e-36"));
  Kokkos::View<float*, Kokkos::HostSpace> const edges("edges", 4), one("one edge", 1);
  for (int i = 0; i < 4; ++i) edges(i) = static_cast<float>(i);
  EXPECT_NO_THROW(EdgeBins(edges).check("f"));
  edges(2) = 0.5f;
  EXPECT_TRUE(rejects(check(EdgeBins(edges)), "f", "binning has edge 2 at 0.5 after 1"));
  edges(2) = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(rejects(check(EdgeBins(edges)), "f", "binning has edge 2 at inf"));
  EXPECT_TRUE(rejects(check(EdgeBins(one)), "f", "binning has 0 bins"));
}

/// Times in nanoseconds, so large that a double cannot distinguish neighboring values.
TEST(UniformBins, IntegersAboveWhatADoubleHolds) {
  std::int64_t const now = 1'700'000'000'000'000'000;
  UniformBins<std::int64_t> const bins(now, now + 100, 100);
  EXPECT_NO_THROW(bins.check("f"));
  EXPECT_EQ(bins(now + 42), 42);
  EXPECT_EQ(bins(now - 1), KokkosScan::no_bin);
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_NO_THROW(UniformBins(Limits::min(), Limits::max(), 16).check("f"));
  EXPECT_EQ(UniformBins(Limits::min(), Limits::max(), 16)(std::int64_t(0)), 8);
}

/// As doubles these bounds are 1024 apart, not 2: computed places are far beyond the last bin.
TEST(UniformBins, ABinFoundIsValidBetweenLargeIntegers) {
  std::int64_t const middle = (std::int64_t(1) << 62) + 512;
  int const n = 8'000'000;
  UniformBins<std::int64_t> const bins(middle - 1, middle + 1, n);
  for (double const x : {0x1p62, 0x1p62 + 512, 0x1p62 + 1024, 0x1p62 + 2048}) {
    int bin = 0;
    if (bins.find(x, bin)) {
      EXPECT_GE(bin, 0) << x;
      EXPECT_LT(bin, n) << x;
    }
  }
}

/// Rounded to double, bounds may be closer than they are, or equal.
TEST(UniformBins, RealsReachTheLastBinBetweenLargeIntegers) {
  using Limits = std::numeric_limits<std::int64_t>;
  double const infinity = std::numeric_limits<double>::infinity();
  std::int64_t const hi = std::int64_t(1) << 62;
  for (std::int64_t const width : {1, 5, 1200, 10400, 100500, 1000600}) {
    SCOPED_TRACE(width);
    UniformBins const bins(hi - width, hi, 1000), clamp(hi - width, hi, 1000, OutOfRange::clamp);
    EXPECT_EQ(bins(static_cast<double>(hi)), 999);
    EXPECT_EQ(bins(0x1.1p62), no_bin);
    EXPECT_EQ(clamp(1e30), 999);
    EXPECT_EQ(clamp(infinity), 999);
    EXPECT_EQ(clamp(-1e30), 0);
  }
  UniformBins const last(Limits::max() - 5, Limits::max(), 10, OutOfRange::clamp);
  EXPECT_EQ(last(infinity), 9);
  EXPECT_EQ(last(-infinity), 0);
}

}  // namespace KokkosScanTest
