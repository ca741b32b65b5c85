// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "crs.hpp"

#include <string>
#include <vector>

namespace crs {

/// Names the array and the index of the first difference; empty if there is none.
template <class Actual, class Expected>
std::string first_difference(char const* array, Actual const& actual,
                             std::vector<Expected> const& expected) {
  if (actual.extent(0) != expected.size())
    return std::string(array) + " has " + std::to_string(actual.extent(0)) +
           " entries, the serial one has " + std::to_string(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(actual(i) == expected[i]))
      return std::string(array) + "(" + std::to_string(i) + ") differs from the serial one";
  return {};
}

/// \brief Builds the same matrix with plain loops on the host and compares all three arrays
/// exactly. The loops visit the entries in file order, so the entries of each row are in file order
/// too: the order that the device must reproduce.
template <class Value>
std::string compare_with_serial(Triplets<Value> const& triplets, Matrix<Value> const& matrix) {
  using Kokkos::create_mirror_view_and_copy;
  Kokkos::HostSpace const host;
  auto const row = create_mirror_view_and_copy(host, triplets.row);
  auto const column = create_mirror_view_and_copy(host, triplets.column);
  auto const value = create_mirror_view_and_copy(host, triplets.value);

  std::size_t const entries = row.extent(0);
  auto const has_mirror = [&](std::size_t entry) {
    return triplets.mirror != Mirror::none && row(entry) != column(entry);
  };

  std::vector<Offset> row_map(triplets.rows + std::size_t(1));
  for (std::size_t entry = 0; entry < entries; ++entry) {
    ++row_map[row(entry) + std::size_t(1)];
    if (has_mirror(entry)) ++row_map[column(entry) + std::size_t(1)];
  }
  for (std::size_t r = 0; r + 1 < row_map.size(); ++r) row_map[r + 1] += row_map[r];

  std::vector<Ordinal> columns(row_map.back());
  std::vector<Value> values(row_map.back());
  std::vector<Offset> cursor = row_map;
  for (std::size_t entry = 0; entry < entries; ++entry) {
    Offset const slot = cursor[row(entry)]++;
    columns[slot] = column(entry);
    values[slot] = value(entry);
    if (!has_mirror(entry)) continue;
    Offset const mirror_slot = cursor[column(entry)]++;
    columns[mirror_slot] = row(entry);
    values[mirror_slot] = reflect(triplets.mirror, value(entry));
  }

  std::string difference =
      first_difference("row_map", create_mirror_view_and_copy(host, matrix.row_map), row_map);
  if (difference.empty())
    difference =
        first_difference("columns", create_mirror_view_and_copy(host, matrix.columns), columns);
  if (difference.empty())
    difference =
        first_difference("values", create_mirror_view_and_copy(host, matrix.values), values);
  return difference;
}

}  // namespace crs
