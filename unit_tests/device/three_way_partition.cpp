// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/permute.hpp>
#include <KokkosScan/device/three_way_partition.hpp>
#include <numeric>

#include "counted_drivers.hpp"
#include "errors.hpp"
#include "partition_drivers.hpp"

namespace KokkosScanTest {

template <class T>
struct RestIs {
  int modulus, rest;
  KOKKOS_FUNCTION bool operator()(T const& x) const {
    return static_cast<std::int64_t>(x) % modulus == rest;
  }
};
template <>
struct RestIs<Heisenberg> {
  int modulus, rest;
  KOKKOS_FUNCTION bool operator()(Heisenberg const& x) const {
    return x.b % static_cast<unsigned>(modulus) == static_cast<unsigned>(rest);
  }
};

template <class T>
struct ThreeClasses {
  std::vector<T> elements;
  std::vector<int> counts;
};

template <class T, class First, class Second>
ThreeClasses<T> three_classes(std::vector<T> const& input, First const& pred_first,
                              Second const& pred_second) {
  auto const one = reference::split(input, [&](std::size_t i) { return pred_first(input[i]); });
  auto const two =
      reference::split(one.rejected, [&](std::size_t i) { return pred_second(one.rejected[i]); });
  ThreeClasses<T> result{
      one.selected, {static_cast<int>(one.selected.size()), static_cast<int>(two.selected.size())}};
  auto const rest = two.joined();
  result.elements.insert(result.elements.end(), rest.begin(), rest.end());
  return result;
}

template <DeviceScan V, ScanPolicy P = tuned, class T, class First, class Second>
void check_three_way(std::vector<T> const& input, First const& pred_first,
                     Second const& pred_second) {
  std::size_t const n = input.size();
  SCOPED_TRACE(describe(V, n));
  auto const expected = three_classes(input, pred_first, pred_second);
  GuardedArray<T> const in(input, misalignment(n)), out(n, misalignment(n + 1));
  GuardedArray<int> const counts(2);
  KokkosScan::three_way_partition(Exec(), in.const_view(), out.view(), pred_first, pred_second,
                                  counts.view(), ScanOptions<V, P>{});
  EXPECT_TRUE(out.holds(expected.elements));
  EXPECT_TRUE(counts.holds(expected.counts));
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
}

/// The indices of the three classes.
template <class Index, class T, class First, class Second>
ThreeClasses<Index> three_classes_of_indices(std::vector<T> const& input, First const& pred_first,
                                             Second const& pred_second) {
  std::vector<Index> all(input.size());
  std::iota(all.begin(), all.end(), Index(0));
  auto const of_index = [&](auto const& pred) {
    return [&](Index i) { return pred(input[static_cast<std::size_t>(i)]); };
  };
  return three_classes(all, of_index(pred_first), of_index(pred_second));
}

/// Packed, and strided into a View that is longer than the input.
template <DeviceScan V, ScanPolicy P = tuned, class Index = int, class T, class First, class Second>
void check_three_way_permutation(std::vector<T> const& input, First const& pred_first,
                                 Second const& pred_second) {
  std::size_t const n = input.size();
  SCOPED_TRACE((describe<V, P>(n)) + ", permutation");
  auto const expected = three_classes_of_indices<Index>(input, pred_first, pred_second);
  GuardedArray<T> const in(input, misalignment(n)), spaced(input, 1, 2);
  GuardedArray<Index> const permutation(n, misalignment(n + 1)), strided(n + 3, 1, 3);
  GuardedArray<int> const counts(2), spaced_counts(2, 0, 3);
  ScanOptions<V, P> const options;
  KokkosScan::three_way_partition_permutation(Exec(), in.const_view(), permutation.view(),
                                              pred_first, pred_second, counts.view(), options);
  EXPECT_TRUE(permutation.holds(expected.elements));
  EXPECT_TRUE(counts.holds(expected.counts));
  KokkosScan::three_way_partition_permutation("strided", Exec(), spaced.strided_view(),
                                              strided.strided_view(), pred_first, pred_second,
                                              spaced_counts.strided_view(), options);
  EXPECT_TRUE(strided.holds(untouched_behind(expected.elements, n + 3))) << "strided";
  EXPECT_TRUE(spaced_counts.holds(expected.counts)) << "strided";
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
}

/// Into three Views; the last one may be too small.
template <DeviceScan V, ScanPolicy P = tuned, class T, class First, class Second>
void check_three_outputs(std::vector<T> const& input, First const& pred_first,
                         Second const& pred_second) {
  std::size_t const n = input.size();
  SCOPED_TRACE(describe(V, n) + ", three outputs");
  auto const expected = three_classes(input, pred_first, pred_second);
  auto const one = static_cast<std::size_t>(expected.counts[0]),
             two = static_cast<std::size_t>(expected.counts[1]);
  auto const begin = expected.elements.begin();
  GuardedArray<T> const in(input, misalignment(n)), first(one, 1), second(two, 2, 2),
      rest(n - one - two), short_rest(n - one - two > 0 ? n - one - two - 1 : 0);
  GuardedArray<T> const roomy(n);
  GuardedArray<int> const counts(2, 0, 3);
  KokkosScan::three_way_partition_copy(Exec(), in.const_view(), first.view(), second.strided_view(),
                                       rest.view(), pred_first, pred_second, counts.strided_view(),
                                       ScanOptions<V, P>{});
  EXPECT_TRUE(first.holds({begin, begin + one}));
  EXPECT_TRUE(second.holds({begin + one, begin + one + two}));
  EXPECT_TRUE(rest.holds({begin + one + two, expected.elements.end()}));
  EXPECT_TRUE(counts.holds(expected.counts));
  KokkosScan::three_way_partition_copy("labelled", Exec(), in.const_view(), roomy.view(),
                                       second.strided_view(), short_rest.view(), pred_first,
                                       pred_second, counts.strided_view(), ScanOptions<V, P>{});
  EXPECT_TRUE(short_rest.holds(
      {begin + one + two,
       begin + one + two + static_cast<std::ptrdiff_t>(short_rest.view().extent(0))}));
  EXPECT_TRUE(counts.holds(expected.counts)) << "with an output that is too small";
}

template <class T>
void check_three_ways(std::vector<T> const& input, int modulus) {
  RestIs<T> const zero{modulus, 0}, one{modulus, 1};
  check_three_way<DeviceScan::automatic>(input, zero, one);
  check_three_way<DeviceScan::hierarchical>(input, zero, one);
  check_three_way<DeviceScan::look_back>(input, zero, one);
  check_three_way<DeviceScan::work_ahead>(input, zero, one);
  check_three_way<DeviceScan::work_ahead, small_tiles>(input, zero, one);
  check_three_way_permutation<DeviceScan::automatic>(input, zero, one);
  check_three_way_permutation<DeviceScan::hierarchical>(input, zero, one);
  check_three_way_permutation<DeviceScan::look_back>(input, zero, one);
  check_three_way_permutation<DeviceScan::work_ahead>(input, zero, one);
  check_three_way_permutation<DeviceScan::work_ahead, small_tiles>(input, zero, one);
  check_three_outputs<DeviceScan::automatic>(input, zero, one);
  check_three_outputs<DeviceScan::hierarchical>(input, zero, one);
  check_three_outputs<DeviceScan::work_ahead, small_tiles>(input, zero, one);
}

TEST(ThreeWayPartition, OutputsThatAreTooSmall) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), three(3), six(6), none(0), ten(10);
  GuardedArray<int> const counts(2);
  RestIs<int> const zero{3, 0}, one{3, 1};
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::three_way_partition_copy(Exec(), in.const_view(), three.view(), six.view(),
                                             none.view(), zero, one, counts.view());
      },
      "three_way_partition_copy",
      "out_first, out_second and out_rest have extents 3, 6 and 0, need 10 together"));
  EXPECT_TRUE(rejects(
      [&] {
        KokkosScan::three_way_partition_copy(Exec(), in.const_view(), ten.view(), six.view(),
                                             ten.view(), zero, one, counts.view());
      },
      "three_way_partition_copy", "out_first and out_rest start at the same address"));
  EXPECT_TRUE(counts.is_untouched());
}

TEST(ThreeWayPartition, EverySize) {
  for (std::size_t const n : partition_sizes<int>())
    for (int const modulus : {1, 2, 3, 40}) {
      SCOPED_TRACE("modulus " + std::to_string(modulus));
      check_three_ways(marked_elements<int>(Pattern::half, n), modulus);
    }
  check_three_ways(marked_elements<double>(Pattern::half, 20011), 3);
  check_three_ways(marked_elements<std::int8_t>(Pattern::half, 20011), 3);
  check_three_way<DeviceScan::parallel_scan>(marked_elements<int>(Pattern::half, 20011),
                                             RestIs<int>{3, 0}, RestIs<int>{3, 1});
}

TEST(ThreeWayPartition, HillisSteele) {
  RestIs<int> const zero{3, 0}, one{3, 1};
  for (std::size_t const n : few_sizes())
    check_three_way<DeviceScan::hillis_steele>(marked_elements<int>(Pattern::half, n), zero, one);
  check_three_way<DeviceScan::hillis_steele>(marked_elements<double>(Pattern::half, 4097),
                                             RestIs<double>{3, 0}, RestIs<double>{3, 1});
}

TEST(ThreeWayPartitionPermutation, ByTheVariantsWithoutTiles) {
  RestIs<int> const zero{3, 0}, one{3, 1};
  for (std::size_t const n : few_sizes()) {
    auto const input = marked_elements<int>(Pattern::half, n);
    check_three_way_permutation<DeviceScan::parallel_scan>(input, zero, one);
    check_three_way_permutation<DeviceScan::hillis_steele>(input, zero, one);
  }
}

TEST(ThreeWayPartitionPermutation, OfOtherElementsAndIndices) {
  check_three_way_permutation<DeviceScan::automatic, tuned, std::uint64_t>(
      marked_elements<std::int8_t>(Pattern::half, 20011), RestIs<std::int8_t>{3, 0},
      RestIs<std::int8_t>{3, 1});
  check_three_way_permutation<DeviceScan::work_ahead, tuned, std::int16_t>(
      marked_elements<Heisenberg>(Pattern::half, 20011), RestIs<Heisenberg>{3, 0},
      RestIs<Heisenberg>{3, 1});
  check_three_way_permutation<DeviceScan::look_back, tuned, std::uint32_t>(
      marked_elements<double>(Pattern::half, 20011), RestIs<double>{3, 0}, RestIs<double>{3, 1});
}

/// The permutation applied to the input is the partition.
TEST(ThreeWayPartitionPermutation, PermutesIntoThePartition) {
  auto const input = marked_elements<int>(Pattern::half, 20011);
  RestIs<int> const zero{3, 0}, one{3, 1};
  GuardedArray<int> const in(input), permutation(input.size()), out(input.size());
  GuardedArray<int> const counts(2);
  KokkosScan::three_way_partition_permutation(Exec(), in.const_view(), permutation.view(), zero,
                                              one, counts.view());
  KokkosScan::permute(Exec(), permutation.const_view(), in.const_view(), out.view());
  EXPECT_TRUE(out.holds(three_classes(input, zero, one).elements));
}

/// Strided input, output and counts; the output is longer than the input, and its further entries
/// are left alone.
template <DeviceScan V, class T>
void check_strided_three_way(std::size_t n) {
  SCOPED_TRACE(describe(V, n));
  auto const input = marked_elements<T>(Pattern::half, n);
  RestIs<T> const zero{3, 0}, one{3, 1};
  auto const expected = three_classes(input, zero, one);
  GuardedArray<T> const in(input, 1, 3), out(n + 5, 2, 2), long_out(n + 70, 1);
  GuardedArray<int> const counts(2, 1, 3);
  KokkosScan::three_way_partition("strided", Exec(), in.strided_view(), out.strided_view(), zero,
                                  one, counts.strided_view(), ScanOptions<V>{});
  EXPECT_TRUE(out.holds(untouched_behind(expected.elements, n + 5))) << "strided";
  EXPECT_TRUE(counts.holds(expected.counts)) << "strided";
  KokkosScan::three_way_partition(Exec(), in.strided_view(), long_out.view(), zero, one,
                                  counts.strided_view(), ScanOptions<V>{});
  EXPECT_TRUE(long_out.holds(untouched_behind(expected.elements, n + 70))) << "strided to packed";
  EXPECT_TRUE(counts.holds(expected.counts)) << "strided to packed";
}

TEST(ThreeWayPartition, StridedAndLongerOutputs) {
  for (std::size_t const n : some_sizes<int>()) {
    check_strided_three_way<DeviceScan::automatic, int>(n);
    check_strided_three_way<DeviceScan::hierarchical, double>(n);
    check_strided_three_way<DeviceScan::look_back, int>(n);
    check_strided_three_way<DeviceScan::work_ahead, int>(n);
  }
  check_strided_three_way<DeviceScan::hillis_steele, int>(1025);
  check_strided_three_way<DeviceScan::parallel_scan, int>(1025);
  check_strided_three_way<DeviceScan::work_ahead, Heisenberg>(20011);
}

/// The number of elements is on the device: nothing after these elements is written.
template <DeviceScan V, ScanPolicy P = tuned>
void check_counted_three_way(std::size_t n) {
  auto const input = marked_elements<int>(Pattern::half, n);
  RestIs<int> const zero{3, 0}, one{3, 1};
  GuardedArray<int> const in(input, 1);
  for (int const size : sizes_up_to(n)) {
    SCOPED_TRACE((describe<V, P>(n)) + ", " + describe_size(size, n));
    auto const expected = three_classes(first_of(input, counted_of(size, n)), zero, one);
    GuardedArray<int> const out(n + 3, 1);
    GuardedArray<int> const counts(2);
    KokkosScan::three_way_partition(Exec(),
                                    KokkosScan::counted(in.const_view(), on_device<long>(size)),
                                    out.view(), zero, one, counts.view(), ScanOptions<V, P>{});
    EXPECT_TRUE(out.holds(untouched_behind(expected.elements, n + 3)));
    EXPECT_TRUE(counts.holds(expected.counts));
    EXPECT_TRUE(in.holds(input)) << "the input was changed";
    GuardedArray<int> const permutation(n + 3, 1);
    auto const indices =
        three_classes_of_indices<int>(first_of(input, counted_of(size, n)), zero, one);
    KokkosScan::three_way_partition_permutation(
        Exec(), KokkosScan::counted(in.const_view(), on_device(size)), permutation.view(), zero,
        one, counts.view(), ScanOptions<V, P>{});
    EXPECT_TRUE(permutation.holds(untouched_behind(indices.elements, n + 3)));
    EXPECT_TRUE(counts.holds(expected.counts)) << "permutation";
  }
}

TEST(ThreeWayPartition, AsManyElementsAsTheDeviceSays) {
  for (std::size_t const n : {0u, 100u, 300007u}) {
    check_counted_three_way<DeviceScan::automatic>(n);
    check_counted_three_way<DeviceScan::hierarchical>(n);
    check_counted_three_way<DeviceScan::look_back>(n);
    check_counted_three_way<DeviceScan::work_ahead>(n);
  }
  check_counted_three_way<DeviceScan::work_ahead, small_tiles>(20011);
  check_counted_three_way<DeviceScan::hierarchical, small_tiles>(20011);
}

TEST(ThreeWayPartition, EachPartEmpty) {
  auto const input = marked_elements<int>(Pattern::half, 300007);
  KokkosScan::LessThan const all{1000}, none{-1}, some{50};
  check_three_way<DeviceScan::automatic>(input, all, all);
  check_three_way<DeviceScan::automatic>(input, none, all);
  check_three_way<DeviceScan::automatic>(input, none, none);
  check_three_way<DeviceScan::automatic>(input, some, all);
  check_three_way<DeviceScan::automatic>(input, none, some);
  check_three_way<DeviceScan::automatic>(input, some, none);
}

TEST(ThreeWayPartition, Errors) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), nine(9), out(10);
  GuardedArray<int> const counts(2), three(3);
  KokkosScan::LessThan const pred{3};
  auto const call = [&](auto const& to, auto const& number) {
    return [&] {
      KokkosScan::three_way_partition(Exec(), in.const_view(), to.view(), pred, pred,
                                      number.view());
    };
  };
  EXPECT_TRUE(rejects(call(nine, counts), "three_way_partition",
                      "out has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(call(out, three), "three_way_partition", "counts has 3 entries, needs 2"));
  EXPECT_TRUE(rejects(call(in, counts), "three_way_partition", "in and out"));
  EXPECT_TRUE(out.is_untouched());
}

TEST(ThreeWayPartitionPermutation, Errors) {
  GuardedArray<int> const in(std::vector<int>(129, 1)), few(128), out(129), counts(2), three(3);
  GuardedArray<std::int8_t> const narrow(129);
  KokkosScan::LessThan const pred{3};
  auto const call = [&](auto const& input, auto const& to, auto const& number) {
    return
        [=] { KokkosScan::three_way_partition_permutation(Exec(), input, to, pred, pred, number); };
  };
  auto const two_of = [](auto const& array) {
    return Kokkos::subview(array.view(), std::pair<std::size_t, std::size_t>(3, 5));
  };
  char const* const name = "three_way_partition_permutation";
  EXPECT_TRUE(rejects(call(in.const_view(), few.view(), counts.view()), name,
                      "permutation has extent 128, needs 129 (extent of in)"));
  EXPECT_TRUE(rejects(call(in.const_view(), narrow.view(), counts.view()), name,
                      "permutation holds at most 127, needs to hold 128"));
  EXPECT_TRUE(rejects(call(in.const_view(), out.view(), three.view()), name,
                      "counts has 3 entries, needs 2"));
  EXPECT_TRUE(rejects(call(in.view(), in.view(), counts.view()), name, "in and permutation"));
  EXPECT_TRUE(rejects(call(in.view(), out.view(), two_of(out)), name, "counts and permutation"));
  EXPECT_TRUE(in.holds(std::vector<int>(129, 1)));
  EXPECT_TRUE(out.is_untouched());
  EXPECT_TRUE(narrow.is_untouched());
}

}  // namespace KokkosScanTest
