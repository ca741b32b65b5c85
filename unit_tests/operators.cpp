// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/scan.hpp>
#include <KokkosScan/operators.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "environment.hpp"
#include "generators.hpp"
#include "matchers.hpp"
#include "reference.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

/// A type that defines its limits in the way that Kokkos' reducers require.
struct Metres {
  int value;
  KOKKOS_FUNCTION friend bool operator<(Metres const& x, Metres const& y) {
    return x.value < y.value;
  }
};

/// A number of class type, like half_t on GPUs: its NaN is not equal to itself.
struct Real {
  float value;
  KOKKOS_FUNCTION friend bool operator<(Real x, Real y) { return x.value < y.value; }
  KOKKOS_FUNCTION friend bool operator==(Real x, Real y) { return x.value == y.value; }
};

}  // namespace KokkosScanTest

template <>
struct Kokkos::reduction_identity<KokkosScanTest::Real> {
  KOKKOS_FUNCTION static KokkosScanTest::Real min() { return {7000}; }
  KOKKOS_FUNCTION static KokkosScanTest::Real max() { return {-7000}; }
};
template <>
struct Kokkos::reduction_identity<KokkosScanTest::Metres> {
  KOKKOS_FUNCTION static KokkosScanTest::Metres min() { return {7000}; }
  KOKKOS_FUNCTION static KokkosScanTest::Metres max() { return {-7000}; }
};

namespace KokkosScanTest {

using namespace KokkosScan;

/// Checks the identity on both sides, associativity, and commutativity if the operator claims it.
template <class Op>
void expect_monoid(Op const& op, std::vector<typename Op::value_type> const& x) {
  for (std::size_t i = 0; i + 2 < x.size(); ++i) {
    EXPECT_EQ(op(op.identity(), x[i]), x[i]);
    EXPECT_EQ(op(x[i], op.identity()), x[i]);
    EXPECT_EQ(op(op(x[i], x[i + 1]), x[i + 2]), op(x[i], op(x[i + 1], x[i + 2])));
    if (Op::is_commutative) {
      EXPECT_EQ(op(x[i], x[i + 1]), op(x[i + 1], x[i]));
    }
  }
}

template <class T>
void expect_arithmetic_monoids() {
  auto const x = random_elements<T>(50);
  expect_monoid(Sum<T>{}, x);
  expect_monoid(Prod<T>{}, x);
  expect_monoid(Min<T>{}, x);
  expect_monoid(Max<T>{}, x);
}

template <class T>
void expect_bit_monoids() {
  auto const x = random_elements<T>(50);
  expect_monoid(BitAnd<T>{}, x);
  expect_monoid(BitOr<T>{}, x);
  expect_monoid(BitXor<T>{}, x);
  expect_monoid(LogicalAnd<T>{}, {0, 1, 1, 0, 0, 1});
  expect_monoid(LogicalOr<T>{}, {0, 1, 1, 0, 0, 1});
}

TEST(Operators, AreMonoids) {
  expect_arithmetic_monoids<std::int8_t>();
  expect_arithmetic_monoids<std::uint16_t>();
  expect_arithmetic_monoids<int>();
  expect_arithmetic_monoids<std::int64_t>();
  expect_arithmetic_monoids<float>();
  expect_arithmetic_monoids<double>();
  expect_bit_monoids<std::uint8_t>();
  expect_bit_monoids<int>();
  expect_bit_monoids<std::uint64_t>();
  expect_monoid(Sum<Kokkos::complex<double>>{}, random_elements<Kokkos::complex<double>>(50));
  expect_monoid(Prod<Kokkos::complex<double>>{}, random_elements<Kokkos::complex<double>>(50));
}

TEST(Operators, Identities) {
  EXPECT_EQ(Sum<int>{}.identity(), 0);
  EXPECT_EQ(Prod<int>{}.identity(), 1);
  EXPECT_EQ(Min<int>{}.identity(), std::numeric_limits<int>::max());
  EXPECT_EQ(Max<int>{}.identity(), std::numeric_limits<int>::lowest());
  EXPECT_EQ(Min<double>{}.identity(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Max<double>{}.identity(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(BitAnd<std::uint8_t>{}.identity(), 255);
  EXPECT_EQ(BitOr<std::uint8_t>{}.identity(), 0);
  EXPECT_EQ(BitXor<std::uint8_t>{}.identity(), 0);
  EXPECT_TRUE(LogicalAnd<bool>{}.identity());
  EXPECT_FALSE(LogicalOr<bool>{}.identity());
}

TEST(Operators, NarrowTypesWrap) {
  EXPECT_EQ(Sum<std::int8_t>{}(127, 1), -128);
  EXPECT_EQ(Prod<std::uint8_t>{}(16, 17), 16);
}

TEST(Operators, DefaultAccumulatorIsTheCommonTypeOrTheOutputs) {
  using Int8 = Array<std::int8_t>;
  using Int32 = Array<std::int32_t>;
  using Double = Array<double>;
  using Const = Kokkos::View<std::int64_t const*, Memory>;
  EXPECT_TRUE((std::is_same_v<default_accumulator_t<Int8, Int32>, std::int32_t>));
  EXPECT_TRUE((std::is_same_v<default_accumulator_t<Int32, Double>, double>));
  EXPECT_TRUE((std::is_same_v<default_accumulator_t<Const, Int32>, std::int64_t>));
  EXPECT_TRUE((std::is_same_v<default_accumulator_t<Array<Rgb>, Array<Rgb>>, Rgb>));
}

struct Subtract {
  KOKKOS_FUNCTION int operator()(int const& x, int const& y) const { return x - y; }
};

TEST(Operators, MakeMonoid) {
  auto const op = make_monoid(Subtract{}, 0);
  EXPECT_EQ(op(7, 3), 4);
  EXPECT_EQ(op.identity(), 0);
  EXPECT_FALSE(decltype(op)::is_commutative);
  auto const commutative = make_commutative_monoid(Subtract{}, 5);
  EXPECT_EQ(commutative.identity(), 5);
  EXPECT_TRUE(decltype(commutative)::is_commutative);
}

/// Calls operators that were made on the device.
void call_made_in_a_kernel(Array<int> const& results) {
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Exec>(0, 1), KOKKOS_LAMBDA(int) {
        auto const op = make_monoid(Subtract{}, 1);
        auto const commutative = make_commutative_monoid(Subtract{}, 2);
        int place = 0;
        auto const reducer = KokkosScan::from_reducer(Kokkos::Max<int>(place));
        results(0) = op(7, 3);
        results(1) = op.identity();
        results(2) = commutative(9, 2);
        results(3) = commutative.identity();
        results(4) = reducer(5, 6);
      });
}

TEST(Operators, MadeInAKernel) {
  GuardedArray<int> const results(5);
  call_made_in_a_kernel(results.view());
  EXPECT_TRUE(results.holds({4, 1, 7, 2, 6}));
}

/// Scans bicyclic products by a lambda. Lambdas for devices must be in free functions.
void scan_with_lambda(Array<Bicyclic> const& in, Array<Bicyclic> const& out) {
  auto const op = make_monoid(
      KOKKOS_LAMBDA(Bicyclic const& x, Bicyclic const& y) { return BicyclicProduct{}(x, y); },
      Bicyclic{0, 0});
  inclusive_scan(Exec(), in, out, op);
}

void scan_with_commutative_lambda(Array<int> const& in, Array<int> const& out) {
  auto const op = make_commutative_monoid(
      KOKKOS_LAMBDA(int const& x, int const& y) { return x > y ? x : y; }, -1000);
  inclusive_scan(Exec(), in, out, op, ScanOptions<DeviceScan::parallel_scan>{});
}

TEST(Operators, LambdasScan) {
  auto const values = random_elements<Bicyclic>(20011, 1);
  GuardedArray<Bicyclic> const in(values), out(values.size());
  scan_with_lambda(in.view(), out.view());
  EXPECT_TRUE(out.holds(reference::inclusive_scan(values, BicyclicProduct{})));
  auto const numbers = random_elements<int>(20011, 2);
  GuardedArray<int> const numbers_in(numbers), numbers_out(numbers.size());
  scan_with_commutative_lambda(numbers_in.view(), numbers_out.view());
  EXPECT_TRUE(numbers_out.holds(reference::inclusive_scan(numbers, Max<int>{})));
}

/// A NaN wins and stays, for every variant and every place of the NaN.
template <DeviceScan Variant, class Op>
void check_nan(Op const& op) {
  SCOPED_TRACE(name(Variant));
  using T = typename Op::value_type;
  for (std::size_t const place : {0, 1, 15, 16, 2047, 2048, 9999}) {
    auto values = random_elements<T>(10000, 7);
    values[place] = std::numeric_limits<T>::quiet_NaN();
    GuardedArray<T> const in(values), out(values.size());
    inclusive_scan(Exec(), in.const_view(), out.view(), op, ScanOptions<Variant>{});
    // A NaN is not equal to itself: for the comparison, a number that is not among the values
    // replaces it.
    auto const told = [](std::vector<T> list) {
      for (T& x : list)
        if (std::isnan(x)) x = T(1e30);
      return list;
    };
    auto expected = values;
    for (std::size_t i = 1; i < values.size(); ++i)
      expected[i] = i >= place ? values[place] : op(expected[i - 1], values[i]);
    EXPECT_TRUE(equal_lists(told(to_vector(out.view())), told(expected))) << "NaN at " << place;
  }
}

TEST(Operators, MinAndMaxOfNaNOfAClass) {
  Real const nan{std::numeric_limits<float>::quiet_NaN()}, one{1}, two{2};
  for (Real const x : {Min<Real>{}(nan, one), Min<Real>{}(one, nan), Max<Real>{}(nan, one),
                       Max<Real>{}(one, nan), Max<Real>{}(nan, nan)})
    EXPECT_TRUE(std::isnan(x.value));
  EXPECT_EQ(Min<Real>{}(two, one).value, 1);
  EXPECT_EQ(Max<Real>{}(one, two).value, 2);
}

TEST(Operators, MinAndMaxOfNaN) {
  check_nan<DeviceScan::automatic>(Max<float>{});
  check_nan<DeviceScan::hierarchical>(Max<float>{});
  check_nan<DeviceScan::work_ahead>(Max<double>{});
  check_nan<DeviceScan::automatic>(Min<double>{});
  check_nan<DeviceScan::look_back>(Min<float>{});
  check_nan<DeviceScan::fixed_look_back>(Min<float>{});
  check_nan<DeviceScan::parallel_scan>(Min<float>{});
}

template <class Reducer, class T>
void check_reducer(Reducer const& reducer, std::vector<T> const& values) {
  auto const op = from_reducer(reducer);
  GuardedArray<T> const in(values), out(values.size());
  inclusive_scan(Exec(), in.const_view(), out.view(), op);
  EXPECT_TRUE(out.holds(reference::inclusive_scan(values, op)));
}

TEST(Operators, FromReducer) {
  int number = 17;
  double real = 17.5;
  auto const op = from_reducer(Kokkos::Max<int>(number));
  EXPECT_EQ(op(3, 5), 5);
  EXPECT_EQ(op.identity(), std::numeric_limits<int>::lowest());
  EXPECT_TRUE(decltype(op)::is_commutative);
  check_reducer(Kokkos::Max<int>(number), random_elements<int>(20011));
  check_reducer(Kokkos::Sum<double>(real), random_elements<double>(20011));
  EXPECT_EQ(number, 17) << "the reducer's own result is never touched";
  EXPECT_EQ(real, 17.5);
}

TEST(Operators, FromReducerOfAPair) {
  using Location = Kokkos::ValLocScalar<int, int>;
  Location none{};
  auto const op = from_reducer(Kokkos::MaxLoc<int, int>(none));
  Location const x{3, 10}, y{5, 20};
  EXPECT_EQ(op(x, y).val, 5);
  EXPECT_EQ(op(x, y).loc, 20);
  EXPECT_EQ(op(y, x).loc, 20);
}

TEST(Operators, BitsOfBool) {
  expect_monoid(BitAnd<bool>{}, {false, true, true, false, false, true});
  EXPECT_TRUE(BitAnd<bool>{}.identity());
}

TEST(Operators, LimitsOfOtherTypes) {
  EXPECT_EQ(Min<Metres>{}.identity().value, 7000);
  EXPECT_EQ(Max<Metres>{}.identity().value, -7000);
  using Kokkos::Experimental::half_t;
  EXPECT_EQ(static_cast<float>(Max<half_t>{}(Max<half_t>{}.identity(), half_t(-3.0f))), -3.0f);
  EXPECT_EQ(static_cast<float>(Min<half_t>{}(Min<half_t>{}.identity(), half_t(3.0f))), 3.0f);
}

}  // namespace KokkosScanTest
