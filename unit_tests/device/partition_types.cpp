// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>

#include "partition_drivers.hpp"

namespace KokkosScanTest {

template <class T>
void check_type() {
  for (std::size_t const n : partition_sizes<T>())
    for (Pattern const pattern : {Pattern::half, Pattern::most, Pattern::none}) {
      auto const input = marked_elements<T>(pattern, n);
      check_partitions<DeviceScan::automatic>(pattern, input);
    }
}

TEST(PartitionTypes, Int8) { check_type<std::int8_t>(); }
TEST(PartitionTypes, UInt16) { check_type<std::uint16_t>(); }
TEST(PartitionTypes, Int64) { check_type<std::int64_t>(); }
TEST(PartitionTypes, Float) { check_type<float>(); }
TEST(PartitionTypes, Double) { check_type<double>(); }
TEST(PartitionTypes, ThreeBytes) { check_type<Rgb>(); }
TEST(PartitionTypes, TwentyFourBytes) { check_type<Heisenberg>(); }

TEST(PartitionTypes, StructsByEveryVariant) {
  for (std::size_t const n : {1000u, 20011u}) {
    auto const colors = marked_elements<Rgb>(Pattern::half, n);
    check_partitions<DeviceScan::look_back>(Pattern::half, colors);
    check_partitions<DeviceScan::hierarchical>(Pattern::half, colors);
    auto const matrices = marked_elements<Heisenberg>(Pattern::half, n);
    check_partitions<DeviceScan::work_ahead>(Pattern::half, matrices);
    check_partitions<DeviceScan::hierarchical>(Pattern::half, matrices);
  }
}

/// Larger than a tile's place in scratch: written from where it was read to.
struct Large {
  std::int32_t number;
  char rest[400];
  friend bool operator==(Large const& x, Large const& y) { return x.number == y.number; }
};
void print(std::ostream& stream, Large const& x) { stream << x.number; }

struct IsOdd {
  KOKKOS_FUNCTION bool operator()(Large const& x) const { return x.number % 2 != 0; }
};

TEST(PartitionTypes, FourHundredBytes) {
  std::vector<Large> input(3001);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i].number = static_cast<int>(random_bits(5, i) % 1000);
  auto const split =
      reference::split(input, [&](std::size_t i) { return input[i].number % 2 != 0; });
  GuardedArray<Large> const in(input), out(input.size());
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), out.view(), IsOdd{}, count.view());
  EXPECT_TRUE(out.holds(split.joined()));
  KokkosScan::partition(Exec(), in.const_view(), out.view(), IsOdd{}, count.view(),
                        ScanOptions<DeviceScan::hierarchical>{});
  EXPECT_TRUE(out.holds(split.joined()));
}

struct alignas(64) Aligned {
  int number;
  friend bool operator==(Aligned const& x, Aligned const& y) { return x.number == y.number; }
};
void print(std::ostream& stream, Aligned const& x) { stream << x.number; }

struct IsSmall {
  KOKKOS_FUNCTION bool operator()(Aligned const& x) const { return x.number < 300; }
};

/// In scratch and buffers too an element lies where its type wants it.
TEST(PartitionTypes, OverAligned) {
  std::vector<Aligned> input(3001);
  for (std::size_t i = 0; i < input.size(); ++i)
    input[i].number = static_cast<int>(random_bits(7, i) % 1000);
  auto const split = reference::split(input, [&](std::size_t i) { return IsSmall{}(input[i]); });
  GuardedArray<Aligned> const in(input), out(input.size());
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), out.view(), IsSmall{}, count.view());
  EXPECT_TRUE(out.holds(split.joined()));
}

/// What compares as false is rejected; NaN neither gets lost nor multiplies.
TEST(PartitionPredicates, NaN) {
  std::size_t const n = 5001;
  std::vector<double> input(n);
  for (std::size_t i = 0; i < n; ++i)
    input[i] = i % 7 == 3 ? std::nan("") : static_cast<double>(random_bits(3, i) % 100);
  GuardedArray<double> const in(input), out(n);
  CountOf const count;
  auto const expect = [&](auto const& pred, char const* what) {
    SCOPED_TRACE(what);
    KokkosScan::partition(Exec(), in.const_view(), out.view(), pred, count.view());
    auto const split =
        reference::split(input, [&](std::size_t i) { return pred(input[i]); }).joined();
    auto const actual = to_vector(out.view());
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_TRUE(actual[i] == split[i] || (std::isnan(actual[i]) && std::isnan(split[i])))
          << "at " << i << ": expected " << split[i] << ", got " << actual[i];
  };
  expect(KokkosScan::LessThan{50.0}, "NaN elements");
  expect(KokkosScan::NotEqualTo{7.0}, "NaN elements differ from everything");
  expect(KokkosScan::GreaterEqual{std::nan("")}, "NaN pivot");
  EXPECT_EQ(count.value(), 0u);
}

TEST(PartitionPredicates, Pivots) {
  auto const input = random_elements<int>(3001, 1);
  GuardedArray<int> const in(input), out(input.size());
  CountOf const count;
  auto const expect = [&](auto const& pred) {
    KokkosScan::partition(Exec(), in.const_view(), out.view(), pred, count.view());
    EXPECT_TRUE(
        out.holds(reference::split(input, [&](std::size_t i) { return pred(input[i]); }).joined()));
  };
  expect(KokkosScan::LessThan{0});
  expect(KokkosScan::LessEqual{0});
  expect(KokkosScan::GreaterThan{0});
  expect(KokkosScan::GreaterEqual{0});
  expect(KokkosScan::EqualTo{0});
  expect(KokkosScan::NotEqualTo{0});
}

/// A functor with state and memory of its own, which counts how often it is asked.
struct Asked {
  Kokkos::View<int*, Memory> times;
  int modulus;
  KOKKOS_FUNCTION bool operator()(int const& x) const {
    Kokkos::atomic_inc(&times(x));
    return x % modulus == 1;
  }
};

template <DeviceScan V>
void expect_asked_once(std::size_t n) {
  std::vector<int> input(n);
  for (std::size_t i = 0; i < n; ++i) input[i] = static_cast<int>(i);
  GuardedArray<int> const in(input), out(n), rest(n);
  CountOf const count;
  Kokkos::View<int*, Memory> const times("times", n);
  Asked const pred{times, 3};
  KokkosScan::select(Exec(), in.const_view(), out.view(), pred, count.view(), ScanOptions<V>{});
  EXPECT_TRUE(matches(times, std::vector<int>(n, 1))) << describe(V, n) << ", select";
  KokkosScan::partition_copy(Exec(), in.const_view(), out.view(), rest.view(), pred, count.view(),
                             ScanOptions<V>{});
  EXPECT_TRUE(matches(times, std::vector<int>(n, 2))) << describe(V, n) << ", partition_copy";
}

TEST(PartitionPredicates, AreAskedOncePerElement) {
  for (std::size_t const n : {100u, 300007u}) {
    expect_asked_once<DeviceScan::automatic>(n);
    expect_asked_once<DeviceScan::look_back>(n);
    expect_asked_once<DeviceScan::work_ahead>(n);
  }
}

/// Elements of another type than the output's.
TEST(PartitionTypes, Converts) {
  auto const input = random_elements<int>(2001, 4);
  auto const split = reference::split(input, [&](std::size_t i) { return input[i] > 1; });
  std::vector<double> expected;
  for (int const x : split.joined()) expected.push_back(x);
  GuardedArray<int> const in(input);
  GuardedArray<double> const out(input.size());
  CountOf const count;
  KokkosScan::partition(Exec(), in.const_view(), out.view(), KokkosScan::GreaterThan{1},
                        count.view());
  EXPECT_TRUE(out.holds(expected));
}

}  // namespace KokkosScanTest
