// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "counted_drivers.hpp"
#include "partition_drivers.hpp"

/// \file Selections and partitions whose number of elements is on the device. Chains of such calls
/// are tested in select.cpp.

namespace KokkosScanTest {

using KokkosScan::counted;

/// Runs of one to four equal neighbors.
inline std::vector<int> short_runs(std::size_t n) {
  std::vector<int> values;
  for (std::uint64_t run = 0; values.size() < n; ++run)
    for (std::uint64_t i = random_bits(92, run) % 4 + 1; i > 0 && values.size() < n; --i)
      values.push_back(static_cast<int>(random_bits(93, run) % 7));
  return values;
}

inline std::vector<char> half_flags(std::size_t n) {
  std::vector<char> flags;
  for (std::size_t i = 0; i < n; ++i) flags.push_back(is_selected(Pattern::half, i, n) ? 1 : 0);
  return flags;
}

template <DeviceScan V, ScanPolicy P = tuned>
void check_counted_unique(std::size_t n) {
  auto const input = short_runs(n);
  GuardedArray<int> const in(input, 1);
  CountOf const count;
  ScanOptions<V, P> const options;
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE((describe<V, P>(n)) + ", " + describe_size(size, n));
    auto const expected = reference::unique(first_of(input, counted_of(size, n)));
    GuardedArray<int> const out(n, 1), place(input, 2);
    GuardedArray<std::int64_t> const indices(n, 3);
    KokkosScan::select_unique_indices(Exec(), counted(in.const_view(), on_device(size)),
                                      indices.view(), count.view(), options);
    EXPECT_TRUE(indices.holds(untouched_behind(
        reference::unique_indices<std::int64_t>(first_of(input, counted_of(size, n))), n)));
    EXPECT_EQ(count.value(), expected.size()) << "indices";
    KokkosScan::select_unique(Exec(), counted(in.const_view(), on_device(size)), out.view(),
                              count.view(), options);
    EXPECT_TRUE(out.holds(untouched_behind(expected, n)));
    EXPECT_EQ(count.value(), expected.size());
    KokkosScan::select_unique(Exec(), counted(place.view(), on_device<long>(size)), place.view(),
                              count.view(), options);
    EXPECT_TRUE(place.holds(reference::over(expected, input))) << "in place";
    EXPECT_EQ(count.value(), expected.size()) << "in place";
  }
}

TEST(CountedPartition, SelectUnique) {
  for (std::size_t const n : {0u, 100u, 300007u}) {
    check_counted_unique<DeviceScan::automatic>(n);
    check_counted_unique<DeviceScan::hierarchical>(n);
    check_counted_unique<DeviceScan::look_back>(n);
    check_counted_unique<DeviceScan::work_ahead>(n);
  }
  check_counted_unique<DeviceScan::work_ahead, small_tiles>(20011);
  check_counted_unique<DeviceScan::hierarchical, small_tiles>(20011);
}

/// There are as many flags as the View has elements; flags from the count on have no effect.
template <DeviceScan V, ScanPolicy P = tuned>
void check_counted_flagged(std::size_t n) {
  auto const input = random_elements<int>(n, n);
  auto const flags = half_flags(n);
  GuardedArray<int> const in(input, 1);
  GuardedArray<char> const flag(flags, 3);
  CountOf const count;
  ScanOptions<V, P> const options;
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE((describe<V, P>(n)) + ", " + describe_size(size, n));
    auto const is_flagged = [&](std::size_t i) { return flags[i] != 0; };
    std::size_t const m = counted_of(size, n);
    auto const split = reference::split(first_of(input, m), is_flagged);
    auto const indices = reference::split_indices<int>(m, is_flagged);
    GuardedArray<int> const out(n, 1), place(input, 2), permutation(n);
    KokkosScan::select_flagged(Exec(), counted(in.const_view(), on_device(size)), flag.const_view(),
                               out.view(), count.view(), options);
    EXPECT_TRUE(out.holds(untouched_behind(split.selected, n)));
    EXPECT_EQ(count.value(), split.selected.size());
    KokkosScan::select_flagged(Exec(), counted(place.view(), on_device<long>(size)),
                               flag.const_view(), place.view(), count.view(), options);
    EXPECT_TRUE(place.holds(reference::over(split.selected, input))) << "in place";
    EXPECT_EQ(count.value(), split.selected.size()) << "in place";
    KokkosScan::partition_permutation(Exec(), counted(in.const_view(), on_device(size)),
                                      permutation.view(), flag.const_view(), count.view(), options);
    EXPECT_TRUE(permutation.holds(untouched_behind(indices.joined(), n))) << "permutation";
    EXPECT_EQ(count.value(), split.selected.size()) << "permutation";
  }
}

TEST(CountedPartition, SelectFlagged) {
  for (std::size_t const n : {0u, 100u, 300007u}) {
    check_counted_flagged<DeviceScan::automatic>(n);
    check_counted_flagged<DeviceScan::hierarchical>(n);
    check_counted_flagged<DeviceScan::look_back>(n);
    check_counted_flagged<DeviceScan::work_ahead>(n);
  }
  check_counted_flagged<DeviceScan::look_back, small_tiles>(20011);
}

template <RejectedOrder Order, DeviceScan V, ScanPolicy P = tuned>
void check_counted_permutation(std::size_t n) {
  SCOPED_TRACE(Order == RejectedOrder::kept ? "order kept" : "rejected reversed");
  auto const input = marked_elements<int>(Pattern::half, n);
  GuardedArray<int> const in(input, 1);
  CountOf const count;
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE((describe<V, P>(n)) + ", " + describe_size(size, n));
    auto const indices = reference::split_indices<std::int64_t>(
        counted_of(size, n), [&](std::size_t i) { return Marked<int>::is_marked(input[i]); });
    auto const expected = indices.joined(Order == RejectedOrder::reversed);
    GuardedArray<std::int64_t> const permutation(n + 2, 1);
    KokkosScan::partition_permutation<Order>(Exec(), counted(in.const_view(), on_device(size)),
                                             permutation.view(), IsMarked<int>{}, count.view(),
                                             ScanOptions<V, P>{});
    EXPECT_TRUE(permutation.holds(untouched_behind(expected, n + 2)));
    EXPECT_EQ(count.value(), indices.selected.size());
  }
}

/// Elements from the count on are neither moved nor overwritten.
template <RejectedOrder Order, DeviceScan V, ScanPolicy P = tuned, class T>
void check_counted_in_place(std::vector<T> const& input) {
  SCOPED_TRACE(Order == RejectedOrder::kept ? "order kept" : "rejected reversed");
  std::size_t const n = input.size();
  CountOf const count;
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE((describe<V, P>(n)) + ", " + describe_size(size, n));
    auto const split = split_marked(first_of(input, counted_of(size, n)));
    auto const expected = reference::over(split.joined(Order == RejectedOrder::reversed), input);
    GuardedArray<T> const place(input, 1), strided(input, 1, 2);
    KokkosScan::partition<Order>(Exec(), counted(place.view(), on_device(size)), place.view(),
                                 IsMarked<T>{}, count.view(), ScanOptions<V, P>{});
    EXPECT_TRUE(place.holds(expected));
    EXPECT_EQ(count.value(), split.selected.size());
    KokkosScan::partition<Order>(
        "strided", Exec(), counted(strided.strided_view(), on_device<long>(size)),
        strided.strided_view(), IsMarked<T>{}, count.view(), ScanOptions<V, P>{});
    EXPECT_TRUE(strided.holds(expected)) << "strided";
    EXPECT_EQ(count.value(), split.selected.size()) << "strided";
  }
}

template <DeviceScan V, ScanPolicy P = tuned>
void check_counted_orders(std::size_t n) {
  check_counted_permutation<RejectedOrder::kept, V, P>(n);
  check_counted_permutation<RejectedOrder::reversed, V, P>(n);
  auto const input = marked_elements<int>(Pattern::half, n);
  check_counted_in_place<RejectedOrder::kept, V, P>(input);
  check_counted_in_place<RejectedOrder::reversed, V, P>(input);
}

TEST(CountedPartition, PermutationAndInPlaceInBothOrders) {
  for (std::size_t const n : {0u, 100u, 300007u}) {
    check_counted_orders<DeviceScan::automatic>(n);
    check_counted_orders<DeviceScan::hierarchical>(n);
    check_counted_orders<DeviceScan::look_back>(n);
    check_counted_orders<DeviceScan::work_ahead>(n);
  }
  check_counted_orders<DeviceScan::work_ahead, small_tiles>(20011);
  check_counted_orders<DeviceScan::hierarchical, small_tiles>(20011);
}

TEST(CountedPartition, InPlaceOfOtherTypes) {
  check_counted_in_place<RejectedOrder::kept, DeviceScan::automatic>(
      marked_elements<Rgb>(Pattern::most, 20011));
  check_counted_in_place<RejectedOrder::reversed, DeviceScan::automatic>(
      marked_elements<Heisenberg>(Pattern::rare, 20011));
  check_counted_in_place<RejectedOrder::kept, DeviceScan::automatic>(
      marked_elements<double>(Pattern::clustered, 20011));
}

}  // namespace KokkosScanTest
