// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file The oracle of partitions and selections: plain serial loops over std::vector.

#include <cstddef>
#include <vector>

namespace KokkosScanTest::reference {

template <class T>
struct Split {
  std::vector<T> selected, rejected;

  /// The selected elements followed by the rejected ones, those in order or reversed.
  std::vector<T> joined(bool is_reversed = false) const {
    std::vector<T> all = selected;
    if (is_reversed)
      all.insert(all.end(), rejected.rbegin(), rejected.rend());
    else
      all.insert(all.end(), rejected.begin(), rejected.end());
    return all;
  }
};

/// Selects or rejects element i according to `is_selected(i)`.
template <class T, class IsSelected>
Split<T> split(std::vector<T> const& in, IsSelected const& is_selected) {
  Split<T> result;
  for (std::size_t i = 0; i < in.size(); ++i)
    (is_selected(i) ? result.selected : result.rejected).push_back(in[i]);
  return result;
}

/// The same for the indices 0 … n - 1.
template <class Index, class IsSelected>
Split<Index> split_indices(std::size_t n, IsSelected const& is_selected) {
  Split<Index> result;
  for (std::size_t i = 0; i < n; ++i)
    (is_selected(i) ? result.selected : result.rejected).push_back(static_cast<Index>(i));
  return result;
}

template <class T>
std::vector<T> unique(std::vector<T> const& in) {
  std::vector<T> result;
  for (T const& x : in)
    if (result.empty() || !(result.back() == x)) result.push_back(x);
  return result;
}

/// The indices of the elements that differ from the preceding one, and 0.
template <class Index, class T>
std::vector<Index> unique_indices(std::vector<T> const& in) {
  std::vector<Index> result;
  for (std::size_t i = 0; i < in.size(); ++i)
    if (i == 0 || !(in[i] == in[i - 1])) result.push_back(static_cast<Index>(i));
  return result;
}

/// `before` with its first entries overwritten by `expected`.
template <class T>
std::vector<T> over(std::vector<T> const& expected, std::vector<T> before) {
  for (std::size_t i = 0; i < expected.size(); ++i) before[i] = expected[i];
  return before;
}

}  // namespace KokkosScanTest::reference
