// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Comparisons that report where the first differences are, the expected and the actual
/// values, and the seed.

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/detail/numbers.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "generators.hpp"
#include "slow_operator.hpp"
#include "types.hpp"

namespace KokkosScanTest {

/// How many differences a matcher prints.
inline constexpr std::size_t mismatches_shown = 5;

template <class T>
  requires std::is_arithmetic_v<T>
void print(std::ostream& stream, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    stream.precision(std::numeric_limits<T>::max_digits10);
    stream << value;
  } else {
    stream << +value;
  }
}

/// half_t and bhalf_t, where they are classes.
template <KokkosScan::detail::Half T>
void print(std::ostream& stream, T const& value) {
  stream << static_cast<float>(value);
}

template <class R>
void print(std::ostream& stream, Kokkos::complex<R> const& value) {
  stream << '(' << value.real() << ", " << value.imag() << ')';
}

inline void print(std::ostream& stream, Number const& x) { stream << x.value; }

inline void print(std::ostream& stream, Rgb const& x) {
  stream << '{' << +x.r << ", " << +x.g << ", " << +x.b << '}';
}

inline void print(std::ostream& stream, Heisenberg const& x) {
  stream << '{' << x.a << ", " << x.b << ", " << x.c << '}';
}

inline void print(std::ostream& stream, Summary const& x) {
  stream << "{sum " << x.sum << ", min " << x.min << ", max " << x.max << '}';
}

inline void print(std::ostream& stream, Bicyclic const& x) {
  stream << '{' << x.down << ", " << x.up << '}';
}

inline void print(std::ostream& stream, Interval const& x) {
  stream << '[' << x.first << ", " << x.last << ')';
}

template <class T>
void print(std::ostream& stream, Late<T> const& x) {
  print(stream, x.value);
}

/// The elements of a rank-1 View of any layout and memory space.
template <class View>
std::vector<typename View::non_const_value_type> to_vector(View const& view) {
  using T = typename View::non_const_value_type;
  std::vector<T> values(view.extent(0));
  if (values.empty()) return values;
  if (view.span_is_contiguous()) {
    using Contiguous =
        Kokkos::View<T const*, typename View::device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    using Host = Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Kokkos::deep_copy(Host(values.data(), values.size()), Contiguous(view.data(), values.size()));
    return values;
  }
  Kokkos::View<T*, typename View::device_type> const packed("packed", values.size());
  Kokkos::deep_copy(typename View::execution_space(), packed, view);
  return to_vector(packed);
}

template <class T>
::testing::AssertionResult equal_lists(std::vector<T> const& actual,
                                       std::vector<T> const& expected) {
  std::ostringstream report;
  std::size_t mismatches = 0;
  std::size_t const n = actual.size() < expected.size() ? actual.size() : expected.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (actual[i] == expected[i]) continue;
    if (++mismatches > mismatches_shown) continue;
    report << "\n  at " << i << ": expected ";
    print(report, expected[i]);
    report << ", got ";
    print(report, actual[i]);
  }
  if (actual.size() == expected.size() && mismatches == 0) return ::testing::AssertionSuccess();
  ::testing::AssertionResult failure = ::testing::AssertionFailure();
  if (actual.size() != expected.size()) {
    failure << "extent " << actual.size() << ", expected " << expected.size() << "; ";
  }
  return failure << mismatches << " of " << n << " entries differ (KOKKOSSCAN_SEED=" << seed()
                 << ")" << report.str();
}

/// Whether a device View holds exactly `expected`.
template <class View>
::testing::AssertionResult matches(
    View const& actual, std::vector<typename View::non_const_value_type> const& expected) {
  return equal_lists(to_vector(actual), expected);
}

/// Whether |actual - reference| <= bound, entry by entry.
template <class T>
::testing::AssertionResult near_lists(std::vector<T> const& actual,
                                      std::vector<long double> const& reference,
                                      std::vector<long double> const& bound) {
  if (actual.size() != reference.size() || actual.size() != bound.size()) {
    return ::testing::AssertionFailure()
           << "extent " << actual.size() << ", expected " << reference.size();
  }
  std::ostringstream report;
  std::size_t mismatches = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    long double const error = std::fabs(static_cast<long double>(actual[i]) - reference[i]);
    if (error <= bound[i]) continue;  // false for NaN
    if (++mismatches > mismatches_shown) continue;
    report << "\n  at " << i << ": expected " << reference[i] << ", got " << actual[i] << ", error "
           << error << ", bound " << bound[i];
  }
  if (mismatches == 0) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << mismatches << " of " << actual.size()
         << " entries are outside the bound (KOKKOSSCAN_SEED=" << seed() << ")" << report.str();
}

}  // namespace KokkosScanTest
