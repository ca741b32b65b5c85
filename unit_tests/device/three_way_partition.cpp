// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/three_way_partition.hpp>

#include "errors.hpp"
#include "partition_drivers.hpp"

namespace KokkosScanTest {

template <class T>
struct RestIs {
  int modulus, rest;
  KOKKOS_FUNCTION bool operator()(T const& x) const {
    return static_cast<std::int64_t>(x) % modulus == rest;
  }
};

template <DeviceScan V, ScanPolicy P = tuned, class T, class First, class Second>
void check_three_way(std::vector<T> const& input, First const& pred_first,
                     Second const& pred_second) {
  std::size_t const n = input.size();
  SCOPED_TRACE(describe(V, n));
  auto const one = reference::split(input, [&](std::size_t i) { return pred_first(input[i]); });
  auto const two =
      reference::split(one.rejected, [&](std::size_t i) { return pred_second(one.rejected[i]); });
  auto expected = one.selected;
  auto const rest = two.joined();
  expected.insert(expected.end(), rest.begin(), rest.end());
  GuardedArray<T> const in(input, misalignment(n)), out(n, misalignment(n + 1));
  GuardedArray<long> const counts(2);
  KokkosScan::three_way_partition(Exec(), in.const_view(), out.view(), pred_first, pred_second,
                                  counts.view(), ScanOptions<V, P>{});
  EXPECT_TRUE(out.holds(expected));
  EXPECT_TRUE(counts.holds(
      {static_cast<long>(one.selected.size()), static_cast<long>(two.selected.size())}));
  EXPECT_TRUE(in.holds(input)) << "the input was changed";
}

template <class T>
void check_three_ways(std::vector<T> const& input, int modulus) {
  RestIs<T> const zero{modulus, 0}, one{modulus, 1};
  check_three_way<DeviceScan::automatic>(input, zero, one);
  check_three_way<DeviceScan::hierarchical>(input, zero, one);
  check_three_way<DeviceScan::look_back>(input, zero, one);
  check_three_way<DeviceScan::work_ahead>(input, zero, one);
  check_three_way<DeviceScan::work_ahead, small_tiles>(input, zero, one);
}

TEST(ThreeWayPartition, EverySize) {
  for (std::size_t const n : partition_sizes<int>())
    for (int const modulus : {1, 2, 3, 40}) {
      SCOPED_TRACE("modulus " + std::to_string(modulus));
      check_three_ways(marked_elements<int>(Pattern::half, n), modulus);
    }
  check_three_ways(marked_elements<double>(Pattern::half, 20011), 3);
  check_three_ways(marked_elements<std::int8_t>(Pattern::half, 20011), 3);
  check_three_way<DeviceScan::parallel_scan>(marked_elements<int>(Pattern::half, 20011),
                                             RestIs<int>{3, 0}, RestIs<int>{3, 1});
}

TEST(ThreeWayPartition, EachPartEmpty) {
  auto const input = marked_elements<int>(Pattern::half, 300007);
  KokkosScan::LessThan const all{1000}, none{-1}, some{50};
  check_three_way<DeviceScan::automatic>(input, all, all);
  check_three_way<DeviceScan::automatic>(input, none, all);
  check_three_way<DeviceScan::automatic>(input, none, none);
  check_three_way<DeviceScan::automatic>(input, some, all);
  check_three_way<DeviceScan::automatic>(input, none, some);
  check_three_way<DeviceScan::automatic>(input, some, none);
}

TEST(ThreeWayPartition, Errors) {
  GuardedArray<int> const in(std::vector<int>(10, 1)), nine(9), out(10);
  GuardedArray<int> const counts(2), three(3);
  KokkosScan::LessThan const pred{3};
  auto const call = [&](auto const& to, auto const& number) {
    return [&] {
      KokkosScan::three_way_partition(Exec(), in.const_view(), to.view(), pred, pred,
                                      number.view());
    };
  };
  EXPECT_TRUE(rejects(call(nine, counts), "three_way_partition",
                      "out has extent 9, needs 10 (extent of in)"));
  EXPECT_TRUE(rejects(call(out, three), "three_way_partition", "counts has 3 entries, needs 2"));
  EXPECT_TRUE(rejects(call(in, counts), "three_way_partition", "in and out"));
  EXPECT_TRUE(out.is_untouched());
}

}  // namespace KokkosScanTest
