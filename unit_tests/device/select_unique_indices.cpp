// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/permute.hpp>
#include <cstdint>
#include <limits>

#include "counted_drivers.hpp"
#include "errors.hpp"
#include "partition_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::counted;

/// Into a View with a place for every index, and packed or strided into just enough places.
template <DeviceScan V, ScanPolicy P = tuned, class Index = int, class T>
void check_unique_indices(std::vector<T> const& input) {
  std::size_t const n = input.size();
  SCOPED_TRACE((describe<V, P>(n)));
  auto const expected = reference::unique_indices<Index>(input);
  std::size_t const runs = expected.size();
  CountOf const count;
  GuardedArray<T> const in(input, misalignment(n)), spaced(input, 1, 2);
  GuardedArray<Index> const roomy(n + 3, misalignment(n + 1)), packed(runs, 1), strided(runs, 1, 3);
  ScanOptions<V, P> const options;
  KokkosScan::select_unique_indices(Exec(), in.const_view(), roomy.view(), count.view(), options);
  EXPECT_TRUE(roomy.holds(untouched_behind(expected, n + 3)));
  EXPECT_EQ(count.value(), runs);
  KokkosScan::select_unique_indices("packed", Exec(), spaced.strided_view(), packed.view(),
                                    count.view(), options);
  EXPECT_TRUE(packed.holds(expected)) << "of a strided input";
  KokkosScan::select_unique_indices("strided", Exec(), spaced.strided_view(),
                                    strided.strided_view(), count.view(), options);
  EXPECT_TRUE(strided.holds(expected)) << "strided";
  EXPECT_EQ(count.value(), runs) << "strided";
}

template <class Index = int, class T>
void check_by_variants(std::vector<T> const& input) {
  check_unique_indices<DeviceScan::automatic, tuned, Index>(input);
  check_unique_indices<DeviceScan::hierarchical, tuned, Index>(input);
  check_unique_indices<DeviceScan::look_back, tuned, Index>(input);
  check_unique_indices<DeviceScan::work_ahead, tuned, Index>(input);
}

/// Runs of \p length elements, the last one as many as are left.
std::vector<int> equal_runs(std::size_t n, std::size_t length) {
  std::vector<int> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(static_cast<int>(i / length));
  return values;
}

TEST(SelectUniqueIndices, EmptyAndOne) {
  check_by_variants(std::vector<int>{});
  check_by_variants(std::vector<int>{7});
  check_by_variants(std::vector<int>{0});
}

TEST(SelectUniqueIndices, WorkedExample) {
  GuardedArray<int> const in(std::vector<int>{5, 5, 5, 2, 2, 5, 8, 8}), indices(8);
  CountOf const count;
  KokkosScan::select_unique_indices(Exec(), in.const_view(), indices.view(), count.view());
  EXPECT_TRUE(indices.holds(untouched_behind<int>({0, 3, 5, 6}, 8)));
  EXPECT_EQ(count.value(), 4u);
}

TEST(SelectUniqueIndices, AllEqualAllDifferentAndRunsOfThree) {
  for (std::size_t const n : partition_sizes<int>()) {
    SCOPED_TRACE(n);
    check_by_variants(equal_runs(n, n + 1));
    check_by_variants(equal_runs(n, 1));
    check_by_variants(equal_runs(n, 3));
  }
}

TEST(SelectUniqueIndices, RunsOfAnyLength) {
  for (std::size_t const n : partition_sizes<int>())
    for (std::size_t const longest : {2u, 9u, 5000u}) {
      SCOPED_TRACE("runs of at most " + std::to_string(longest));
      check_by_variants(random_runs<int>(n, longest));
    }
}

TEST(SelectUniqueIndices, ByOtherVariantsAndTiles) {
  for (std::size_t const n : few_sizes()) {
    auto const input = random_runs<int>(n, 4);
    check_unique_indices<DeviceScan::parallel_scan>(input);
    check_unique_indices<DeviceScan::hillis_steele>(input);
    check_unique_indices<DeviceScan::hierarchical, small_tiles>(input);
    check_unique_indices<DeviceScan::look_back, small_tiles>(input);
    check_unique_indices<DeviceScan::fixed_look_back, small_tiles>(input);
    check_unique_indices<DeviceScan::work_ahead, small_tiles>(input);
  }
}

TEST(SelectUniqueIndices, OfOtherElementsAndIndices) {
  check_by_variants<std::uint64_t>(random_runs<std::int8_t>(20011, 4));
  check_by_variants<std::int16_t>(random_runs<Rgb>(20011, 4));
  check_by_variants<std::uint32_t>(random_runs<Heisenberg>(20011, 4));
  check_by_variants<std::int64_t>(random_runs<double>(20011, 4));
}

/// Too large for the registers of a GPU's lane, which compares a whole element with the preceding
/// lane's last one.
struct LongKey {
  std::int32_t number;
  char rest[196];
  friend KOKKOS_FUNCTION bool operator==(LongKey const& x, LongKey const& y) {
    return x.number == y.number && x.rest[195] == y.rest[195];
  }
};

TEST(SelectUniqueIndices, OfLargeElements) {
  auto const numbers = random_runs<int>(5003, 6);
  std::vector<LongKey> input(numbers.size());
  for (std::size_t i = 0; i < input.size(); ++i) {
    input[i].number = numbers[i];
    input[i].rest[195] = static_cast<char>(i / 700);
  }
  check_by_variants(input);
}

/// A NaN differs from every element; zeros of either sign are equal.
TEST(SelectUniqueIndices, NaNAndZeros) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t const n : few_sizes()) {
    std::vector<double> input;
    for (std::size_t i = 0; i < n; ++i) switch (random_bits(95, i / 2) % 3) {
        case 0:
          input.push_back(nan);
          break;
        case 1:
          input.push_back(i % 2 == 0 ? 0.0 : -0.0);
          break;
        default:
          input.push_back(1.0);
      }
    check_by_variants(input);
  }
}

/// Only the indices that fit are written; the count is that of all runs.
TEST(SelectUniqueIndices, OutputsThatAreTooSmall) {
  for (std::size_t const n : {100u, 20011u, 200003u}) {
    SCOPED_TRACE(n);
    auto const input = random_runs<int>(n, 4);
    auto const expected = reference::unique_indices<int>(input);
    GuardedArray<int> const in(input);
    CountOf const count;
    for (std::size_t const room : {std::size_t(0), std::size_t(1), expected.size() - 1}) {
      GuardedArray<int> const indices(room);
      KokkosScan::select_unique_indices(Exec(), in.const_view(), indices.view(), count.view());
      EXPECT_TRUE(indices.holds(first_of(expected, room)));
      EXPECT_EQ(count.value(), expected.size());
    }
  }
}

/// docs/partition.md, "Several arrays": the first of each run of keys, with its value. The number
/// of keys is on the device, as is that of runs.
TEST(SelectUniqueIndices, UniqueByKey) {
  for (std::size_t const n : {1u, 1000u, 300007u})
    for (std::size_t const m : {std::size_t(0), n / 3, n}) {
      SCOPED_TRACE(std::to_string(m) + " of " + std::to_string(n));
      auto const keys = random_runs<int>(n, 5);
      std::vector<int> const before(n, -1);
      auto const values = random_elements<double>(n, 3);
      GuardedArray<int> const key(keys, 1), places(n), first_key(before);
      GuardedArray<double> const value(values), first_value(n);
      CountOf const runs;
      KokkosScan::select_unique_indices(Exec(),
                                        counted(key.const_view(), on_device(static_cast<int>(m))),
                                        places.view(), runs.view());
      KokkosScan::permute(Exec(), counted(places.view(), runs.view()), key.const_view(),
                          first_key.view(), value.const_view(), first_value.view());
      std::vector<double> expected;
      for (std::size_t const i : reference::unique_indices<std::size_t>(first_of(keys, m)))
        expected.push_back(values[i]);
      EXPECT_EQ(runs.value(), expected.size());
      EXPECT_TRUE(first_key.holds(reference::over(reference::unique(first_of(keys, m)), before)));
      EXPECT_TRUE(first_value.holds(untouched_behind(expected, n)));
    }
}

struct WriteLengths {
  Array<int> starts, lengths;
  Kokkos::View<int, Memory> runs;
  int n;
  KOKKOS_FUNCTION void operator()(int r) const {
    if (r < runs()) lengths(r) = (r + 1 < runs() ? starts(r + 1) : n) - starts(r);
  }
};

/// docs/partition.md, "Run lengths".
TEST(SelectUniqueIndices, RunLengths) {
  int const n = 9;
  GuardedArray<int> const keys(std::vector<int>{4, 4, 1, 1, 1, 4, 0, 0, 0}), starts(n), lengths(n);
  CountOf const runs;
  KokkosScan::select_unique_indices(Exec(), keys.const_view(), starts.view(), runs.view());
  Kokkos::parallel_for("lengths", Kokkos::RangePolicy<Exec>(Exec(), 0, n),
                       WriteLengths{starts.view(), lengths.view(), runs.view(), n});
  EXPECT_EQ(runs.value(), 4u);
  EXPECT_TRUE(lengths.holds(untouched_behind<int>({2, 3, 1, 3}, n)));
}

TEST(SelectUniqueIndices, Errors) {
  GuardedArray<int> const in(std::vector<int>(129, 1)), indices(129), two(2);
  GuardedArray<std::int8_t> const narrow(129);
  CountOf const count;
  auto const call = [](auto const& input, auto const& places, auto const& number) {
    return [=] { KokkosScan::select_unique_indices(Exec(), input, places, number); };
  };
  auto const entry = [](auto const& array) {
    return Kokkos::subview(array.view(), std::pair<std::size_t, std::size_t>(3, 4));
  };
  char const* const name = "select_unique_indices";
  EXPECT_TRUE(rejects(call(in.const_view(), narrow.view(), count.view()), name,
                      "indices holds at most 127, needs to hold 128"));
  EXPECT_TRUE(rejects(call(in.view(), in.view(), count.view()), name, "in and indices"));
  EXPECT_TRUE(rejects(call(in.const_view(), indices.view(), two.view()), name,
                      "count has 2 entries, needs 1"));
  EXPECT_TRUE(rejects(call(in.const_view(), indices.view(), entry(narrow)), name,
                      "count holds at most 127, needs to hold 129 (extent of in)"));
  EXPECT_TRUE(rejects(call(in.view(), indices.view(), entry(in)), name, "in and count"));
  EXPECT_TRUE(rejects(call(in.view(), indices.view(), entry(indices)), name, "count and indices"));
  EXPECT_TRUE(rejects(call(counted(in.view(), entry(indices)), indices.view(), count.view()), name,
                      "the count of the input and indices"));
  EXPECT_TRUE(rejects(call(counted(in.view(), count.view()), indices.view(), count.view()), name,
                      "the count of the input and count"));
  EXPECT_TRUE(in.holds(std::vector<int>(129, 1)));
  EXPECT_TRUE(indices.is_untouched());
  EXPECT_TRUE(narrow.is_untouched());
}

}  // namespace KokkosScanTest
