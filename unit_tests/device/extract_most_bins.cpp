// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosScan/device/extract_bins.hpp>
#include <limits>

#include "extraction_drivers.hpp"
#include "rules.hpp"

/// \file Numbers of bins that take two, three and four digits, and the largest number of bins.

namespace KokkosScanTest {

using KokkosScan::IndexBins;

/// Elements in any bin, in the first, in the last, and in no bin.
std::vector<int> some_of_bins(std::size_t n, int bins) {
  std::vector<int> in(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto const bits = random_bits(70, i);
    int const choices[]{static_cast<int>(bits % static_cast<std::uint64_t>(bins)), 0, bins - 1,
                        bins, -1};
    in[i] = choices[bits >> 40 & 15 ? 0 : bits >> 44 & 3];
    if (i % 97 == 0) in[i] = choices[4];
  }
  return in;
}

/// A binning that is not known to be cheap.
struct Itself {
  int count;
  template <class T>
  KOKKOS_FUNCTION int operator()(T x) const {
    auto const number = static_cast<std::int64_t>(x);
    return number < count ? static_cast<int>(number) : KokkosScan::no_bin;
  }
};

void check_digits(std::size_t n, int bins) {
  auto const input = some_of_bins(n, bins);
  check_moves(input, IndexBins(bins), bins);
  check_moves(input, Itself{bins}, bins);
  check_moves(std::vector<double>(input.begin(), input.end()), Itself{bins}, bins);
}
/// One short tile of a GPU, and several.
TEST(ExtractionByMostBins, DigitsOfBins) {
  for (int const bins : {257, (1 << 16) - 1, 1 << 16, (1 << 16) + 1})
    for (std::size_t const n : {1u, 3001u, 50021u}) check_digits(n, bins);
}
TEST(ExtractionByMostBins, ThreeAndFourDigits) {
  for (std::size_t const n : {1u, 3001u, 50021u}) check_digits(n, (1 << 21) + 1);
  check_digits(50021, (1 << 24) + 1);
}

/// By more bins than the nearest cache has buffers for, a CPU stores items one by one, several
/// pieces of them at once; and so many that it stores them around its caches, in whole buffers.
TEST(ExtractionByMostBins, ManyItemsAndBuffers) {
  int const bins = 1000;
  for (std::size_t const n : {std::size_t(100003), (std::size_t(1) << 23) + 5})
    check_moves(some_of_bins(n, bins), IndexBins(bins), bins);
}

/// Counts its evaluations, and is marked as expensive, so it must be evaluated only once.
struct AskedOnce {
  static constexpr bool is_expensive = true;
  Kokkos::View<int, Memory> asked;
  KOKKOS_FUNCTION int operator()(int x) const {
    Kokkos::atomic_inc(asked.data());
    return x;
  }
};

TEST(ExtractionByAnExpensiveBinning, AsksOnce) {
  for (int const bins : {8, 200, 5000, 70000})
    for (std::size_t const n : {0u, 1u, 3001u, 50021u}) {
      auto const input = some_of_bins(n, bins);
      auto const expected = reference::extract(input, Itself{bins}, bins);
      AskedOnce const binning{Kokkos::View<int, Memory>("asked")};
      check_moves(input, binning, bins, expected);
      int asked = 0;
      Kokkos::deep_copy(asked, binning.asked);
      EXPECT_EQ(asked, 2 * static_cast<int>(n)) << "by two calls, " << bins << " bins, n = " << n;
    }
}

/// Elements of the same type as stored bins.
TEST(ExtractionByAnExpensiveBinning, OfUnsignedElements) {
  for (int const bins : {8, 5000, 70000})
    for (std::size_t const n : {1u, 3001u, 50021u}) {
      auto const some = some_of_bins(n, bins);
      std::vector<std::uint32_t> const input(some.begin(), some.end());
      AskedOnce const binning{Kokkos::View<int, Memory>("asked")};
      check_moves(input, binning, bins, reference::extract(input, Itself{bins}, bins));
    }
}

/// With the largest number of bins, the key of elements in no bin takes the sign bit.
TEST(ExtractionByMostBins, KeysOfAsManyAsThereMayBe) {
  constexpr int bins = std::numeric_limits<int>::max();
  KokkosScan::detail::Digits const digits(bins, 8);
  KokkosScan::detail::BinKey<IndexBins> const key{IndexBins(bins), bins, digits.none()};
  for (int const x : {0, 5, bins - 1}) EXPECT_EQ(key(x), x);
  for (int const x : {-1, bins, std::numeric_limits<int>::min()})
    EXPECT_EQ(static_cast<std::uint32_t>(key(x)), 1u << 31) << "of " << x;
}

TEST(ExtractionByMostBins, OfNothing) {
  for (int const bins : {257, (1 << 16) + 1})
    check_moves(std::vector<int>{}, IndexBins(bins), bins);
}

/// Elements whose bins are at equal distances.
constexpr int distance = 2000003;
struct SpacedElement {
  int count;
  KOKKOS_FUNCTION int operator()(std::size_t i) const {
    return i % 2 == 0 ? static_cast<int>(count - 1 - i / 2) * distance : -1;
  }
};
struct SpacedOffset {
  int count;
  KOKKOS_FUNCTION int operator()(std::size_t bin) const {
    auto const before = static_cast<int>((bin + distance - 1) / distance);
    return before < count ? before : count;
  }
};
struct SpacedSorted {
  KOKKOS_FUNCTION int operator()(std::size_t i) const { return static_cast<int>(i) * distance; }
};

/// Needs 9 GB: set KOKKOSSCAN_LARGE=1.
TEST(ExtractionByMostBins, AsManyAsThereMayBe) {
  if (!environment_flag("KOKKOSSCAN_LARGE")) GTEST_SKIP() << "set KOKKOSSCAN_LARGE=1";
  constexpr int bins = std::numeric_limits<int>::max(), count = 1000;
  auto const in = written_by<int>(SpacedElement{count}, 2 * count);
  Array<int> const out("out", 2 * count), offsets("offsets", std::size_t(bins) + 1);
  KokkosScan::extract_bins(Exec(), in, IndexBins(bins), out, offsets);
  EXPECT_TRUE(follows(offsets, SpacedOffset{count}));
  Array<int> const packed = Kokkos::subview(out, std::pair(0, count));
  EXPECT_TRUE(follows(packed, SpacedSorted{}));
}

}  // namespace KokkosScanTest
