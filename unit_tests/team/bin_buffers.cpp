// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <KokkosScan/team/bins/bin_buffers.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "matchers.hpp"

namespace KokkosScanTest {

struct alignas(64) Line {
  std::byte bytes[64];
};

/// Two threads write their shares of every bin, one share after the other, at arbitrary alignments;
/// with guards on both sides.
template <class T, class Place>
void check_bin_buffers(bool is_streamed, std::size_t shift, unsigned seed) {
  using Buffers = KokkosScan::team::detail::BinBuffers<T, Place>;
  constexpr int bins = 7, threads = 2;
  SCOPED_TRACE(testing::Message() << "seed " << seed << ", shift " << shift << ", streamed "
                                  << is_streamed);
  std::mt19937 random(seed);
  std::vector<int> bin_of[threads];
  std::vector<Place> next[threads];
  for (auto& of : bin_of) of.resize(random() % 3000);
  for (auto& of : bin_of)
    for (int& bin : of) bin = static_cast<int>(random() % bins * (random() % bins) / (bins - 1));
  Place place = 0;
  for (auto& of : next) of.resize(bins);
  for (int b = 0; b < bins; ++b)
    for (int t = 0; t < threads; ++t) {
      next[t][b] = place;
      for (int const bin : bin_of[t]) place += bin == b;
    }

  T const guard = T(99);
  std::vector<T> memory(shift + place + 100, guard), expected = memory;
  T* const out = memory.data() + shift;
  ASSERT_TRUE(Buffers::fit(out, place));
  for (int t = 0; t < threads; ++t) {
    auto simple = next[t];
    std::vector<Line> buffer(Buffers::bytes(bins) / sizeof(Line) + 1);
    Buffers const buffers(out, buffer.data(), next[t].data(), bins, is_streamed);
    for (std::size_t i = 0; i < bin_of[t].size(); ++i) {
      T const x = static_cast<T>(i % 90);
      buffers.add(bin_of[t][i], x);
      expected[shift + simple[bin_of[t][i]]++] = x;
    }
    buffers.flush();
  }
  EXPECT_TRUE(equal_lists(memory, expected));
}

TEST(BinBuffers, AnyAlignmentAndLength) {
  unsigned seed = 1;
  for (bool const is_streamed : {false, true})
    for (std::size_t const shift : {0, 1, 5, 31, 64, 67}) {
      check_bin_buffers<std::uint8_t, std::uint32_t>(is_streamed, shift, seed++);
      check_bin_buffers<float, std::uint32_t>(is_streamed, shift, seed++);
      check_bin_buffers<double, std::uint64_t>(is_streamed, shift, seed++);
    }
}

TEST(BinBuffers, RefusesWhatDoesNotFit) {
  struct Pair {
    float x, y;
  };
  alignas(8) float memory[4] = {};
  using Buffers = KokkosScan::team::detail::BinBuffers<Pair, std::uint32_t>;
  EXPECT_TRUE(Buffers::fit(reinterpret_cast<Pair*>(memory), 1));
  EXPECT_FALSE(Buffers::fit(reinterpret_cast<Pair*>(memory + 1), 1));
  // A place a few items past the end must not wrap around.
  EXPECT_FALSE(Buffers::fit(reinterpret_cast<Pair*>(memory), 0xfffffff0u));
  struct Odd {
    std::byte bytes[12];
  };
  EXPECT_FALSE((KokkosScan::team::detail::BinBuffers<Odd, std::uint32_t>::are_possible));
}

}  // namespace KokkosScanTest
