// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <Kokkos_Core.hpp>

#include <KokkosScan/operators.hpp>

#include <cstdint>
#include <type_traits>

#include "errors.hpp"
#include "scan_drivers.hpp"

/// \file A user's own tile shapes for one call.

namespace KokkosScanTest {

/// One shape by all variants that work in tiles.
template <ScanPolicy P, class Op>
void check_policy(Op const& op) {
  for (std::size_t const n :
       {std::size_t(0), std::size_t(1), std::size_t(P.tile()) - 1, std::size_t(P.tile()),
        std::size_t(P.tile()) + 1, 5 * std::size_t(P.tile()) - 1, std::size_t(20011)}) {
    auto const input = random_input<typename Op::value_type>(n);
    check_inclusive<DeviceScan::hierarchical, P>(input, op);
    check_inclusive<DeviceScan::look_back, P>(input, op);
    check_inclusive<DeviceScan::fixed_look_back, P>(input, op);
    check_inclusive<DeviceScan::work_ahead, P>(input, op);
    check_inclusive<DeviceScan::automatic, P>(input, op);
  }
}

/// Shapes whose tile stays in the cache: on hosts any number of lanes, and two passes over the
/// tile.
TEST(ScanPolicies, TilesInTheCache) {
  constexpr auto cache = TileStorage::cache;
  constexpr int eight = on_host ? 8 : 1, sixteen = on_host ? 16 : 1;
  check_policy<ScanPolicy{.lanes = 1, .threads = 1, .items = 2, .storage = cache}>(
      KokkosScan::Sum<int>{});
  check_policy<ScanPolicy{
      .lanes = 1, .threads = 1, .items = 21, .storage = cache, .is_persistent = true}>(
      BicyclicProduct{});
  check_policy<ScanPolicy{.lanes = sixteen, .threads = 1, .items = 3, .storage = cache}>(
      KokkosScan::Sum<int>{});
  check_policy<ScanPolicy{
      .lanes = eight, .threads = 1, .items = 10, .storage = cache, .is_persistent = true}>(
      KokkosScan::Sum<double>{});
}

/// Several threads per team, if the space has them.
template <ScanPolicy P, class Op>
void check_policy_of_several_threads(Op const& op) {
  if (Exec().concurrency() < P.threads) GTEST_SKIP() << "needs " << P.threads << " threads";
  check_policy<P>(op);
}

TEST(ScanPolicies, SeveralThreadsInTheCache) {
  constexpr auto cache = TileStorage::cache;
  constexpr int four = on_host ? 4 : 1;
  check_policy_of_several_threads<ScanPolicy{
      .lanes = four, .threads = 2, .items = 3, .storage = cache}>(BicyclicProduct{});
  check_policy_of_several_threads<ScanPolicy{
      .lanes = four, .threads = 2, .items = 8, .storage = cache, .is_persistent = true}>(
      KokkosScan::Sum<int>{});
}

/// Shapes whose items stay in scratch, as on GPUs. On hosts only shapes with a single lane can do
/// so.
TEST(ScanPolicies, TilesInScratch) {
  constexpr int lanes = on_host ? 1 : 32, half = on_host ? 1 : 16, rows = on_host ? 2 : 1;
  check_policy<ScanPolicy{.lanes = lanes, .threads = 1, .items = rows}>(KokkosScan::Sum<int>{});
  check_policy<ScanPolicy{.lanes = lanes, .threads = 1, .items = 8}>(BicyclicProduct{});
  check_policy_of_several_threads<ScanPolicy{.lanes = half, .threads = 2, .items = 6}>(
      KokkosScan::Sum<int>{});
  check_policy_of_several_threads<ScanPolicy{.lanes = lanes, .threads = 3, .items = 8}>(
      KokkosScan::Sum<float>{});
}

/// Parked tiles: teams work ahead through a ring in scratch. No host is tuned for it, but every
/// host can run it.
template <ScanPolicy P, class Op>
void check_ring(Op const& op) {
  for (std::size_t const n : {std::size_t(1), std::size_t(P.tile()), 5 * std::size_t(P.tile()) - 1,
                              std::size_t(on_host ? 20011 : 200003)}) {
    auto const input = random_input<typename Op::value_type>(n);
    check_inclusive<DeviceScan::work_ahead, P>(input, op);
    check_exclusive<DeviceScan::work_ahead, P>(input, op, op.identity());
  }
}

/// Numbers of tiles at the ends of groups and of rows of groups, and one tile more and less.
TEST(ScanPolicies, RowsOfGroupsThatLookBack) {
  constexpr ScanPolicy P{.lanes = on_host ? 1 : 32, .threads = 1, .items = on_host ? 2 : 1};
  for (std::size_t const tiles : {31u, 32u, 33u, 64u, 1023u, 1024u, 1025u, 1056u, 1057u, 2081u}) {
    std::size_t const n = tiles * P.tile();
    for (std::size_t const m : {n - 1, n, n + 1}) {
      check_inclusive<DeviceScan::fixed_look_back, P>(random_input<Bicyclic>(m), BicyclicProduct{});
      check_inclusive<DeviceScan::fixed_look_back, P>(random_input<int>(m), KokkosScan::Sum<int>{});
    }
  }
}

TEST(ScanPolicies, RingsOfTwoThreeAndFourSlots) {
  constexpr int lanes = on_host ? 1 : 32, rows = on_host ? 16 : 1;
  check_ring<ScanPolicy{.lanes = lanes, .threads = 1, .items = 4 * rows, .slots = 2}>(
      KokkosScan::Sum<int>{});
  check_ring<ScanPolicy{
      .lanes = lanes, .threads = 1, .items = 2 * rows, .slots = 3, .total_rows = 4}>(
      BicyclicProduct{});
  check_ring<ScanPolicy{
      .lanes = lanes, .threads = 1, .items = 2 * rows, .slots = 4, .total_rows = 1}>(
      KokkosScan::Sum<double>{});
}

TEST(ScanPolicies, RingOfTeamsOfTwoThreads) {
  if (on_host && Exec().concurrency() < 2) GTEST_SKIP() << "needs two threads";
  constexpr int lanes = on_host ? 1 : 32, rows = on_host ? 16 : 1;
  check_ring<ScanPolicy{.lanes = lanes, .threads = 2, .items = 2 * rows, .slots = 2}>(
      KokkosScan::Sum<int>{});
}

/// Refused before anything is launched: the View has no such memory.
TEST(ScanPolicies, MoreTilesThanALeagueHasTeams) {
  constexpr ScanPolicy P{.lanes = on_host ? 1 : 32, .threads = 1, .items = on_host ? 2 : 1};
  Kokkos::View<std::int8_t, Memory> const one("one");
  Kokkos::View<std::int8_t*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const many(
      one.data(), (std::size_t(1) << 31) * P.tile());
  auto const is_refused = [&]<DeviceScan V>(std::integral_constant<DeviceScan, V>) {
    auto const scan = [&] {
      KokkosScan::inclusive_scan(Exec(), many, many, KokkosScan::Sum<std::int8_t>{},
                                 ScanOptions<V, P>{});
    };
    return rejects(scan, "inclusive_scan", "tiles of ", {"are 2147483648 for n = "});
  };
  EXPECT_TRUE(is_refused(std::integral_constant<DeviceScan, DeviceScan::hierarchical>{}));
  EXPECT_TRUE(is_refused(std::integral_constant<DeviceScan, DeviceScan::look_back>{}));
  EXPECT_TRUE(is_refused(std::integral_constant<DeviceScan, DeviceScan::work_ahead>{}));
}

/// The launch after which all marks are zeroed, once in 2^30 launches, and the launches around it.
template <DeviceScan V, ScanPolicy P>
void check_last_epoch(std::vector<int> const& input) {
  GuardedArray<int> const in(input), out(input.size());
  KokkosScan::Workspace<Exec> workspace{Exec()};
  workspace.reserve(std::size_t(1) << 16);
  Kokkos::View<std::uint64_t, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const epoch(
      workspace.words());
  Kokkos::deep_copy(epoch, (KokkosScan::detail::TileCounter::epochs - 2) << 32);
  KokkosScan::Sum<int> const op;
  for (int launch = 0; launch < 4; ++launch) {
    SCOPED_TRACE(launch);
    KokkosScan::inclusive_scan(Exec(), in.const_view(), out.view(), op,
                               ScanOptions<V, P>{}.with(workspace));
    EXPECT_TRUE(out.holds(reference::inclusive_scan(input, op)));
  }
}

TEST(ScanPolicies, LastEpoch) {
  constexpr int lanes = on_host ? 1 : 32, rows = on_host ? 16 : 1;
  auto const input = random_input<int>(20011);
  check_last_epoch<DeviceScan::work_ahead, ScanPolicy{}>(input);
  check_last_epoch<DeviceScan::work_ahead,
                   ScanPolicy{.lanes = lanes, .threads = 1, .items = 4 * rows, .slots = 2}>(input);
  check_last_epoch<DeviceScan::fixed_look_back,
                   ScanPolicy{.lanes = lanes, .threads = 1, .items = 4 * rows}>(input);
}

}  // namespace KokkosScanTest
