// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>
#include <cstdint>
#include <limits>

#include "segmented_drivers.hpp"

namespace KokkosScanTest {

using KokkosScan::Sum;

/// Keys of a struct, of a size that is no power of two.
std::vector<Rgb> colors_of(std::vector<std::size_t> const& offsets) {
  std::vector<Rgb> colors;
  for (int const key : keys_of<int>(offsets))
    colors.push_back({7, static_cast<std::uint8_t>(key), 9});
  return colors;
}

template <TeamScan V, class Op, class KeysOf>
void check_values_by(Op const& op, KeysOf const& keys_from, int lanes) {
  for (int const size : possible_team_sizes()) {
    std::size_t const n = 2 * static_cast<std::size_t>(size) + 1;
    auto const input = random_elements<typename Op::value_type>(n, n);
    for (auto const& offsets : ways_to_cut(n))
      check_segmented_values<V, Cut::by_keys>(input, offsets, keys_from(offsets), op, size, lanes);
  }
}
template <class Key, class Op>
void check_values_by_key(Op const& op, int lanes = 1) {
  check_values_by<TeamScan::lane_first>(op, keys_of<Key>, lanes);
  check_values_by<TeamScan::raking>(op, keys_of<Key>, lanes);
  check_values_by<TeamScan::double_buffer>(op, keys_of<Key>, lanes);
}

TEST(TeamScanByKeyValues, Int32) { check_values_by_key<int>(Sum<int>{}); }
TEST(TeamScanByKeyValues, SeveralLanesAThread) {
  check_values_by_key<int>(Sum<int>{}, 4);
  check_values_by_key<int>(Sum<int>{}, 32);
}
TEST(TeamScanByKeyValues, OtherTypes) {
  check_values_by_key<std::int8_t>(Sum<double>{});
  check_values_by_key<double>(RgbSum{});
}
TEST(TeamScanByKeyValues, KeysOfThreeBytesKeepTheOrder) {
  check_values_by<TeamScan::lane_first>(HeisenbergProduct{}, colors_of, 1);
  check_values_by<TeamScan::blelloch>(BicyclicProduct{}, colors_of, 8);
}

TEST(TeamScanByKeyValues, KnownTeamSize) {
  int const size = on_host ? possible_team_sizes().back() : 256;
  auto const input = random_elements<int>(1000, 1);
  for (auto const& offsets : ways_to_cut(input.size()))
    check_segmented_values<TeamScan::lane_first, Cut::by_keys, 256>(
        input, offsets, keys_of<int>(offsets), Sum<int>{}, size);
}

TEST(TeamScanByKeyValues, BytesGrowWithTeamAndTypes) {
  for (int const size : possible_team_sizes()) {
    auto const bytes = team::scan_by_key_scratch_bytes<int, double>(size);
    EXPECT_GE(bytes, team::segmented_scan_scratch_bytes<double>(size) + size * sizeof(int));
    EXPECT_GE((team::scan_by_key_scratch_bytes<Heisenberg, double>(size)), bytes);
    EXPECT_GE((team::scan_by_key_scratch_bytes<int, double>(size + 1)), bytes);
  }
}

template <TeamScan V, class Op, class KeysOf>
void check_rows_by(std::size_t n, Op const& op, KeysOf const& keys_from, int size, int lanes) {
  constexpr std::size_t rows = 3;
  auto const input = random_elements<typename Op::value_type>(rows * n, n);
  for (auto const& offsets : ways_to_cut(n)) {
    auto const keys = keys_from(offsets);
    GuardedArray<typename decltype(keys)::value_type> const cuts(keys, 1, 2);
    check_segmented_rows<V, ScanMode::inclusive, Cut::by_keys>(
        input, rows, offsets, cuts.strided_view(), op, size, lanes);
    check_segmented_rows<V, ScanMode::exclusive, Cut::by_keys>(
        input, rows, offsets, cuts.strided_view(), op, size, lanes);
  }
}
template <class Op, class KeysOf>
void check_lengths(Op const& op, KeysOf const& keys_from, int lanes = 1) {
  for (int const size : possible_team_sizes({1, 2, 3, 8, 33, 64})) {
    auto const s = static_cast<std::size_t>(size);
    for (std::size_t const n : {std::size_t(0), std::size_t(1), s - 1, s, s + 1, 3 * s - 1,
                                5 * s + 1, std::size_t(1009)}) {
      check_rows_by<TeamScan::lane_first>(n, op, keys_from, size, lanes);
      check_rows_by<TeamScan::raking>(n, op, keys_from, size, lanes);
    }
  }
}

TEST(TeamScanByKeyRange, Int32) { check_lengths(Sum<int>{}, keys_of<int>); }
TEST(TeamScanByKeyRange, Double) { check_lengths(Sum<double>{}, keys_of<std::int64_t>); }
TEST(TeamScanByKeyRange, KeepsTheOrder) { check_lengths(HeisenbergProduct{}, colors_of); }
TEST(TeamScanByKeyRange, SeveralLanesAThread) {
  check_lengths(BicyclicProduct{}, keys_of<std::int8_t>, 4);
}

TEST(TeamScanByKeyRange, NanEqualsNothing) {
  std::vector<double> const keys(100, std::numeric_limits<double>::quiet_NaN());
  GuardedArray<double> const cuts(keys);
  for (int const size : possible_team_sizes({1, 2, 7, 32}))
    check_segmented_rows<TeamScan::lane_first, ScanMode::inclusive, Cut::by_keys>(
        random_elements<int>(100, 4), 1, equal_segments(100, 1), cuts.const_view(), Sum<int>{},
        size);
}

}  // namespace KokkosScanTest
