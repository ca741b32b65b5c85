// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/binning.hpp>
#include <KokkosScan/detail/bin_items.hpp>
#include <KokkosScan/team/bins/count_batches.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "matchers.hpp"

/// \file One thread counts items in groups: any part of the items, at any alignment.

namespace KokkosScanTest {

using KokkosScan::team::detail::group_shape;
using KokkosScan::team::detail::GroupShape;

template <class T, class Binning>
void check_groups(GroupShape const& shape, Binning const& binning, std::vector<T> const& input,
                  std::size_t first, std::size_t last) {
  using Bins = KokkosScan::team::detail::SerialBins<std::uint32_t>;
  constexpr KokkosScan::HistogramPolicy policy{.threads = 1, .loads = 1, .access_bytes = 256};
  auto const bins = static_cast<int>(binning.bins());
  SCOPED_TRACE(testing::Message() << bins << " bins in groups of " << shape.group << ", "
                                  << (1 << shape.log2_copies) << " copies, items [" << first << ", "
                                  << last << ")");
  std::vector<std::uint32_t> expected(bins + 1);
  for (std::size_t i = first; i < last; ++i) {
    int const bin = binning(input[i]);
    ++expected[bin == KokkosScan::no_bin ? bins : bin];
  }

  std::uint32_t const guard = 12345;
  std::vector<std::uint32_t> memory(Bins::bytes_for(bins, 1) / 4, guard);
  std::vector<std::uint32_t> table(shape.bytes<std::uint32_t>(bins) / 4 + 1, guard);
  using View = Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  auto const items = KokkosScan::detail::items_of(View(input.data(), input.size()));
  int const member = 0;  // of a team of one thread
  Bins const counts(member, memory.data(), bins, 1);
  counts.clear(member);
  KokkosScan::team::detail::count_groups<policy>(member, shape, table.data(), items, binning,
                                                 counts, bins, first, last);
  std::vector<std::uint32_t> actual(bins + 1);
  for (int b = 0; b <= bins; ++b) actual[b] = counts.total(b);
  EXPECT_TRUE(equal_lists(actual, expected));
  EXPECT_EQ(table.back(), guard) << "written behind the table";
}

template <class T>
void check_numbers_of_bins(unsigned seed) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (int const bins : {1, 2, 8, 11, 90}) {
    // Two thirds in the first bins, some in none.
    std::vector<T> input(5000);
    for (T& x : input)
      x = static_cast<T>(random() % (random() % 3 == 0 ? bins + 10 : bins / 4 + 1));
    KokkosScan::UniformBins const binning(T(0), static_cast<T>(bins), bins);
    for (int const group : {1, 2, 4})
      for (int const log2_copies : {0, 2})
        if (group < 4 || bins < 20) {
          GroupShape const shape{group, log2_copies};
          check_groups(shape, binning, input, 0, input.size());
          check_groups(shape, binning, input, 3, 3);
          check_groups(shape, binning, input, 1, 1000);
          check_groups(shape, binning, input, 777, 4001);
        }
  }
}

TEST(GroupedBins, Bytes) { check_numbers_of_bins<std::int8_t>(1); }
TEST(GroupedBins, Shorts) { check_numbers_of_bins<std::uint16_t>(2); }
TEST(GroupedBins, Integers) { check_numbers_of_bins<std::int32_t>(3); }
TEST(GroupedBins, Floats) { check_numbers_of_bins<float>(4); }

TEST(GroupedBins, EqualElements) {
  std::vector<float> input(10000, 3);
  KokkosScan::UniformBins const binning(0.f, 8.f, 8);
  for (int const group : {2, 4}) {
    check_groups({group, 0}, binning, input, 0, input.size());
    std::fill(input.begin(), input.end(), 8.5f);  // in no bin
    check_groups({group, 0}, binning, input, 0, input.size());
  }
}

TEST(GroupedBins, LargerGroupsOfFewerBins) {
  constexpr std::size_t many = std::size_t(1) << 30, most = 272 * 1024;
  auto const group = [&](int bins, std::size_t items, std::size_t bytes) {
    auto const shape = group_shape<std::uint32_t>(bins, items, bytes);
    EXPECT_LE(shape.bytes<std::uint32_t>(bins), bytes) << bins << " bins";
    return shape.group;
  };
  EXPECT_EQ(group(1, many, most), 4);
  EXPECT_EQ(group(15, many, most), 4);
  EXPECT_EQ(group(16, many, most), 2);
  EXPECT_EQ(group(256, many, most), 2);
  EXPECT_EQ(group(300, many, most), 1);
  for (int const bins : {65535, 65536, 1 << 30, (1 << 30) + ((1 << 30) - 2)})
    EXPECT_EQ(group(bins, many, most), 1) << "entries that overflow";
  EXPECT_EQ(group(8, many, 0), 1);
  EXPECT_EQ(group(8, 16 * 6561 - 1, most), 2) << "too few items for 9^4 entries";
  EXPECT_EQ(group(8, 100, most), 1);
}

}  // namespace KokkosScanTest
