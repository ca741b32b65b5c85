// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Inputs whose size is on the device: valid sizes and sizes out of range, and the entries
/// that must stay untouched.

#include <Kokkos_Core.hpp>

#include <KokkosScan/counted.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "environment.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

/// A number on the device, in a View of rank 0.
template <class Integer = int>
Kokkos::View<Integer, Memory> on_device(Integer value) {
  Kokkos::View<Integer, Memory> const view("a size");
  Kokkos::deep_copy(view, value);
  return view;
}

/// Of n elements: fewer than zero, zero, one, some, all except one, all, and more than n.
inline std::vector<int> sizes_up_to(std::size_t n) {
  auto const all = static_cast<int>(n);
  return {-3, 0, 1, all / 3, all - 1, all, all + 100};
}

inline std::size_t counted_of(int size, std::size_t n) {
  return std::min(n, static_cast<std::size_t>(std::max(size, 0)));
}

template <class T>
std::vector<T> first_of(std::vector<T> const& values, std::size_t m) {
  return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(m)};
}

/// The contents of an array of n elements of which only the first ones were written.
template <class T>
std::vector<T> untouched_behind(std::vector<T> const& written, std::size_t n) {
  std::vector<T> all(n);
  set_poison(all.data(), n);
  std::copy(written.begin(), written.end(), all.begin());
  return all;
}

inline std::string describe_size(int size, std::size_t n) {
  return std::to_string(size) + " of " + std::to_string(n) + " elements";
}

}  // namespace KokkosScanTest
