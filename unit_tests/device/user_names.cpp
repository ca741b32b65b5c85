// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A user's own functions may have the library's names: they are not called in place of the
// library's functions, even for the user's types. Otherwise this file does not compile.
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan.hpp>
#include <numeric>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "environment.hpp"
#include "view_builder.hpp"

namespace simulation {

struct Cell {
  int number;
  KOKKOS_FUNCTION bool operator==(Cell const& other) const { return number == other.number; }
  void operator&() const = delete;
};
void print(std::ostream& stream, Cell const& x) { stream << x.number; }

struct Add {
  using value_type = Cell;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION Cell identity() const { return {0}; }
  KOKKOS_FUNCTION Cell operator()(Cell const& a, Cell const& b) const {
    return {a.number + b.number};
  }
};

struct IsOdd {
  KOKKOS_FUNCTION bool operator()(Cell const& x) const { return x.number % 2 == 1; }
};

struct Number {
  KOKKOS_FUNCTION int operator()(Cell const& x) const { return x.number; }
  KOKKOS_FUNCTION std::size_t bins() const { return 4; }
  void check(std::string const&, std::string const&) const { throw std::logic_error("not asked"); }
};

/// A sum with an `apply` that is not the library's, for vectors.
struct Sum {
  using value_type = float;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION float identity() const { return 0; }
  KOKKOS_FUNCTION float operator()(float a, float b) const { return a + b; }
  template <class Whole>
  static Whole apply(Whole const& whole, Whole const& part) {
    return whole - part;
  }
};

// These match better than the library's functions, which take a std::string.
#define KOKKOSSCAN_TEST_TAKEN(name)                \
  template <class... What>                         \
  void name(char const*, What const&...) = delete; \
  template <class... What>                         \
  void name(std::string const&, What const&...) = delete;
KOKKOSSCAN_TEST_TAKEN(inclusive_scan)
KOKKOSSCAN_TEST_TAKEN(exclusive_scan)
KOKKOSSCAN_TEST_TAKEN(hillis_steele_step)
KOKKOSSCAN_TEST_TAKEN(inclusive_scan_by_key)
KOKKOSSCAN_TEST_TAKEN(exclusive_scan_by_key)
KOKKOSSCAN_TEST_TAKEN(segmented_inclusive_scan)
KOKKOSSCAN_TEST_TAKEN(segmented_exclusive_scan)
KOKKOSSCAN_TEST_TAKEN(select)
KOKKOSSCAN_TEST_TAKEN(select_flagged)
KOKKOSSCAN_TEST_TAKEN(select_unique)
KOKKOSSCAN_TEST_TAKEN(select_indices)
KOKKOSSCAN_TEST_TAKEN(select_unique_indices)
KOKKOSSCAN_TEST_TAKEN(partition)
KOKKOSSCAN_TEST_TAKEN(partition_copy)
KOKKOSSCAN_TEST_TAKEN(three_way_partition_copy)
KOKKOSSCAN_TEST_TAKEN(partition_permutation)
KOKKOSSCAN_TEST_TAKEN(three_way_partition)
KOKKOSSCAN_TEST_TAKEN(three_way_partition_permutation)
KOKKOSSCAN_TEST_TAKEN(permute)
KOKKOSSCAN_TEST_TAKEN(histogram)
KOKKOSSCAN_TEST_TAKEN(extract_bin)
KOKKOSSCAN_TEST_TAKEN(extract_bins)
KOKKOSSCAN_TEST_TAKEN(bin_permutation)
KOKKOSSCAN_TEST_TAKEN(bin_ranks)
#undef KOKKOSSCAN_TEST_TAKEN
// Other likely names: functions that inspect a View.
template <class View>
std::size_t size_of(View const&) = delete;
template <class View>
void view_of(View const&) = delete;
template <class View, class... Dimension>
int stride_of(View const&, Dimension...) = delete;
template <class View>
auto span_of(View const&) = delete;
template <class View>
auto forwards(View const&) = delete;
template <class View>
auto backwards(View const&) = delete;
template <class View>
auto items_of(View const&) = delete;
template <class Predicate>
auto rule_of(Predicate const&) = delete;
template <class Source>
Source in_place(Source) = delete;
template <class Binning>
void check_itself(char const*, Binning const&, std::string const&) = delete;
template <class Exec, class Binning>
int checked_bins(char const*, Binning const&, char const*, std::size_t, int) = delete;
template <class View>
bool is_same_array(View const&, View const&) = delete;
template <class View>
bool have_same_strides(View const&, View const&) = delete;
template <class To, class From>
void memcpy(To*, From const*, std::size_t) = delete;
template <class T>
bool is_chunk_aligned(T const*) = delete;
template <class T>
void load_bytes(void const*, T&) = delete;
template <class T>
void store_bytes(T const&, void*) = delete;
template <class T, class Shuffle>
T shuffle_words(T const&, Shuffle) = delete;
template <class T>
T shuffle_up(unsigned, T const&, int, int) = delete;
template <int Count, class Group, class T, class Op>
T scan_up(Group const&, T, Op const&, int) = delete;
template <int Block, int Width, class... What>
void visit_items(What const&...) = delete;

}  // namespace simulation

namespace KokkosScanTest {

using simulation::Cell;
using Cells = std::vector<Cell>;
using Ints = std::vector<int>;

struct UserNames : testing::Test {
  GuardedArray<Cell> const in{Cells{{3}, {1}, {2}, {2}}}, out{4};
  GuardedArray<int> const ints{4}, count{1}, offsets{5};
  simulation::Add const add{};
  simulation::IsOdd const is_odd{};
  simulation::Number const number{};
};

TEST_F(UserNames, Scans) {
  KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), add);
  EXPECT_TRUE(out.holds({{3}, {4}, {6}, {8}}));
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view(), add, Cell{5});
  EXPECT_TRUE(out.holds({{5}, {8}, {9}, {11}}));
  KokkosScan::inclusive_scan_by_key(Exec(), in.const_view(), in.const_view(), out.view(), add);
  EXPECT_TRUE(out.holds({{3}, {1}, {2}, {4}}));
  GuardedArray<int> const segments(Ints{0, 2, 4});
  KokkosScan::segmented_inclusive_scan(Exec(), in.const_view(), segments.const_view(), out.view(),
                                       add);
  EXPECT_TRUE(out.holds({{3}, {4}, {2}, {4}}));
  KokkosScan::exclusive_scan_by_key(Exec(), in.const_view(), in.const_view(), out.view(), add);
  EXPECT_TRUE(out.holds({{0}, {0}, {0}, {2}}));
  KokkosScan::segmented_exclusive_scan(Exec(), in.const_view(), segments.const_view(), out.view(),
                                       add);
  EXPECT_TRUE(out.holds({{0}, {3}, {0}, {2}}));
  KokkosScan::hillis_steele_step(Exec(), in.const_view(), out.view(), 1, add);
  EXPECT_TRUE(out.holds({{3}, {4}, {3}, {4}}));
}

TEST_F(UserNames, LargeScans) {
  using KokkosScan::DeviceScan;
  constexpr std::size_t n = 300000;
  GuardedArray<Cell> const ones(Cells(n, {1})), sums(n);
  Cells expected(n);
  for (std::size_t i = 0; i < n; ++i) expected[i].number = static_cast<int>(i + 1);
  KokkosScan::inclusive_scan(Exec(), ones.const_view(), sums.view(), add);
  EXPECT_TRUE(sums.holds(expected));
  KokkosScan::inclusive_scan(Exec(), ones.const_view(), sums.view(), add,
                             KokkosScan::ScanOptions<DeviceScan::hierarchical>{});
  EXPECT_TRUE(sums.holds(expected)) << "hierarchical";
  KokkosScan::inclusive_scan(Exec(), ones.const_view(), sums.view(), add,
                             KokkosScan::ScanOptions<DeviceScan::look_back>{});
  EXPECT_TRUE(sums.holds(expected)) << "look_back";
  using Column = Kokkos::View<Cell const**, Kokkos::LayoutLeft, Memory, Kokkos::MemoryUnmanaged>;
  using Result = Kokkos::View<Cell**, Kokkos::LayoutLeft, Memory, Kokkos::MemoryUnmanaged>;
  KokkosScan::inclusive_scan_along<0>(Exec(), Column(ones.const_view().data(), n, 1),
                                      Result(sums.view().data(), n, 1), add);
  EXPECT_TRUE(sums.holds(expected)) << "along an axis";
}

TEST_F(UserNames, AnApplyThatIsNotOurs) {
  GuardedArray<float> const ones(std::vector<float>(1000, 1.0f)), sums(1000);
  std::vector<float> expected(1000);
  std::iota(expected.begin(), expected.end(), 1.0f);
  KokkosScan::inclusive_scan(Exec(), ones.const_view(), sums.view(), simulation::Sum{});
  EXPECT_TRUE(sums.holds(expected));
}

TEST_F(UserNames, Partitions) {
  KokkosScan::partition(Exec(), in.const_view(), out.view(), is_odd, count.view());
  EXPECT_TRUE(out.holds({{3}, {1}, {2}, {2}}));
  KokkosScan::partition_permutation(Exec(), in.const_view(), ints.view(), is_odd, count.view());
  EXPECT_TRUE(ints.holds({0, 1, 2, 3}));
  KokkosScan::permute(Exec(), ints.const_view(), in.const_view(), out.view());
  EXPECT_TRUE(out.holds({{3}, {1}, {2}, {2}}));
  KokkosScan::partition_copy(Exec(), in.const_view(), out.view(), GuardedArray<Cell>(2).view(),
                             is_odd, count.view());
  EXPECT_TRUE(count.holds({2}));
  GuardedArray<int> const counts(2);
  KokkosScan::three_way_partition(Exec(), in.const_view(), out.view(), is_odd, is_odd,
                                  counts.view());
  EXPECT_TRUE(counts.holds({2, 0}));
  KokkosScan::three_way_partition_permutation(Exec(), in.const_view(), ints.view(), is_odd, is_odd,
                                              counts.view());
  EXPECT_TRUE(ints.holds({0, 1, 2, 3}));
}

TEST_F(UserNames, Selections) {
  KokkosScan::select(Exec(), in.const_view(), out.view(), is_odd, count.view());
  EXPECT_TRUE(count.holds({2}));
  KokkosScan::select_flagged(Exec(), in.const_view(),
                             GuardedArray<int>(Ints{0, 0, 1, 0}).const_view(), out.view(),
                             count.view());
  EXPECT_TRUE(count.holds({1}));
  KokkosScan::select_unique(Exec(), in.const_view(), out.view(), count.view());
  EXPECT_TRUE(count.holds({3}));
  KokkosScan::select_unique_indices(Exec(), in.const_view(), ints.view(), count.view());
  EXPECT_TRUE(count.holds({3}));
  KokkosScan::select_indices(Exec(), in.const_view(), ints.view(), is_odd, count.view());
  EXPECT_TRUE(count.holds({2}));
  KokkosScan::select(Exec(), out.view(), out.view(), is_odd, count.view());
  KokkosScan::partition<KokkosScan::RejectedOrder::reversed>(Exec(), out.view(), out.view(), is_odd,
                                                             count.view());
  KokkosScan::extract_bin(Exec(), in.const_view(), number, 2, out.view(), count.view());
  EXPECT_TRUE(count.holds({2}));
}

TEST_F(UserNames, Bins) {
  KokkosScan::histogram(Exec(), in.const_view(), number, ints.view());
  EXPECT_TRUE(ints.holds({0, 1, 2, 1}));
  KokkosScan::extract_bins(Exec(), in.const_view(), number, out.view(), offsets.view());
  EXPECT_TRUE(out.holds({{1}, {2}, {2}, {3}}));
  KokkosScan::bin_permutation(Exec(), in.const_view(), number, ints.view(), offsets.view());
  EXPECT_TRUE(ints.holds({1, 2, 3, 0}));
  KokkosScan::bin_ranks(Exec(), in.const_view(), number, ints.view(), offsets.view());
  EXPECT_TRUE(ints.holds({0, 0, 0, 1}));
}

}  // namespace KokkosScanTest
