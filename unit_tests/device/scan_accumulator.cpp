// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>

#include "scan_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

/// A number in the last of several words.
template <int Words>
struct Padded {
  unsigned words[Words] = {};
  Padded() = default;
  KOKKOS_FUNCTION explicit Padded(int x) { words[Words - 1] = static_cast<unsigned>(x); }
  KOKKOS_FUNCTION explicit operator int() const { return static_cast<int>(words[Words - 1]); }
};
template <class Value>
struct WideSum {
  using value_type = Value;
  static constexpr bool is_commutative = true;
  KOKKOS_FUNCTION Value identity() const { return {}; }
  KOKKOS_FUNCTION Value operator()(Value const& a, Value const& b) const {
    constexpr int last = sizeof(a.words) / sizeof(a.words[0]) - 1;
    Value sum = a;
    sum.words[last] += b.words[last];
    return sum;
  }
};

/// Scans elements of type In into type Out and accumulates in the operator's own type.
template <DeviceScan V, class In, class Out, class Op>
void check_types(std::vector<In> const& input, Op const& op) {
  auto const expected = reference::inclusive_scan_as<Out>(input, op);
  for (std::size_t const offset : {0u, 1u}) {
    SCOPED_TRACE(describe(V, input.size()) + ", offset " + std::to_string(offset));
    GuardedArray<In> const in(input, offset);
    GuardedArray<Out> const out(input.size(), offset);
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), op, ScanOptions<V>{});
    EXPECT_TRUE(out.holds(expected));
  }
}

/// The same into a strided View, by the variant for many elements: results leave one by one.
template <class In, class Out>
void check_strided(std::size_t n) {
  SCOPED_TRACE("n = " + std::to_string(n));
  auto const input = random_elements<In>(n);
  Sum<Out> const op;
  GuardedArray<In> const in(input, 3, 2);
  GuardedArray<Out> const out(n, 1, 3);
  KokkosScan::inclusive_scan(Exec(), in.strided_view(), out.strided_view(), op,
                             ScanOptions<DeviceScan::work_ahead>{});
  EXPECT_TRUE(out.holds(reference::inclusive_scan_as<Out>(input, op)));
}

TEST(ScanAccumulator, Int8IntoInt32DoesNotWrap) {
  for (std::size_t const n : few_sizes()) {
    auto const ones = constant_elements<std::int8_t>(n, 100);
    check_types<DeviceScan::automatic, std::int8_t, std::int32_t>(ones, Sum<std::int32_t>{});
    check_types<DeviceScan::parallel_scan, std::int8_t, std::int32_t>(ones, Sum<std::int32_t>{});
    check_types<DeviceScan::hillis_steele, std::int8_t, std::int32_t>(ones, Sum<std::int32_t>{});
    check_types<DeviceScan::hierarchical, std::int8_t, std::int32_t>(ones, Sum<std::int32_t>{});
    check_types<DeviceScan::look_back, std::int8_t, std::int32_t>(ones, Sum<std::int32_t>{});
    check_types<DeviceScan::fixed_look_back, std::int8_t, std::int32_t>(ones, Sum<std::int32_t>{});
    check_types<DeviceScan::work_ahead, std::int8_t, std::int32_t>(ones, Sum<std::int32_t>{});
  }
}

TEST(ScanAccumulator, DefaultSumTakesTheCommonType) {
  GuardedArray<std::int8_t> const in(constant_elements<std::int8_t>(1000, 100));
  GuardedArray<std::int32_t> const out(1001);
  KokkosScan::exclusive_scan(Exec(), in.const_view(), out.view());
  std::vector<std::int32_t> expected;
  for (int i = 0; i <= 1000; ++i) expected.push_back(100 * i);
  EXPECT_TRUE(out.holds(expected));
}

TEST(ScanAccumulator, StridedElementsThatChangeTheirSize) {
  for (std::size_t const n : {1u, 5000u, 20011u}) {
    check_strided<std::int8_t, std::int32_t>(n);
    check_strided<std::int16_t, std::int64_t>(n);
    check_strided<std::int32_t, std::int64_t>(n);
  }
}

TEST(ScanAccumulator, WiderThanTheOutput) {
  // Sums in 64 bits and stores the low 16 bits; accumulating maxima of 16-bit sums would differ.
  auto const input = random_elements<std::int16_t>(20011, 3);
  check_types<DeviceScan::look_back, std::int16_t, std::int16_t>(input, Sum<std::int64_t>{});
  check_types<DeviceScan::fixed_look_back, std::int16_t, std::int16_t>(input, Sum<std::int64_t>{});
  check_types<DeviceScan::work_ahead, std::int16_t, std::int16_t>(input, Sum<std::int64_t>{});
  check_types<DeviceScan::hierarchical, std::int16_t, std::int16_t>(input, Sum<std::int64_t>{});
}

/// Values of many more bytes than the elements take more of a team's scratch. Enough of them for
/// every variant that the automatic choice takes.
TEST(ScanAccumulator, MuchWiderThanTheElements) {
  using Wide = Padded<75>;
  for (std::size_t const n : {3001u, on_host ? 100003u : (1u << 22) + 5})
    check_types<DeviceScan::automatic, int, int>(random_elements<int>(n), WideSum<Wide>{});
  using Widest = Padded<256>;
  check_types<DeviceScan::work_ahead, int, int>(random_elements<int>(20011), WideSum<Widest>{});
  check_types<DeviceScan::hierarchical, int, int>(random_elements<int>(20011), WideSum<Widest>{});
  check_types<DeviceScan::look_back, int, int>(random_elements<int>(20011), WideSum<Widest>{});
}

TEST(ScanAccumulator, IdentityOfAnotherType) {
  for (std::size_t const n : few_sizes()) {
    check_inclusive_variants(SumFromInt<std::int64_t>{}, random_input<std::int64_t>, {n});
    check_inclusive_variants(SumFromInt<Number>{}, random_input<Number>, {n});
    check_exclusive_variants(SumFromInt<Number>{}, 7, random_input<Number>, {n});
  }
}

TEST(ScanAccumulator, FloatIntoDouble) {
  auto const input = random_elements<float>(20011, 4);
  check_types<DeviceScan::look_back, float, double>(input, Sum<double>{});
  check_types<DeviceScan::fixed_look_back, float, double>(input, Sum<double>{});
  check_types<DeviceScan::work_ahead, float, double>(input, Sum<double>{});
  check_types<DeviceScan::hierarchical, float, double>(input, Sum<double>{});
}

TEST(ScanAccumulator, DoubleInsideFloats) {
  // 2^24 + 1 is no float: only an accumulator of doubles counts further.
  std::vector<float> input(4097, 1.0f);
  input[0] = 16777216.0f;
  check_types<DeviceScan::look_back, float, float>(input, Sum<double>{});
  check_types<DeviceScan::fixed_look_back, float, float>(input, Sum<double>{});
  check_types<DeviceScan::work_ahead, float, float>(input, Sum<double>{});
  check_types<DeviceScan::parallel_scan, float, float>(input, Sum<double>{});
}

TEST(ScanAccumulator, InPlaceWithAWiderAccumulator) {
  std::vector<float> input(4097, 1.0f);
  input[0] = 16777216.0f;
  GuardedArray<float> const array(input);
  KokkosScan::inclusive_scan(Exec(), array.const_view(), array.view(), Sum<double>{});
  EXPECT_TRUE(array.holds(reference::inclusive_scan_as<float>(input, Sum<double>{})));
}

}  // namespace KokkosScanTest
