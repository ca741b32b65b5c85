// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include "partition_drivers.hpp"

namespace KokkosScanTest {

TEST(Partition, Int32AtEverySizeByTheDefault) {
  for (std::size_t const n : awkward_sizes())
    check_partitions<DeviceScan::automatic>(Pattern::half, marked_elements<int>(Pattern::half, n));
}

TEST(Partition, EveryPatternByEveryVariant) {
  for (std::size_t const n : partition_sizes<int>())
    for (Pattern const pattern : all_patterns()) {
      auto const input = marked_elements<int>(pattern, n);
      check_partitions<DeviceScan::automatic>(pattern, input);
      check_partitions<DeviceScan::hierarchical>(pattern, input);
      check_partitions<DeviceScan::look_back>(pattern, input);
      check_partitions<DeviceScan::work_ahead>(pattern, input);
    }
}

TEST(Partition, HundredsOfTiles) {
  for (std::size_t const n : {15u, 16u, 17u, 1000u, 20011u})
    for (Pattern const pattern : {Pattern::half, Pattern::clustered, Pattern::last}) {
      auto const input = marked_elements<int>(pattern, n);
      check_partitions<DeviceScan::hierarchical, small_tiles>(pattern, input);
      check_partitions<DeviceScan::look_back, small_tiles>(pattern, input);
      check_partitions<DeviceScan::fixed_look_back, small_tiles>(pattern, input);
      check_partitions<DeviceScan::work_ahead, small_tiles>(pattern, input);
    }
}

TEST(Partition, ByTheVariantsWithoutTiles) {
  for (std::size_t const n : few_sizes()) {
    auto const input = marked_elements<int>(Pattern::half, n);
    check_partitions<DeviceScan::parallel_scan>(Pattern::half, input);
    check_partitions<DeviceScan::hillis_steele>(Pattern::half, input);
  }
}

/// By a callable: packed output, and strided output that is longer than the input, whose further
/// entries are left alone.
template <RejectedOrder Order, DeviceScan V, ScanPolicy P = tuned, class Index, class T>
void check_permutation(Pattern pattern, std::vector<T> const& input) {
  std::size_t const n = input.size();
  SCOPED_TRACE(describe(V, pattern, n) +
               (Order == RejectedOrder::kept ? ", order kept" : ", rejected reversed"));
  auto const indices = reference::split_indices<Index>(
      n, [&](std::size_t i) { return Marked<T>::is_marked(input[i]); });
  auto const expected = indices.joined(Order == RejectedOrder::reversed);
  CountOf const count;
  GuardedArray<T> const in(input, misalignment(n)), spaced(input, 1, 2);
  GuardedArray<Index> const permutation(n, misalignment(n + 2)), strided(n + 3, 1, 3);
  ScanOptions<V, P> const options;
  KokkosScan::partition_permutation<Order>(Exec(), in.const_view(), permutation.view(),
                                           IsMarked<T>{}, count.view(), options);
  EXPECT_TRUE(permutation.holds(expected));
  EXPECT_EQ(count.value(), indices.selected.size());
  KokkosScan::partition_permutation<Order>("strided", Exec(), spaced.strided_view(),
                                           strided.strided_view(), IsMarked<T>{}, count.view(),
                                           options);
  std::vector<Index> longer(n + 3);
  set_poison(longer.data(), longer.size());
  EXPECT_TRUE(strided.holds(reference::over(expected, longer))) << "strided";
  EXPECT_EQ(count.value(), indices.selected.size()) << "strided";
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
}

template <DeviceScan V, ScanPolicy P = tuned, class Index = int, class T>
void check_permutations(Pattern pattern, std::vector<T> const& input) {
  check_permutation<RejectedOrder::kept, V, P, Index>(pattern, input);
  check_permutation<RejectedOrder::reversed, V, P, Index>(pattern, input);
}

TEST(PartitionPermutation, ByACallableAndEveryVariant) {
  for (std::size_t const n : some_sizes<int>())
    for (Pattern const pattern : {Pattern::half, Pattern::most, Pattern::none, Pattern::last}) {
      auto const input = marked_elements<int>(pattern, n);
      check_permutations<DeviceScan::automatic>(pattern, input);
      check_permutations<DeviceScan::hierarchical>(pattern, input);
      check_permutations<DeviceScan::look_back>(pattern, input);
      check_permutations<DeviceScan::work_ahead>(pattern, input);
    }
  for (std::size_t const n : {0u, 257u, 20011u}) {
    auto const input = marked_elements<int>(Pattern::half, n);
    check_permutations<DeviceScan::parallel_scan>(Pattern::half, input);
    check_permutations<DeviceScan::hillis_steele>(Pattern::half, input);
    check_permutations<DeviceScan::work_ahead, small_tiles>(Pattern::half, input);
    check_permutations<DeviceScan::hierarchical, small_tiles>(Pattern::half, input);
  }
}

TEST(PartitionPermutation, OfOtherElementsAndIndices) {
  check_permutations<DeviceScan::automatic, tuned, std::uint64_t>(
      Pattern::half, marked_elements<Rgb>(Pattern::half, 20011));
  check_permutations<DeviceScan::automatic, tuned, std::int16_t>(
      Pattern::half, marked_elements<Heisenberg>(Pattern::half, 20011));
  check_permutations<DeviceScan::automatic, tuned, std::uint32_t>(
      Pattern::half, marked_elements<double>(Pattern::half, 20011));
}

TEST(PartitionWorkedExample, EightNumbersAroundFive) {
  std::vector<int> const input{3, 7, 1, 8, 2, 9, 4, 6};
  GuardedArray<int> const in(input), out(8);
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), out.view(), KokkosScan::LessThan{5}, count.view());
  EXPECT_TRUE(out.holds({3, 1, 2, 4, 7, 8, 9, 6}));
  EXPECT_EQ(count.value(), 4u);
  KokkosScan::partition<RejectedOrder::reversed>("a label", Exec(), in.const_view(), out.view(),
                                                 KokkosScan::LessThan{5}, count.view());
  EXPECT_TRUE(out.holds({3, 1, 2, 4, 6, 9, 8, 7}));
}

}  // namespace KokkosScanTest
