// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Rank-2 device Views of every layout, filled from and read into a row-by-row list, with
/// sentinels around them.

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "environment.hpp"
#include "matchers.hpp"
#include "view_builder.hpp"

namespace KokkosScanTest {

/// A rows x columns table in the middle of a larger poisoned one. LayoutLeft and LayoutRight tables
/// are contiguous (sentinels before and after), LayoutStride ones are the inner part of a
/// LayoutRight table (sentinels all around).
template <class T, class Layout>
class GuardedTable {
 public:
  using View = Kokkos::View<T**, Layout, Memory>;

  GuardedTable(std::size_t rows, std::size_t columns)
      : rows_(rows),
        columns_(columns),
        margin_(std::is_same_v<Layout, Kokkos::LayoutStride> ? 2 : 0),
        pitch_(columns + 2 * margin_),
        buffer_(Kokkos::view_alloc("guarded table", Kokkos::WithoutInitializing),
                2 * guard + (rows + 2 * margin_) * pitch_),
        mirror_(Kokkos::create_mirror_view(buffer_)) {
    set_poison(mirror_.data(), mirror_.extent(0));
    Kokkos::deep_copy(buffer_, mirror_);
  }

  GuardedTable(std::size_t rows, std::size_t columns, std::vector<T> const& values)
      : GuardedTable(rows, columns) {
    for (std::size_t i = 0; i < rows * columns; ++i)
      mirror_(place(i / columns, i % columns)) = values[i];
    Kokkos::deep_copy(buffer_, mirror_);
  }

  View view() const {
    T* const data = buffer_.data() + place(0, 0);
    if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>) {
      return View(data, Kokkos::LayoutStride(rows_, pitch_, columns_, 1));
    } else {
      return View(data, rows_, columns_);
    }
  }
  Kokkos::View<T const**, Layout, Memory> const_view() const { return view(); }

  ::testing::AssertionResult holds(std::vector<T> const& expected) const {
    Kokkos::deep_copy(mirror_, buffer_);
    std::vector<T> actual;
    actual.reserve(rows_ * columns_);
    std::vector<bool> inside(mirror_.extent(0), false);
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        actual.push_back(mirror_(place(i, j)));
        inside[place(i, j)] = true;
      }
    }
    for (std::size_t k = 0; k < inside.size(); ++k) {
      if (!inside[k] && !is_poison(mirror_(k)))
        return ::testing::AssertionFailure() << "a sentinel was written";
    }
    return equal_lists(actual, expected) << " (row by row, " << rows_ << " x " << columns_ << ")";
  }

  ::testing::AssertionResult is_untouched() const {
    Kokkos::deep_copy(mirror_, buffer_);
    for (std::size_t k = 0; k < mirror_.extent(0); ++k) {
      if (!is_poison(mirror_(k))) return ::testing::AssertionFailure() << "the table was written";
    }
    return ::testing::AssertionSuccess();
  }

 private:
  std::size_t place(std::size_t i, std::size_t j) const {
    if constexpr (std::is_same_v<Layout, Kokkos::LayoutLeft>) return guard + i + j * rows_;
    return guard + (i + margin_) * pitch_ + margin_ + j;
  }

  std::size_t rows_, columns_, margin_, pitch_;
  Array<T> buffer_;
  decltype(Kokkos::create_mirror_view(std::declval<Array<T>>())) mirror_;
};

}  // namespace KokkosScanTest
