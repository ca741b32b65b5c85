// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all recipes share: short inputs, and a line of output that checks their results.
#pragma once

#include <KokkosScan.hpp>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <initializer_list>
#include <iostream>
#include <vector>

namespace ks = KokkosScan;
using Exec = Kokkos::DefaultExecutionSpace;

/// Runs a recipe, prints one line, and returns whether the results are right.
using Recipe = bool (*)(Exec const&);

std::vector<Recipe> scan_recipes();       // of docs/api.md
std::vector<Recipe> partition_recipes();  // of docs/partition.md
std::vector<Recipe> bin_recipes();        // of docs/bins.md

/// A View on the device that holds these values.
template <class T>
Kokkos::View<T*> on_device(std::initializer_list<T> values) {
  Kokkos::View<T*> const view("values", values.size());
  Kokkos::deep_copy(view,
                    Kokkos::View<T const*, Kokkos::HostSpace>(std::data(values), values.size()));
  return view;
}

/// One line of output: the name of a recipe and its results.
class Line {
 public:
  explicit Line(char const* recipe) { std::cout << recipe; }

  /// Prints as many entries as are expected, and compares them. A result may have more, since its
  /// size is often known to the device only. \param result  a contiguous View of rank 0, 1 or 2
  template <class Result>
  Line& show(char const* what, Result const& result,
             std::initializer_list<typename Result::non_const_value_type> expected) {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, result);
    std::size_t const n = std::min(expected.size(), host.size());
    print(what, host.data(), n);
    m_is_right = m_is_right && n == expected.size() &&
                 std::equal(expected.begin(), expected.end(), host.data());
    return *this;
  }

  /// The same for a number that is on the host.
  Line& show(char const* what, long result, long expected) {
    print(what, &result, 1);
    m_is_right = m_is_right && result == expected;
    return *this;
  }

  /// Ends the line.
  bool is_right() const {
    std::cout << (m_is_right ? "\n" : "  WRONG\n");
    return m_is_right;
  }

 private:
  template <class T>
  void print(char const* what, T const* values, std::size_t n) {
    std::cout << m_separator << what;
    for (std::size_t i = 0; i < n; ++i) std::cout << ' ' << values[i];
    m_separator = ", ";
  }

  char const* m_separator = ": ";
  bool m_is_right = true;
};
