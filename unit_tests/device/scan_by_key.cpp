// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/device/scan_by_key.hpp>
#include <KokkosScan/operators.hpp>
#include <cstdint>
#include <limits>

#include "scan_drivers.hpp"
#include "segments.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

template <DeviceScan V, ScanPolicy P = tuned, class Key, class T, class Op>
void check_by_key(std::vector<Key> const& run_keys, std::vector<T> const& input, Op const& op,
                  typename Op::value_type const& init) {
  if constexpr (is_supported<V, Op>) {
    SCOPED_TRACE((describe<V, P>(input.size())));
    GuardedArray<T> const in(input, 1), out(input.size(), 3);
    GuardedArray<Key> const keys(run_keys, 2);
    KokkosScan::inclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view(), op,
                                      ScanOptions<V, P>{});
    EXPECT_TRUE(out.holds(reference::inclusive_scan_by_key(run_keys, input, op))) << "inclusive";
    KokkosScan::exclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view(), op,
                                      init, ScanOptions<V, P>{});
    EXPECT_TRUE(out.holds(reference::exclusive_scan_by_key(run_keys, input, op, init)))
        << "exclusive";
    EXPECT_TRUE(in.holds(input)) << "the input was changed";
    EXPECT_TRUE(keys.holds(run_keys)) << "the keys were changed";
    KokkosScan::exclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), in.view(), op,
                                      init, ScanOptions<V, P>{});
    EXPECT_TRUE(in.holds(reference::exclusive_scan_by_key(run_keys, input, op, init)))
        << "in place";
  }
}

template <class Key, class Op>
void check_by_key_variants(std::vector<std::size_t> const& offsets, Op const& op,
                           typename Op::value_type const& init) {
  auto const keys = keys_of<Key>(offsets);
  auto const input = random_elements<typename Op::value_type>(keys.size(), keys.size());
  check_by_key<DeviceScan::automatic>(keys, input, op, init);
  // The pair operator never commutes, and Kokkos::parallel_scan keeps the order on hosts only.
  if constexpr (on_host) check_by_key<DeviceScan::parallel_scan>(keys, input, op, init);
  check_by_key<DeviceScan::hillis_steele>(keys, input, op, init);
  check_by_key<DeviceScan::hierarchical>(keys, input, op, init);
  check_by_key<DeviceScan::look_back>(keys, input, op, init);
  check_by_key<DeviceScan::fixed_look_back>(keys, input, op, init);
  check_by_key<DeviceScan::work_ahead>(keys, input, op, init);
}

TEST(ScanByKey, OneRun) {
  for (std::size_t const n : few_sizes()) check_by_key_variants<int>({0, n}, Sum<int>{}, 5);
}

TEST(ScanByKey, EveryElementItsOwnRun) {
  for (std::size_t const n : {1u, 2u, 257u, 20011u})
    check_by_key_variants<int>(equal_segments(n, 1), Sum<int>{}, 5);
}

TEST(ScanByKey, EqualRunsAcrossTiles) {
  for (std::size_t const length : {2u, 256u, 4096u, 10007u}) {
    check_by_key_variants<int>(equal_segments(50021, length), Sum<int>{}, 5);
  }
}

TEST(ScanByKey, RandomRuns) {
  for (std::size_t const mean : {3u, 500u, 5200u}) {
    check_by_key_variants<int>(random_segments(70001, mean), Sum<int>{}, 5);
  }
}

TEST(ScanByKey, ManySmallTilesKeepTheOrder) {
  for (std::size_t const mean : {1u, 15u, 300u, 30000u}) {
    auto const keys = keys_of<int>(random_segments(20011, mean));
    auto const input = random_elements<Bicyclic>(keys.size(), 9);
    BicyclicProduct const op;
    check_by_key<DeviceScan::hierarchical, small_tiles>(keys, input, op, Bicyclic{1, 2});
    check_by_key<DeviceScan::look_back, small_tiles>(keys, input, op, Bicyclic{1, 2});
    check_by_key<DeviceScan::fixed_look_back, small_tiles>(keys, input, op, Bicyclic{1, 2});
    check_by_key<DeviceScan::work_ahead, small_tiles>(keys, input, op, Bicyclic{1, 2});
  }
}

TEST(ScanByKey, KeepsTheOrder) {
  check_by_key_variants<std::int64_t>(random_segments(20011, 300), BicyclicProduct{},
                                      Bicyclic{1, 2});
}

TEST(ScanByKey, OtherKeysAndTypes) {
  auto const offsets = random_segments(20011, 100);
  auto const n = keys_of<int>(offsets).size();
  check_by_key<DeviceScan::automatic>(keys_of<double>(offsets), random_elements<double>(n),
                                      Sum<double>{}, 2.0);
  check_by_key<DeviceScan::automatic>(keys_of<std::uint8_t>(offsets), random_elements<Rgb>(n),
                                      RgbSum{}, Rgb{1, 2, 3});
  std::vector<Rgb> colors;
  for (int const key : keys_of<int>(offsets))
    colors.push_back({1, 2, static_cast<std::uint8_t>(key)});
  check_by_key<DeviceScan::automatic>(colors, random_elements<Heisenberg>(n), HeisenbergProduct{},
                                      Heisenberg{1, 2, 3});
}

template <DeviceScan V, ScanPolicy P = tuned, class Key>
void check_by_real_key(std::vector<Key> const& run_keys) {
  std::size_t const n = run_keys.size();
  SCOPED_TRACE((describe<V, P>(n)));
  auto const input = random_elements<int>(n, n);
  Sum<int> const sum;
  GuardedArray<int> const in(input, 1), out(n, 3);
  GuardedArray<Key> const keys(run_keys, 2);
  KokkosScan::inclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view(), sum,
                                    ScanOptions<V, P>{});
  EXPECT_TRUE(out.holds(reference::inclusive_scan_by_key(run_keys, input, sum))) << "inclusive";
  KokkosScan::exclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view(), sum, 5,
                                    ScanOptions<V, P>{});
  EXPECT_TRUE(out.holds(reference::exclusive_scan_by_key(run_keys, input, sum, 5))) << "exclusive";
}

/// A NaN is not equal to any key, so each one is a segment of its own; zeros are equal regardless
/// of their sign.
template <class Key>
std::vector<Key> awkward_keys(std::size_t n) {
  std::vector<Key> keys;
  for (int const run : keys_of<int>(random_segments(n, 6))) {
    bool const is_negative = random_bits(95, keys.size()) % 2 == 0;
    keys.push_back(run == 0   ? std::numeric_limits<Key>::quiet_NaN()
                   : run == 1 ? (is_negative ? -Key(0) : Key(0))
                              : Key(7));
  }
  return keys;
}

TEST(ScanByKey, KeysThatAreNaN) {
  for (std::size_t const n : {1u, 2u, 33u, 4097u, 70001u}) {
    auto const keys = awkward_keys<float>(n);
    check_by_real_key<DeviceScan::automatic>(keys);
    check_by_real_key<DeviceScan::hillis_steele>(keys);
    check_by_real_key<DeviceScan::hierarchical>(keys);
    check_by_real_key<DeviceScan::look_back>(keys);
    check_by_real_key<DeviceScan::fixed_look_back>(keys);
    check_by_real_key<DeviceScan::work_ahead>(keys);
    check_by_real_key<DeviceScan::work_ahead, small_tiles>(keys);
    check_by_real_key<DeviceScan::automatic>(awkward_keys<double>(n));
  }
  check_by_real_key<DeviceScan::automatic>(
      constant_elements(20011, std::numeric_limits<double>::quiet_NaN()));
}

TEST(ScanByKey, ShorterForms) {
  GuardedArray<int> const keys(std::vector<int>{7, 7, 0, 7, 7, 7}),
      in(std::vector<int>{3, 1, 4, 1, 5, 9}), out(6);
  KokkosScan::inclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view());
  EXPECT_TRUE(out.holds({3, 4, 4, 1, 6, 15}));
  KokkosScan::inclusive_scan_by_key("a label", Exec(), keys.const_view(), in.const_view(),
                                    out.view(), KokkosScan::Max<int>{});
  EXPECT_TRUE(out.holds({3, 3, 4, 1, 5, 9}));
  KokkosScan::exclusive_scan_by_key(Exec(), keys.const_view(), in.const_view(), out.view());
  EXPECT_TRUE(out.holds({0, 3, 0, 0, 1, 6}));
  KokkosScan::exclusive_scan_by_key("a label", Exec(), keys.const_view(), in.const_view(),
                                    out.view(), Sum<int>{}, 2);
  EXPECT_TRUE(out.holds({2, 5, 2, 2, 3, 8}));
}

}  // namespace KokkosScanTest
