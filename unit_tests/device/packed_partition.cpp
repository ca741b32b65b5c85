// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/three_way_partition.hpp>
#include <cstdint>

#include "partition_drivers.hpp"

/// \file What a CPU packs a register at a time: two classes by flags of every width, three classes
/// by predicates.

namespace KokkosScanTest {

std::vector<std::size_t> const& packed_sizes() {
  static std::vector<std::size_t> const sizes{1, 15, 16, 17, 1000, 20011, 300007};
  return sizes;
}

/// \param step  from one flag to the next
template <class T, class Flag>
void check_two_classes(std::size_t step) {
  for (std::size_t const n : packed_sizes())
    for (Pattern const pattern : all_patterns()) {
      SCOPED_TRACE(name(pattern) + ", n = " + std::to_string(n));
      auto const input = random_elements<T>(n, n);
      std::vector<Flag> values(n * step);
      for (std::size_t i = 0; i < n; ++i)
        values[i * step] = static_cast<Flag>(is_selected(pattern, i, n) ? 1 + i % 3 : 0);
      auto const expected =
          reference::split(input, [&](std::size_t i) { return values[i * step] != 0; });
      GuardedArray<Flag> const flags(values);
      GuardedArray<T> const in(input, misalignment(n)), first(expected.selected.size(), 1),
          second(expected.rejected.size());
      CountOf const count;
      auto const call = [&](auto const& by) {
        KokkosScan::partition_copy(Exec(), in.const_view(), first.view(), second.view(), by,
                                   count.view());
      };
      if (step > 1)
        call(typename GuardedArray<Flag>::Strided(flags.view().data(),
                                                  Kokkos::LayoutStride(n, step)));
      else
        call(flags.const_view());
      EXPECT_TRUE(first.holds(expected.selected));
      EXPECT_TRUE(second.holds(expected.rejected));
      EXPECT_EQ(count.value(), expected.selected.size());
    }
}
TEST(PackedPartition, ByFlagsOfOneByte) {
  check_two_classes<float, bool>(1);
  check_two_classes<std::int64_t, std::int8_t>(1);
}
TEST(PackedPartition, ByFlagsOfOtherWidths) {
  check_two_classes<std::int32_t, int>(1);
  check_two_classes<double, std::int16_t>(1);
}
TEST(PackedPartition, ByStridedFlags) { check_two_classes<double, bool>(3); }

template <class T>
void check_three_classes() {
  for (std::size_t const n : packed_sizes()) {
    SCOPED_TRACE("n = " + std::to_string(n));
    auto const input = random_elements<T>(n, n);
    T const low(-20), high(20);
    auto const is_first = [&](std::size_t i) { return input[i] < low; };
    auto const one = reference::split(input, is_first);
    auto const two =
        reference::split(one.rejected, [&](std::size_t i) { return one.rejected[i] < high; });
    std::vector<T> expected = one.selected, rest = two.joined();
    expected.insert(expected.end(), rest.begin(), rest.end());
    GuardedArray<T> const in(input, misalignment(n)), out(n, 1);
    GuardedArray<int> const counts(2);
    KokkosScan::three_way_partition(Exec(), in.const_view(), out.view(), KokkosScan::LessThan{low},
                                    KokkosScan::LessThan{high}, counts.view());
    EXPECT_TRUE(out.holds(expected));
    EXPECT_TRUE(counts.holds(
        {static_cast<int>(one.selected.size()), static_cast<int>(two.selected.size())}));
  }
}
TEST(PackedPartition, ThreeClasses) {
  check_three_classes<float>();
  check_three_classes<std::int64_t>();
}

}  // namespace KokkosScanTest
