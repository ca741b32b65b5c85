// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file Partitions and selections of one input by one variant, compared with the oracle.

#include <gtest/gtest.h>

#include <KokkosScan/device/partition.hpp>
#include <KokkosScan/device/select.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "reference_partition.hpp"
#include "scan_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::RejectedOrder;

/// Selects element i by bit i of a pattern that is the same on the host and the device.
enum class Pattern { none, all, alternating, rare, half, most, clustered, first, last };

inline std::string name(Pattern pattern) {
  char const* const names[]{"none", "all",  "alternating", "rare",    "half",
                            "most", "runs", "the first",   "the last"};
  return names[static_cast<int>(pattern)];
}

inline std::vector<Pattern> const& all_patterns() {
  static std::vector<Pattern> const patterns{
      Pattern::none, Pattern::all,       Pattern::alternating, Pattern::rare, Pattern::half,
      Pattern::most, Pattern::clustered, Pattern::first,       Pattern::last};
  return patterns;
}

inline bool is_selected(Pattern pattern, std::size_t i, std::size_t n) {
  std::uint64_t const bits = random_bits(77, i);
  switch (pattern) {
    case Pattern::none:
      return false;
    case Pattern::all:
      return true;
    case Pattern::alternating:
      return i % 2 == 1;
    case Pattern::rare:
      return bits % 20 == 0;
    case Pattern::half:
      return bits % 2 == 0;
    case Pattern::most:
      return bits % 20 != 0;
    case Pattern::clustered:
      return random_bits(78, i / 700) % 2 == 0;
    case Pattern::first:
      return i == 0;
    case Pattern::last:
      return i + 1 == n;
  }
  return false;
}

/// An element that carries its own mark, so that a predicate can follow any pattern: odd numbers
/// are selected. The other bits distinguish the elements.
template <class T>
struct Marked {
  static_assert(std::is_arithmetic_v<T>);
  static T make(std::size_t i, bool mark) {
    auto const distinct = static_cast<std::uint32_t>(random_bits(79, i) % 50);
    return static_cast<T>(2 * distinct + (mark ? 1 : 0));
  }
  KOKKOS_FUNCTION static bool is_marked(T const& x) {
    return static_cast<std::int64_t>(x) % 2 != 0;
  }
};
template <>
struct Marked<Rgb> {
  static Rgb make(std::size_t i, bool mark) {
    Rgb x = Element<Rgb>::from(random_bits(80, i));
    x.g = static_cast<std::uint8_t>((x.g & 0xfe) | (mark ? 1 : 0));
    return x;
  }
  KOKKOS_FUNCTION static bool is_marked(Rgb const& x) { return x.g % 2 != 0; }
};
template <>
struct Marked<Heisenberg> {
  static Heisenberg make(std::size_t i, bool mark) {
    return {i, random_bits(81, i) * 2 + (mark ? 1 : 0), ~i};
  }
  KOKKOS_FUNCTION static bool is_marked(Heisenberg const& x) { return x.b % 2 != 0; }
};

template <class T>
struct IsMarked {
  KOKKOS_FUNCTION bool operator()(T const& x) const { return Marked<T>::is_marked(x); }
};

template <class T>
std::vector<T> marked_elements(Pattern pattern, std::size_t n) {
  std::vector<T> values;
  for (std::size_t i = 0; i < n; ++i)
    values.push_back(Marked<T>::make(i, is_selected(pattern, i, n)));
  return values;
}

/// Runs of 1 to \p longest equal neighbors.
template <class T>
std::vector<T> random_runs(std::size_t n, std::size_t longest) {
  std::vector<T> values;
  std::uint64_t run = 0;
  while (values.size() < n) {
    std::size_t const length = 1 + random_bits(90, run) % longest;
    T const value = Element<T>::from(random_bits(91, run++));
    for (std::size_t i = 0; i < length && values.size() < n; ++i) values.push_back(value);
  }
  return values;
}

template <class T>
auto split_marked(std::vector<T> const& values) {
  return reference::split(values, [&](std::size_t i) { return Marked<T>::is_marked(values[i]); });
}

/// A count on the device that starts poisoned. With 64 bits, each call compiles to two
/// kernels on GPUs.
template <class Integer = std::int32_t>
class CountOf {
 public:
  CountOf() : m_view("count") { Kokkos::deep_copy(m_view, -7); }
  Kokkos::View<Integer, Memory> view() const { return m_view; }
  std::size_t value() const {
    Integer host;
    Kokkos::deep_copy(host, m_view);
    return static_cast<std::size_t>(host);
  }

 private:
  Kokkos::View<Integer, Memory> m_view;
};

inline std::string describe(DeviceScan variant, Pattern pattern, std::size_t n) {
  return describe(variant, n) + ", selected: " + name(pattern);
}

template <DeviceScan V, ScanPolicy P = tuned, class T>
void check_select(std::vector<T> const& input, std::vector<T> const& expected) {
  std::size_t const n = input.size();
  CountOf const count;
  GuardedArray<T> const in(input, misalignment(n)), out(input, misalignment(n + 3));
  KokkosScan::select(Exec(), in.const_view(), out.view(), IsMarked<T>{}, count.view(),
                     ScanOptions<V, P>{});
  EXPECT_TRUE(out.holds(reference::over(expected, input))) << "select";
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
  EXPECT_EQ(count.value(), expected.size());
  KokkosScan::select(Exec(), in.const_view(), in.view(), IsMarked<T>{}, count.view(),
                     ScanOptions<V, P>{});
  auto const result = to_vector(in.view());
  EXPECT_TRUE(
      equal_lists(std::vector<T>(result.begin(), result.begin() + expected.size()), expected))
      << "select, in place";
  EXPECT_EQ(count.value(), expected.size());
}

template <RejectedOrder Order, DeviceScan V, ScanPolicy P = tuned, class T>
void check_partition_in_order(std::vector<T> const& input, reference::Split<T> const& split) {
  SCOPED_TRACE(Order == RejectedOrder::kept ? "order kept" : "rejected reversed");
  std::size_t const n = input.size();
  auto const expected = split.joined(Order == RejectedOrder::reversed);
  CountOf const count;
  GuardedArray<T> const in(input, misalignment(n)), out(n, misalignment(n + 2));
  KokkosScan::partition<Order>(Exec(), in.const_view(), out.view(), IsMarked<T>{}, count.view(),
                               ScanOptions<V, P>{});
  EXPECT_TRUE(out.holds(expected)) << "partition";
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
  EXPECT_EQ(count.value(), split.selected.size());
  KokkosScan::partition<Order>(Exec(), in.const_view(), in.view(), IsMarked<T>{}, count.view(),
                               ScanOptions<V, P>{});
  EXPECT_TRUE(in.holds(expected)) << "partition, in place";
  EXPECT_EQ(count.value(), split.selected.size());
}

template <DeviceScan V, ScanPolicy P = tuned, class T>
void check_partition_copy(std::vector<T> const& input, reference::Split<T> const& split) {
  CountOf const count;
  GuardedArray<T> const in(input, 1), selected(split.selected.size(), 3),
      rejected(split.rejected.size(), 2);
  KokkosScan::partition_copy(Exec(), in.const_view(), selected.view(), rejected.view(),
                             IsMarked<T>{}, count.view(), ScanOptions<V, P>{});
  EXPECT_TRUE(selected.holds(split.selected)) << "partition_copy, out_true";
  EXPECT_TRUE(rejected.holds(split.rejected)) << "partition_copy, out_false";
  EXPECT_EQ(count.value(), split.selected.size());
}

/// Every function that takes a predicate, out of place and in place.
template <DeviceScan V, ScanPolicy P = tuned, class T>
void check_partitions(Pattern pattern, std::vector<T> const& input) {
  SCOPED_TRACE(describe(V, pattern, input.size()));
  auto const split = split_marked(input);
  check_select<V, P>(input, split.selected);
  check_partition_copy<V, P>(input, split);
  check_partition_in_order<RejectedOrder::kept, V, P>(input, split);
  check_partition_in_order<RejectedOrder::reversed, V, P>(input, split);
}

/// The sizes of a partition's tiles of T, and some sizes around them.
template <class T>
std::vector<std::size_t> partition_sizes() {
  std::vector<std::size_t> sizes{0, 1, 2, 33, 257, 1025};
  for (DeviceScan const v :
       {DeviceScan::hierarchical, DeviceScan::look_back, DeviceScan::work_ahead}) {
    auto const tile = static_cast<std::size_t>(
        KokkosScan::tuning::partition_policy<Exec>(
            v, {.classes = 2, .element_bytes = sizeof(T), .given_bytes = sizeof(T)})
            .tile());
    if (tile < 100000) sizes.insert(sizes.end(), {tile - 1, tile, tile + 1, 3 * tile + 1});
  }
  return sorted(sizes);
}

/// Elements of type T by the default variant, which is `work_ahead` on hosts; GPUs take
/// `work_ahead` only for more elements.
template <class T>
void check_partitions_of() {
  for (std::size_t const n : partition_sizes<T>())
    for (Pattern const pattern : {Pattern::half, Pattern::most, Pattern::none}) {
      auto const input = marked_elements<T>(pattern, n);
      check_partitions<DeviceScan::automatic>(pattern, input);
      if constexpr (!on_host) check_partitions<DeviceScan::work_ahead>(pattern, input);
    }
}

}  // namespace KokkosScanTest
