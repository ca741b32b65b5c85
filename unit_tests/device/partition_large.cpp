// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/three_way_partition.hpp>
#include <cstdint>

#include "partition_drivers.hpp"

/// \file Elements so large that GPU tiles sort their indices, and several lanes write one element.

namespace KokkosScanTest {

/// N words, each of which identifies its element.
template <class Word, int N>
struct Block {
  Word word[N];
  friend KOKKOS_FUNCTION bool operator==(Block const& x, Block const& y) {
    for (int k = 0; k < N; ++k)
      if (x.word[k] != y.word[k]) return false;
    return true;
  }
};
template <class Word, int N>
void print(std::ostream& stream, Block<Word, N> const& x) {
  stream << +x.word[0] << " .. " << +x.word[N - 1];
}

template <class Word, int N>
struct Marked<Block<Word, N>> {
  static Block<Word, N> make(std::size_t i, bool mark) {
    Block<Word, N> x;
    for (int k = 0; k < N; ++k)
      x.word[k] = static_cast<Word>((random_bits(82 + k, i) % 40) * 2 + (mark ? 1 : 0));
    return x;
  }
  KOKKOS_FUNCTION static bool is_marked(Block<Word, N> const& x) {
    return static_cast<std::int64_t>(x.word[N / 2]) % 2 != 0;
  }
};

TEST(PartitionLarge, ThirtyTwoBytesOfFloats) { check_partitions_of<Block<float, 8>>(); }
TEST(PartitionLarge, FortyFourBytes) { check_partitions_of<Block<std::int32_t, 11>>(); }
TEST(PartitionLarge, TwoHundredBytes) { check_partitions_of<Block<double, 25>>(); }

/// Elements that are moved in words of 8, 2 and 1 bytes.
TEST(PartitionLarge, OtherWords) {
  check_partitions<DeviceScan::work_ahead>(Pattern::half,
                                           marked_elements<Block<double, 7>>(Pattern::half, 3001));
  check_partitions<DeviceScan::work_ahead>(
      Pattern::half, marked_elements<Block<std::int16_t, 23>>(Pattern::half, 3001));
  check_partitions<DeviceScan::work_ahead>(
      Pattern::half, marked_elements<Block<std::int8_t, 45>>(Pattern::half, 3001));
}

TEST(PartitionLarge, ByOtherVariants) {
  for (std::size_t const n : {0u, 1u, 128u, 3001u}) {
    auto const input = marked_elements<Block<float, 16>>(Pattern::half, n);
    check_partitions<DeviceScan::look_back>(Pattern::half, input);
    check_partitions<DeviceScan::hierarchical>(Pattern::half, input);
  }
}

/// 32 bytes whose type has an alignment of 4: an access of 16 bytes is not allowed.
TEST(PartitionLarge, OffTheAlignmentOfWords) {
  using Elements = Block<float, 8>;
  std::size_t const n = 3001;
  auto const input = marked_elements<Elements>(Pattern::half, n);
  auto const split = split_marked(input);
  auto const expected = split.joined();
  Array<float> const in("in", 8 * n + 1), out("out", 8 * n + 1);
  Kokkos::View<Elements*, Memory> const from(reinterpret_cast<Elements*>(in.data() + 1), n),
      to(reinterpret_cast<Elements*>(out.data() + 1), n);
  CountOf const count;
  auto const copy = Kokkos::create_mirror_view(in);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k) copy(1 + 8 * i + k) = input[i].word[k];
  Kokkos::deep_copy(in, copy);
  KokkosScan::partition(Exec(), from, to, IsMarked<Elements>{}, count.view());
  Kokkos::deep_copy(copy, out);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      ASSERT_EQ(copy(1 + 8 * i + k), expected[i].word[k]) << "element " << i << ", word " << k;
  EXPECT_EQ(copy(0), 0.f);
}

TEST(PartitionLarge, Strided) {
  for (std::size_t const n : {1u, 1000u, 3001u}) {
    auto const input = marked_elements<Block<double, 6>>(Pattern::half, n);
    auto const split = split_marked(input);
    GuardedArray<Block<double, 6>> const in(input, 1, 3), out(n, 0, 2);
    CountOf const count;
    KokkosScan::partition<RejectedOrder::reversed>(Exec(), in.strided_view(), out.strided_view(),
                                                   IsMarked<Block<double, 6>>{}, count.view());
    EXPECT_TRUE(out.holds(split.joined(true))) << "n = " << n;
  }
}

TEST(PartitionLarge, ByFlagsAndUnique) {
  using Elements = Block<double, 6>;
  for (std::size_t const n : {1u, 129u, 20011u}) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto input = marked_elements<Elements>(Pattern::half, n);
    for (std::size_t i = 1; i < n; ++i)
      if (random_bits(83, i) % 3 == 0) input[i] = input[i - 1];
    std::vector<int> flags(n);
    for (std::size_t i = 0; i < n; ++i) flags[i] = is_selected(Pattern::half, i, n) ? 4 : 0;
    auto const split = reference::split(input, [&](std::size_t i) { return flags[i] != 0; });
    auto const unique = reference::unique(input);
    GuardedArray<Elements> const in(input, 1), selected(split.selected.size()), all(n),
        firsts(unique.size());
    GuardedArray<int> const flag(flags);
    CountOf const count;
    auto const ahead = ScanOptions<DeviceScan::work_ahead>{};
    KokkosScan::select_flagged(Exec(), in.const_view(), flag.const_view(), selected.view(),
                               count.view(), ahead);
    EXPECT_TRUE(selected.holds(split.selected));
    KokkosScan::partition(Exec(), in.const_view(), all.view(), flag.const_view(), count.view(),
                          ahead);
    EXPECT_TRUE(all.holds(split.joined()));
    KokkosScan::select_unique(Exec(), in.const_view(), firsts.view(), count.view(), ahead);
    EXPECT_TRUE(firsts.holds(unique));
    EXPECT_EQ(count.value(), unique.size());
    KokkosScan::select_unique(Exec(), in.const_view(), in.view(), count.view(), ahead);
    auto const result = to_vector(in.view());
    EXPECT_TRUE(
        equal_lists(std::vector<Elements>(result.begin(), result.begin() + unique.size()), unique));
  }
}

/// The element that a Block is converted to in an output of another type.
struct Middle {
  double word = 0;
  Middle() = default;
  KOKKOS_FUNCTION explicit Middle(Block<double, 6> const& x) : word(x.word[3]) {}
  friend bool operator==(Middle const& x, Middle const& y) { return x.word == y.word; }
};
void print(std::ostream& stream, Middle const& x) { stream << x.word; }

struct IsWord {
  int modulus, rest;
  KOKKOS_FUNCTION bool operator()(Block<double, 6> const& x) const {
    return static_cast<int>(x.word[0]) % modulus == rest;
  }
};

TEST(PartitionLarge, ThreeWaysAndConverted) {
  using Elements = Block<double, 6>;
  auto const input = marked_elements<Elements>(Pattern::half, 20011);
  IsWord const first{3, 0}, second{3, 1};
  auto const one = reference::split(input, [&](std::size_t i) { return first(input[i]); });
  auto const two =
      reference::split(one.rejected, [&](std::size_t i) { return second(one.rejected[i]); });
  auto expected = one.selected;
  for (auto const& x : two.joined()) expected.push_back(x);
  GuardedArray<Elements> const in(input), out(input.size());
  GuardedArray<int> const counts(2);
  KokkosScan::three_way_partition(Exec(), in.const_view(), out.view(), first, second, counts.view(),
                                  ScanOptions<DeviceScan::work_ahead>{});
  EXPECT_TRUE(out.holds(expected));
  std::vector<Middle> middles;
  for (auto const& x : one.joined()) middles.push_back(Middle(x));
  GuardedArray<Middle> const converted(input.size());
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), converted.view(), first, count.view());
  EXPECT_TRUE(converted.holds(middles));
}

/// Selects only the indices of large elements: tiles hold only the part of an element that a lane
/// reads.
TEST(PartitionLarge, Indices) {
  using Elements = Block<double, 25>;
  auto const input = marked_elements<Elements>(Pattern::half, 5003);
  auto const indices = reference::split_indices<int>(
      input.size(), [&](std::size_t i) { return Marked<Elements>::is_marked(input[i]); });
  GuardedArray<Elements> const in(input);
  GuardedArray<int> const permutation(input.size());
  CountOf const count;
  KokkosScan::partition_permutation(Exec(), in.const_view(), permutation.view(),
                                    IsMarked<Elements>{}, count.view(),
                                    ScanOptions<DeviceScan::work_ahead>{});
  EXPECT_TRUE(permutation.holds(indices.joined()));
}

}  // namespace KokkosScanTest
