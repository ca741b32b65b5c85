// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Views whose entry i is rule(i), written and compared on the device: for arrays that are
/// too large for an oracle on the host.

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <sstream>
#include <type_traits>

#include "environment.hpp"
#include "matchers.hpp"

namespace KokkosScanTest {

template <class T, class Rule>
struct WriteByRule {
  Array<T> view;
  Rule rule;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { view(i) = rule(i); }
};

/// Finds the first entry that differs from the rule.
template <class T, class Rule>
struct FindTrespass {
  Array<T> view;
  Rule rule;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& first) const {
    if (i < first && !(view(i) == rule(i))) first = i;
  }
};

template <class T>
auto all_entries(Array<T> const& view) {
  return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::size_t>>(0, view.extent(0));
}

template <class T, class Rule>
Array<T> written_by(Rule const& rule, std::size_t n) {
  Array<T> const view(Kokkos::view_alloc("by a rule", Kokkos::WithoutInitializing), n);
  Kokkos::parallel_for(all_entries(view), WriteByRule<T, Rule>{view, rule});
  return view;
}

template <class T, class Rule>
::testing::AssertionResult follows(Array<T> const& view, Rule const& rule) {
  std::size_t first = 0;
  Kokkos::parallel_reduce(all_entries(view), FindTrespass<T, Rule>{view, rule},
                          Kokkos::Min<std::size_t>(first));
  if (first >= view.extent(0)) return ::testing::AssertionSuccess();
  std::remove_const_t<T> actual;
  Kokkos::deep_copy(actual, Kokkos::subview(view, first));
  auto failure = ::testing::AssertionFailure();
  std::ostringstream report;
  report << "first at " << first << " of " << view.extent(0) << ": expected ";
  print(report, rule(first));
  report << ", got ";
  print(report, actual);
  return failure << report.str();
}

}  // namespace KokkosScanTest
