// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Keys without ==, comparisons of keys, and the runs that these make.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <vector>

#include "generators.hpp"

namespace KokkosScanTest {

/// A key without ==, of a size that is no power of two.
struct Visit {
  int time;
  int cell;
  int spare;
};

/// Visits of the same block of cells. Cannot be made without arguments.
class SameBlock {
 public:
  explicit SameBlock(int width) : m_width(width) {}
  KOKKOS_FUNCTION bool operator()(Visit const& before, Visit const& visit) const {
    return before.cell / m_width == visit.cell / m_width;
  }

 private:
  int m_width;
};

/// Holds for an ascending run. No equivalence: asks for the order of its arguments.
struct Ascends {
  KOKKOS_FUNCTION bool operator()(int before, int key) const { return before <= key; }
};

/// Cells of visits stay the same or go up by one.
inline std::vector<Visit> random_visits(std::size_t n) {
  std::vector<Visit> visits;
  int cell = 0;
  for (std::size_t i = 0; i < n; ++i) {
    cell += static_cast<int>(random_bits(7, i) % 3 == 0);
    visits.push_back({static_cast<int>(i), cell, -1});
  }
  return visits;
}

/// For every key the number of its run.
template <class Key, class Equal>
std::vector<int> numbers_of_runs(std::vector<Key> const& keys, Equal const& equal) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < keys.size(); ++i)
    numbers.push_back(i == 0 ? 0 : numbers[i - 1] + (equal(keys[i - 1], keys[i]) ? 0 : 1));
  return numbers;
}

/// The same elements where kernels can read them.
template <class T>
Kokkos::View<T*> view_of_all(std::vector<T> const& values) {
  Kokkos::View<T*> view("values", values.size());
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace>(values.data(), values.size()));
  return view;
}

}  // namespace KokkosScanTest
