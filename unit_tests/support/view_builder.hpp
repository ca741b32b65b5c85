// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Device Views inside a poisoned buffer: misaligned or strided, with sentinels before,
/// between and after the elements.

#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "environment.hpp"
#include "matchers.hpp"

namespace KokkosScanTest {

/// The value of every byte that must not be written.
inline constexpr unsigned char poison = 0xa5;
/// The number of sentinels on each side of the view.
inline constexpr std::size_t guard = 64;

template <class T>
void set_poison(T* data, std::size_t count) {
  if (count > 0) std::memset(static_cast<void*>(data), poison, count * sizeof(T));
}

template <class T>
bool is_poison(T const& value) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, static_cast<void const*>(std::addressof(value)), sizeof(T));
  for (unsigned char const byte : bytes) {
    if (byte != poison) return false;
  }
  return true;
}

/// n elements, `stride` apart, that start `offset` elements after an aligned address. All elements
/// are poisoned at first.
template <class T>
class GuardedArray {
 public:
  using Strided = Kokkos::View<T*, Kokkos::LayoutStride, Memory>;

  explicit GuardedArray(std::size_t n, std::size_t offset = 0, std::size_t stride = 1)
      : n_(n),
        first_(guard + offset),
        stride_(stride),
        buffer_(Kokkos::view_alloc("guarded array", Kokkos::WithoutInitializing),
                first_ + n * stride + guard),
        mirror_(Kokkos::create_mirror_view(buffer_)) {
    set_poison(mirror_.data(), mirror_.extent(0));
    Kokkos::deep_copy(buffer_, mirror_);
  }

  explicit GuardedArray(std::vector<T> const& values, std::size_t offset = 0,
                        std::size_t stride = 1)
      : GuardedArray(values.size(), offset, stride) {
    assign(values);
  }

  void assign(std::vector<T> const& values) {
    for (std::size_t i = 0; i < n_; ++i) mirror_(first_ + i * stride_) = values[i];
    Kokkos::deep_copy(buffer_, mirror_);
  }

  /// The elements as a contiguous View; only for stride 1.
  Array<T> view() const {
    return Kokkos::subview(buffer_, std::pair<std::size_t, std::size_t>(first_, first_ + n_));
  }
  Kokkos::View<T const*, Memory> const_view() const { return view(); }
  Strided strided_view() const {
    return Strided(buffer_.data() + first_, Kokkos::LayoutStride(n_, stride_));
  }

  /// Whether the elements are exactly `expected` and every sentinel is intact.
  ::testing::AssertionResult holds(std::vector<T> const& expected) const {
    Kokkos::deep_copy(mirror_, buffer_);
    std::vector<T> actual;
    actual.reserve(n_);
    for (std::size_t i = 0; i < n_; ++i) actual.push_back(mirror_(first_ + i * stride_));
    ::testing::AssertionResult const equal = equal_lists(actual, expected);
    return equal ? guards_hold() : equal;
  }

  /// Whether nothing was written, neither elements nor sentinels.
  ::testing::AssertionResult is_untouched() const {
    Kokkos::deep_copy(mirror_, buffer_);
    for (std::size_t i = 0; i < mirror_.extent(0); ++i) {
      if (!is_poison(mirror_(i)))
        return ::testing::AssertionFailure() << "entry " << position(i) << " was written";
    }
    return ::testing::AssertionSuccess();
  }

  /// Whether every sentinel is intact.
  ::testing::AssertionResult guards_hold() const {
    Kokkos::deep_copy(mirror_, buffer_);
    for (std::size_t i = 0; i < mirror_.extent(0); ++i) {
      bool const inside = i >= first_ && i < first_ + n_ * stride_ && (i - first_) % stride_ == 0;
      if (inside || is_poison(mirror_(i))) continue;
      return ::testing::AssertionFailure()
             << "the sentinel " << position(i) << " of a view of extent " << n_ << " and stride "
             << stride_ << " was written (KOKKOSSCAN_SEED=" << seed() << ")";
    }
    return ::testing::AssertionSuccess();
  }

 private:
  std::string position(std::size_t i) const {
    return std::to_string(static_cast<long long>(i) - static_cast<long long>(first_)) +
           " entries from the start";
  }

  std::size_t n_, first_, stride_;
  Array<T> buffer_;
  decltype(Kokkos::create_mirror_view(std::declval<Array<T>>())) mirror_;
};

}  // namespace KokkosScanTest
